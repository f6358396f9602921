/** What an operator definition is, and what a type relation may ask and say. Follows include/tvm/relay/op.h and include/tvm/ir/type_relation.h. */
import type {
  AttrField,
  AttrSchema,
  Attrs,
  Dim,
  FusionKind,
  OperatorArgument,
  OperatorSignature,
  OperatorTable,
  TensorData,
  Type,
} from "@relayscope/ir";
import { attrSchema } from "@relayscope/ir";
import { refusing } from "./relations/refusal.ts";

/** What a type relation can say besides its answer. */
export interface RelationReporter {
  /** Says that argument `index` has this type: fills its holes, or reports where it disagrees. */
  assign(index: number, type: Type): void;
  /** Reports why the call is ill-typed. A sentence with the subject in backquotes; the call's type stays unknown. */
  fail(message: string, hints?: readonly string[]): undefined;
  /** Whether two dimensions can be equal: false only where both sizes are known and differ. `?` equals anything. */
  canEqual(a: Dim, b: Dim): boolean;
  /**
   * What is known of the call's type before the relation speaks: a function's declared result, or a variable's type.
   * Ask only where the answer hangs on it: inference may have to begin anew to tell.
   */
  readonly knownResult?: () => Type | undefined;
  /** The data of argument `index` where it is a constant whose data is known. */
  readonly constantOf?: (index: number) => TensorData | undefined;
}

/**
 * Computes a call's result type from its argument types.
 * `types[i]` may be an IncompleteType (or hold one). Answer undefined where too little is known yet: inference asks again when it knows more.
 * The answer may be or hold an argument's IncompleteType: then the result is that same hole.
 */
export type TypeRelation = (types: readonly Type[], attrs: Attrs | undefined, reporter: RelationReporter) => Type | undefined;

export interface OperatorDefinition extends OperatorSignature {
  /** Undefined where the reference registers none: such a call takes its type from the text. */
  readonly relation: TypeRelation | undefined;
  /** How many arguments a call gives, where the reference names more (or fewer) than it takes: `qnn.add` names ten and takes eight. */
  readonly inputCount?: number;
}

export interface OperatorParts {
  readonly name: string;
  readonly description: string;
  readonly args: readonly (string | OperatorArgument)[];
  readonly attrs?: AttrSchema;
  readonly fusionKind?: FusionKind;
  readonly isStateful?: boolean;
  readonly relation?: TypeRelation;
  /** Only where it differs from the number of `args`. */
  readonly inputCount?: number;
}

/** An operator definition; one call per operator, one family a file. Its relation may `refuse`: the refusal is reported. */
export function defineOperator(parts: OperatorParts): OperatorDefinition {
  const definition: OperatorDefinition = {
    name: parts.name,
    description: parts.description,
    args: parts.args.map((a) => (typeof a === "string" ? { name: a } : a)),
    attrs: parts.attrs,
    fusionKind: parts.fusionKind,
    isStateful: parts.isStateful,
    relation: parts.relation && refusing(parts.relation),
  };
  return parts.inputCount === undefined ? definition : { ...definition, inputCount: parts.inputCount };
}

/** An attribute struct, `relay.attrs.<name>`, fields in the order in which the reference prints them. */
export function defineAttrs(name: string, fields: readonly AttrField[]): AttrSchema {
  return attrSchema(`relay.attrs.${name}`, fields);
}

/** A table of definitions, looked up by name. */
export interface OperatorDefinitions extends OperatorTable {
  get(name: string): OperatorDefinition | undefined;
}

export function operatorTable(families: Iterable<readonly OperatorDefinition[]>): OperatorDefinitions {
  const byName = new Map<string, OperatorDefinition>();
  for (const family of families) {
    for (const definition of family) {
      if (byName.has(definition.name)) throw new Error(`Operator "${definition.name}" is defined twice.`);
      byName.set(definition.name, definition);
    }
  }
  return { get: (name) => byName.get(name), names: () => byName.keys() };
}
