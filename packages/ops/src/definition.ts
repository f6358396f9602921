/**
 * The form of an operator definition, and the interface of type relations. Follows include/tvm/relay/op.h and
 * include/tvm/ir/type_relation.h.
 */
import type { AttrField, AttrSchema, FusionKind, OperatorSignature, OperatorTable } from "@relayscope/ir";
import { attrSchema } from "@relayscope/ir";
import { refusing } from "./relations/refusal.ts";
import type { TypeRelation } from "./typeRelation.ts";

export interface OperatorDefinition extends OperatorSignature {
  /** Undefined if the reference registers none: such a call takes its type from the text. */
  readonly relation: TypeRelation | undefined;
}

interface OperatorParts {
  readonly args: readonly string[];
  readonly attrs?: AttrSchema;
  readonly fusionKind?: FusionKind;
  readonly isStateful?: boolean;
  readonly relation?: TypeRelation;
  /** Only where it differs from the number of `args`. */
  readonly inputCount?: number;
}

/**
 * An operator definition; one call per operator, one family a file. Its relation may `refuse`: the refusal is reported.
 */
export function defineOperator(name: string, description: string, parts: OperatorParts): OperatorDefinition {
  const definition: OperatorDefinition = {
    name,
    description,
    args: parts.args,
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
