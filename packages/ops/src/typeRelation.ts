/** The interface of type relations. Follows include/tvm/ir/type_relation.h. */
import type { Attrs, Dim, Raised, TensorData, Type } from "@relayscope/ir";

/** What a type relation can report in addition to its result. */
export interface RelationReporter {
  /** Assigns a type to argument `index`: fills its holes, or reports a mismatch. */
  assign(index: number, type: Type): void;
  /**
   * Reports why the call is ill-typed. A sentence with the subject in backquotes; the call's type stays unknown. Where
   * the reference stops, `raises` is the class of its exception.
   */
  fail(message: string, hints?: readonly string[], raises?: Raised): undefined;
  /** Whether two dimensions can be equal: false only if both sizes are known and differ. `?` equals anything. */
  canEqual(a: Dim, b: Dim): boolean;
  /**
   * The call's type known before the relation runs: a function's declared result, or a variable's type. Ask only if the
   * result depends on it: inference may have to restart to know it.
   */
  readonly knownResult?: () => Type | undefined;
  /** The data of argument `index` if it is a constant with known data. */
  readonly constantOf?: (index: number) => TensorData | undefined;
}

/**
 * Computes a call's result type from its argument types. `types[i]` may be an IncompleteType (or hold one). Return
 * undefined if too little is known yet: inference calls again when it knows more. The result may be or hold an
 * argument's IncompleteType: then it is that same hole.
 */
export type TypeRelation = (types: readonly Type[], attrs: Attrs | undefined, reporter: RelationReporter) => Type | undefined;
