/** What every picture keeps. */
import type { DrawableGraph, GraphLayout } from "@relayscope/graph";
import { expect } from "vitest";

export const box = (list: Float32Array, i: number) => {
  const [x = 0, y = 0, w = 0, h = 0] = list.subarray(i * 4, i * 4 + 4);
  return { x, y, w, h, right: x + w, bottom: y + h };
};

/** Nodes never overlap, stand within the picture and their frames, and edges end at their nodes. */
export function checkGeometry(graph: DrawableGraph, layout: GraphLayout): void {
  const overlaps = (a: ReturnType<typeof box>, b: ReturnType<typeof box>) =>
    a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom;
  const nodes = graph.nodes.map((_, i) => box(layout.nodes, i));
  for (const [i, a] of nodes.entries()) {
    expect(a.w).toBeGreaterThan(0);
    expect(a.x).toBeGreaterThanOrEqual(0);
    expect(a.right).toBeLessThanOrEqual(layout.width);
    expect(a.bottom).toBeLessThanOrEqual(layout.height);
    for (const b of nodes.slice(i + 1)) expect(overlaps(a, b)).toBe(false);
  }
  const frames = graph.frames.map((_, i) => box(layout.frames, i));
  for (const [i, frame] of frames.entries()) {
    const inside = [...nodes.filter((_, n) => graph.nodes[n]?.frame === i), ...frames.filter((_, f) => graph.frames[f]?.parent === i)];
    for (const inner of inside) {
      expect(inner.x).toBeGreaterThanOrEqual(frame.x);
      expect(inner.y).toBeGreaterThanOrEqual(frame.y);
      expect(inner.right).toBeLessThanOrEqual(frame.right);
      expect(inner.bottom).toBeLessThanOrEqual(frame.bottom);
    }
    for (const [j, other] of frames.entries()) {
      if (j > i && graph.frames[j]?.parent === graph.frames[i]?.parent) expect(overlaps(frame, other)).toBe(false);
    }
  }
  graph.edges.forEach((edge, e) => {
    const from = nodes[edge.from];
    const to = nodes[edge.to];
    const first = layout.edgeOffsets[e] ?? 0;
    const last = (layout.edgeOffsets[e + 1] ?? 0) - 1;
    expect(last).toBeGreaterThan(first);
    expect(layout.edgePoints[first * 2 + 1]).toBe(from?.bottom);
    expect(layout.edgePoints[last * 2 + 1]).toBe(to?.y);
  });
}
