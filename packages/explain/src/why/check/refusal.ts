/** What a check or a rule answers where it refuses a node. Checks as data and a target's own Python files both answer so. */
import type { Expr } from "@relayscope/ir";
import type { Detail } from "../cause.ts";
import type { DecidingSetting } from "./decidingSettings.ts";

export interface Refusal {
  /** Why, a clause in the terms of the model: `ceil_mode` of `nn.max_pool2d` is `True`, and it wants `False`. */
  readonly text: string;
  /** The condition that decided, as the target writes it; empty where `text` says it already. */
  readonly condition: string;
  readonly details: readonly Detail[];
  /** For each value that decided, the nodes that it was asked of: the innermost first, then those that it was reached from. */
  readonly nodes: readonly (readonly Expr[])[];
  /** What stands where a constant is asked for. */
  readonly notConstant: Expr | undefined;
  /** Whether a type was asked for that is not known. */
  readonly isTypeUnknown: boolean;
  /** Settings of the target that decided: with other values of all of them the node would be let through. */
  readonly settings: readonly DecidingSetting[];
}

/** A check that can be asked why it refuses a node. */
export interface Refusing {
  /** Undefined where it accepts the node. */
  refusalOf(node: Expr): Refusal | undefined;
}
