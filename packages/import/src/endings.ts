/**
 * How names of model files end, by format. A separate module, so that code that only needs names does not load the
 * importers.
 */
export const endings = {
  onnx: [".onnx"],
  tflite: [".tflite", ".lite"],
} as const;

const all: readonly string[] = Object.values(endings).flat();

/** Whether a file's name is that of a model. */
export function isModelName(name: string): boolean {
  const lower = name.toLowerCase();
  return all.some((ending) => lower.endsWith(ending));
}

/** The endings as a list for the `accept` of a file field. */
export const modelEndings: readonly string[] = all;
