/**
 * The values of a model's weights in the browser's database: only those of the stored document. On every failure (full,
 * forbidden, damaged) it acts as if nothing were stored.
 */
import type { WeightValues } from "@relayscope/engine";

export interface WeightStore {
  /** Replaces the stored values; does nothing for the same ones. */
  saveValues(values: WeightValues | undefined): void;
  /** Sets the text that they belong to, which may have been edited since. */
  saveText(text: string): void;
  /** The values, if they belong to this text. */
  load(text: string): Promise<WeightValues | undefined>;
}

/** A store that keeps nothing, for browsers without a database. */
export const noWeightStore: WeightStore = { saveValues: () => undefined, saveText: () => undefined, load: async () => undefined };
