/** What the condition that decided a check asked of the model: values, where they are of, and what was required. */
import type { Expr } from "@relayscope/ir";

/** The value of a setting of a target, which its checks and passes read. */
export type SettingValue = boolean | readonly number[] | readonly string[];

export interface AskedValue {
  /** The nodes that it was read from: the innermost first, then those on the way to it. Empty for other values. */
  readonly nodes: readonly Expr[];
  /**
   * An `attribute` of the first node (`padding[1]`, `dtype`, `shape[0]`), how many elements that has (a `count`), the
   * `operator` that the node calls, the `node` itself, the elements of a constant (`data`), or what is `computed`.
   */
  readonly kind: "attribute" | "count" | "operator" | "node" | "data" | "computed";
  /** The attribute's name with what was taken of it; of what is computed its text. */
  readonly name: string;
  /** As text: `True`, `"NCHW"`, `[1, 2]`; empty where it has none. */
  readonly found: string;
  /** Whether it is an item of the attribute, of which each was asked. */
  readonly isItem: boolean;
}

/**
 * What would be accepted in the place of a value: `<= 3`; for `in` one of a list, for `is` a kind of node. Without a
 * value: what holds of the two values.
 */
export interface AskedFor {
  readonly operator: "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in" | "is" | "is not";
  readonly value: string;
}

export interface AskedCondition {
  readonly values: readonly AskedValue[];
  /** Where values are compared with one that does not depend on the model, or two with each other. */
  readonly wanted: AskedFor | undefined;
  /** The name that the file as a whole gives the value that is compared with. */
  readonly limit?: string;
  /** What is asked for, as the file would write it; the opposite of a condition that should not hold. */
  readonly text: string;
  /** As the file writes it, on one line. */
  readonly source: string;
}
