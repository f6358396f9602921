/** Replaying a recorded import: a model file, and what the reference's frontend made of it. */

import { importModel, readModel, referenceText } from "@relayscope/import";
import type { Dim } from "@relayscope/ir";
import { ReplayFailure } from "./replayTexts.ts";

export interface OnnxRecord {
  /** The file, in base64. */
  readonly model: string;
  /** Whether weights become constants; they do where it is left out. */
  readonly freeze?: boolean;
  /** Shapes for inputs, by name. */
  readonly shape?: Readonly<Record<string, readonly (number | string)[]>> | null;
}

/** The text of the imported module, as the reference prints it without metadata; with `runs`, the median time of reading and importing, in ms. */
export function replayOnnx(record: OnnxRecord, runs: number): { readonly text: string; readonly ms?: number } {
  const bytes = bytesOf(record.model);
  const shapes = new Map(Object.entries(record.shape ?? {}).map(([name, dims]) => [name, dims.map(dimOf)]));
  const run = () => importModel(readModel(bytes), { keepsParameters: record.freeze === false, shapes });
  const text = referenceText(run());
  if (runs === 0) return { text };
  const times = Array.from({ length: runs }, () => {
    const begin = performance.now();
    run();
    return performance.now() - begin;
  }).sort((a, b) => a - b);
  return { text, ms: Math.round((times[times.length >> 1] ?? 0) * 1000) / 1000 };
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  } catch {
    throw new ReplayFailure("not-base64", "The record's `model` is not base64.");
  }
}

function dimOf(size: number | string): Dim {
  return typeof size === "number" && size >= 0 ? size : "?";
}
