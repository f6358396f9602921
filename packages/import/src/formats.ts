/** All formats of model files, and which one a file is of. */
import type { ModelFormat, OpenModel } from "./contract.ts";
import { onnx } from "./onnx/format.ts";
import { tflite } from "./tflite/format.ts";

/** The last one is what a file is taken for that says nothing else. */
const formats: readonly [ModelFormat, ModelFormat] = [tflite, onnx];

/** The format of a name: `onnx`, `tflite`. */
export function formatNamed(name: string): ModelFormat | undefined {
  return formats.find((format) => format.name.toLowerCase() === name);
}

/** Reads a model file: what it says of itself counts before what its name says. Throws a `ModelFailure` with a sentence where it is none. */
export function readModel(bytes: Uint8Array, name = ""): OpenModel {
  const lower = name.toLowerCase();
  const format =
    formats.find((candidate) => candidate.isMarked(bytes)) ??
    formats.find((candidate) => candidate.endings.some((ending) => lower.endsWith(ending))) ??
    onnx;
  return format.open(bytes);
}
