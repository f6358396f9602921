/** The input of the finders for causes in passes. */
import type { Expr } from "@relayscope/ir";
import type { Cause } from "../cause.ts";
import type { CauseFinder } from "../finder.ts";
import type { Ground } from "../ground.ts";
import type { PassOrder } from "./order.ts";

export interface PassAsked {
  readonly ground: Ground;
  readonly order: PassOrder;
  /** A unit of the base that is in no region; with another one, two that are not in one. */
  readonly from: Expr;
  readonly to?: Expr | undefined;
  /** The cause as the passes ran. */
  asItIs(): Cause;
}

export type PassFinder = CauseFinder<PassAsked>;
