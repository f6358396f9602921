import type { AttrValue } from "@relayscope/ir";

/** An integer attribute of the same width as another one. */
export function intLike(model: AttrValue | undefined, value: number): AttrValue {
  const isWide = typeof model === "object" && model !== null && "kind" in model && model.kind === "Int";
  return isWide ? { ...model, value } : value;
}
