/** A refusal by a check or a rule, whether it is data or in a target's own Python files. */
import type { Expr } from "@relayscope/ir";
import type { Detail } from "../cause.ts";
import type { DecidingSetting } from "./decidingSettings.ts";

export interface Refusal {
  /** Why, in the terms of the model: `ceil_mode` of `nn.max_pool2d` is `True`, but the target needs `False`. */
  readonly text: string;
  /** The condition that decided, as the target writes it; empty where `text` says it already. */
  readonly condition: string;
  readonly details: readonly Detail[];
  /** For each value that decided, the nodes it was read from: the innermost first, then those on the way to it. */
  readonly nodes: readonly (readonly Expr[])[];
  /** What is there instead of a required constant. */
  readonly notConstant: Expr | undefined;
  /** Whether a type was asked for that is not known. */
  readonly isTypeUnknown: boolean;
  /** Settings of the target that decided: with other values for all of them the node would be accepted. */
  readonly settings: readonly DecidingSetting[];
}

/** A check that can be asked why it refuses a node. */
export interface Refusing {
  /** Undefined if it accepts the node. */
  refusalOf(node: Expr): Refusal | undefined;
}
