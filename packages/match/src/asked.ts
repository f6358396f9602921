/** The values that a check's deciding condition examined: where each comes from, and what was required. */
import type { Expr } from "@relayscope/ir";

/** The value of a setting of a target, which its checks and passes read. */
export type SettingValue = boolean | readonly number[] | readonly string[];

export interface AskedValue {
  /**
   * The nodes that the value was read from: the innermost first, then the nodes on the way to it. Empty for other
   * values.
   */
  readonly nodes: readonly Expr[];
  /**
   * What the value is: an `attribute` of the first node (`padding[1]`, `dtype`, `shape[0]`), the number of an
   * attribute's elements (`count`), the `operator` that the node calls, the `node` itself, the elements of a constant
   * (`data`), or a `computed` value.
   */
  readonly kind: "attribute" | "count" | "operator" | "node" | "data" | "computed";
  /** The attribute's name with its index or member; for a computed value, its text. */
  readonly name: string;
  /** As text: `True`, `"NCHW"`, `[1, 2]`; empty where it has none. */
  readonly found: string;
  /** Whether the condition examined each item of an attribute, and this is one of them. */
  readonly isItem: boolean;
}

/**
 * The accepted values: `<= 3`; for `in` one of a list, for `is` a kind of node. Without a value, the required relation
 * of the two values.
 */
export interface AskedFor {
  readonly operator: "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in" | "is" | "is not";
  readonly value: string;
}

export interface AskedCondition {
  readonly values: readonly AskedValue[];
  /** Where values are compared with one that does not depend on the model, or two with each other. */
  readonly wanted: AskedFor | undefined;
  /** The module-level name in the file for the value that it is compared with. */
  readonly limit?: string;
  /** The requirement in the file's notation; negated if the condition should not hold. */
  readonly text: string;
  /** As the file writes it, on one line. */
  readonly source: string;
}
