import { inParts } from "../state/inSteps.ts";

/** Loads what the full editor is made of, part by part; the list of the parts comes with the first of them. */
export async function loadEditor(): Promise<void> {
  const { parts } = await import("./monaco/parts.ts");
  await inParts(parts);
}
