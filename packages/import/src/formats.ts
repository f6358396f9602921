/** All formats of model files, and which one a file is of. */
import type { ModelFormat, OpenModel } from "./contract.ts";
import { onnx } from "./onnx/format.ts";
import { tflite } from "./tflite/format.ts";

/** A file without any mark is taken for the last one. */
const formats: readonly [ModelFormat, ModelFormat] = [tflite, onnx];

/** The format of a name: `onnx`, `tflite`. */
export function formatNamed(name: string): ModelFormat | undefined {
  return formats.find((format) => format.name.toLowerCase() === name);
}

/**
 * Reads a model file: its own mark counts before its name. Throws a `ModelFailure` with a sentence if it is not a
 * model.
 */
export function readModel(bytes: Uint8Array, name = ""): OpenModel {
  const lower = name.toLowerCase();
  const format =
    formats.find((candidate) => candidate.isMarked(bytes)) ??
    formats.find((candidate) => candidate.endings.some((ending) => lower.endsWith(ending))) ??
    onnx;
  return format.open(bytes);
}
