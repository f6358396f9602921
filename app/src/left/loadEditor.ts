import { inParts } from "../state/inSteps.ts";

/** Loads the full editor part by part. The list of the parts is itself loaded first. */
export async function loadEditor(): Promise<void> {
  const { parts } = await import("./monaco/parts.ts");
  await inParts(parts);
}
