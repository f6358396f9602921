/** The values of weights, which a text lacks. Plain data, never part of a link. */
import type { TensorData } from "@relayscope/ir";

export interface WeightValues {
  /** By the `n` of `meta[relay.Constant][n]`. */
  readonly constants: ReadonlyMap<number, TensorData>;
  /** By the name of the parameter, as the text has it. */
  readonly parameters: ReadonlyMap<string, TensorData>;
}
