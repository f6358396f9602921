/** The input of the finders of refusals: one target and one call. */
import type { TargetView } from "../../history.ts";
import type { CauseFinder } from "../finder.ts";
import type { NodeAsked } from "./nodeAsked.ts";

export interface RefusalAsked extends NodeAsked {
  readonly view: TargetView;
  /** Undefined for a call of no operator. */
  readonly operator: string | undefined;
}

export type RefusalFinder = CauseFinder<RefusalAsked>;
