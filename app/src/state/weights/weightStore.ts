/**
 * The values of a model's weights in the browser's database: those of the document that the storage keeps, and of no other. Every failure (full, forbidden,
 * damaged) is as if nothing were kept.
 */
import type { WeightValues } from "@relayscope/engine";

export interface WeightStore {
  /** Keeps the values in place of those before; the same ones once. */
  saveValues(values: WeightValues | undefined): void;
  /** Says of which text they are; it may have been edited since. */
  saveText(text: string): void;
  /** The values, where they are of this text. */
  load(text: string): Promise<WeightValues | undefined>;
}

/** A store that keeps nothing: where the browser gives no database. */
export const noWeightStore: WeightStore = { saveValues: () => undefined, saveText: () => undefined, load: async () => undefined };
