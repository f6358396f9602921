/** The texts of edges: the tensor that flows, and its size. */
import { at, bytesText } from "@relayscope/ir";
import type { DrawableEdge, DrawableGraph } from "./drawable.ts";

/**
 * The texts of an edge, longest first: `1×64×56×56 f32 · 784 KiB`, `1×64×56×56 · 784 KiB`, `1×64×56×56`, `784 KiB`; for
 * several tensors `3 tensors · 1.2 MiB`, `1.2 MiB`. Empty if nothing is known.
 */
export function edgeTexts({ dtype, shape, bytes, tensors }: DrawableEdge): readonly string[] {
  const size = bytes === undefined ? "" : bytesText(bytes);
  const said = (...parts: readonly string[]) => parts.filter((part) => part !== "").join(" · ");
  const whole = said(`${shape} ${shortType(dtype)}`.trim(), size);
  const texts = tensors > 1 ? [said(`${tensors} tensors`, size), size] : [whole, said(shape, size), shape, size];
  return [...new Set(texts)].filter((text) => text !== "");
}

/** `f32` for `float32`, `i8` for `int8`; others as they are. */
function shortType(dtype: string): string {
  return dtype.replace(/^(u?int|b?float)(?=\d)/, (name) => shortNames[name] ?? name);
}

const shortNames: Readonly<Record<string, string>> = { float: "f", bfloat: "bf", int: "i", uint: "u" };

/** Up to this many bytes, an edge is as thin as an edge of unknown size. */
const light = 8 * 1024;
const [thin, thick] = [1.2, 7];

/** How thick an edge between cards is, in pixels: half a pixel more each time its bytes double. */
export function edgeWidth({ bytes = 0 }: Pick<DrawableEdge, "bytes">): number {
  return Math.min(thick, thin + Math.max(0, Math.log2(Math.max(1, bytes) / light)) / 2);
}

/** The drawn width of an edge. Between operators it is constant. */
export function widthIn({ nodes, edges }: DrawableGraph, i: number): number {
  const edge = at(edges, i);
  const isCard = nodes[edge.from]?.summary !== undefined || nodes[edge.to]?.summary !== undefined;
  return edgeWidth(isCard ? edge : { bytes: undefined });
}
