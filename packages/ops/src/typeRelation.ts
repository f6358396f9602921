/** What a type relation may ask and say. Follows include/tvm/ir/type_relation.h. */
import type { Attrs, Dim, TensorData, Type } from "@relayscope/ir";

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
   * Ask only where the answer hangs on it: inference may have to begin again to tell.
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
