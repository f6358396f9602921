/** Replays a recorded import: a model file, and the result of the reference's frontend. */
import { formatNamed, type ImportOptions, referenceText } from "@relayscope/import";
import { type Dim, raise, type TensorData } from "@relayscope/ir";
import { recordProblem } from "./recordShape.ts";
import { ReplayFailure } from "./replayTexts.ts";
import { sha256 } from "./sha256.ts";

export interface ModelRecord {
  /** The name of the format. */
  readonly kind: string;
  /** The file, in base64. */
  readonly model: string;
  /** Whether weights become constants; by default they do for ONNX. */
  readonly freeze?: boolean;
  /** Shapes for inputs, by name. */
  readonly shape?: Readonly<Record<string, readonly (number | string)[]>> | null;
  /** Element types for inputs, by name. */
  readonly dtype?: Readonly<Record<string, string>> | null;
}

export interface ModelReplay {
  readonly id: string;
  readonly text: string;
  readonly metadata?: string | undefined;
  /** If parameters are kept: `float32[3,4] first 16 hex digits of the SHA-256 of its bytes`, by name. */
  readonly params?: Readonly<Record<string, string>>;
  readonly ms?: number;
}

/** Whether a record is an import. */
export function isModelRecord(record: unknown): record is ModelRecord {
  if (typeof record !== "object" || record === null || !("kind" in record)) return false;
  return typeof record.kind === "string" && formatNamed(record.kind) !== undefined && recordProblem(record, "model") === undefined;
}

/**
 * The text of the imported module, as the reference prints it without metadata, which is printed when it is read; with
 * `runs`, the median time of reading and importing, in ms.
 */
export function replayModel(id: string, record: ModelRecord, runs: number): ModelReplay {
  const format = formatNamed(record.kind) ?? raise(new ReplayFailure("unknown-kind", `\`${record.kind}\` is not a format of model files.`));
  const bytes = bytesOf(record.model);
  const options = optionsOf(record);
  const run = () => format.open(bytes).import(options);
  const imported = run();
  const params = Object.fromEntries([...imported.params].map(([name, data]) => [name, hashed(data)]));
  const printed = referenceText(imported);
  const result = {
    id,
    text: printed.text,
    get metadata() {
      return printed.metadata;
    },
    params,
  };
  if (runs === 0) return result;
  const times = Array.from({ length: runs }, () => {
    const begin = performance.now();
    run();
    return performance.now() - begin;
  }).sort((a, b) => a - b);
  return { ...result, ms: Math.round((times[times.length >> 1] ?? 0) * 1000) / 1000 };
}

function optionsOf({ kind, freeze, shape, dtype }: ModelRecord): ImportOptions {
  return {
    ...(kind === "onnx" ? { keepsParameters: freeze === false } : {}),
    shapes: new Map(Object.entries(shape ?? {}).map(([name, dims]) => [name, dims.map(dimOf)])),
    dtypes: new Map(Object.entries(dtype ?? {})),
  };
}

function hashed({ dtype, shape, values }: TensorData): string {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return `${dtype}[${shape.join(",")}] ${sha256(bytes).slice(0, 16)}`;
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  } catch {
    throw new ReplayFailure("not-base64", "The record's `model` is not base64.");
  }
}

function dimOf(size: number | string): Dim {
  return typeof size === "number" ? size : "?";
}
