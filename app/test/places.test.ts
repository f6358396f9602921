import { packPlaces, readPlaces } from "@relayscope/engine/places";
import { expect, test } from "vitest";
import { pageOf } from "./makePage.ts";

/** A chain whose operators all take one weight: its lines run along all of the picture. */
const text = `def @main(%x: Tensor[(1, 8), float32], %w: Tensor[(1, 8), float32]) {\n${Array.from({ length: 120 }, (_, i) => `  %${i} = add(${i === 0 ? "%x" : `%${i - 1}`}, %w);\n`).join("")}  %119\n}\n`;

type Rectangle = readonly [left: number, top: number, right: number, bottom: number];

test("the lines found in a rectangle are all that run through it, and of long ones none that only runs around it", async () => {
  const page = await pageOf(text);
  const { epoch } = page.store.getState().run;
  const flags = { hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] };
  const { layout, graph } = await page.engine.graph({ ...flags, epoch, stage: 0, view: "operators" });
  const { edgesIn } = readPlaces(packPlaces(layout));
  const pointAt = (p: number) => [layout.edgePoints[2 * p] ?? 0, layout.edgePoints[2 * p + 1] ?? 0] as const;
  /** Pieces of a line whose bounds reach into a rectangle: straight up or across, they run through it. */
  const reaches = (i: number, [left, top, right, bottom]: Rectangle) => {
    for (let p = layout.edgeOffsets[i] ?? 0; p + 1 < (layout.edgeOffsets[i + 1] ?? 0); p++) {
      const [[x, y], [toX, toY]] = [pointAt(p), pointAt(p + 1)];
      if (Math.min(x, toX) <= right && Math.max(x, toX) >= left && Math.min(y, toY) <= bottom && Math.max(y, toY) >= top) return true;
    }
    return false;
  };
  const heightOf = (i: number) => {
    const ys = Array.from(
      { length: (layout.edgeOffsets[i + 1] ?? 0) - (layout.edgeOffsets[i] ?? 0) },
      (_, p) => pointAt((layout.edgeOffsets[i] ?? 0) + p)[1],
    );
    return Math.max(...ys) - Math.min(...ys);
  };
  let long = 0;
  const wrong: string[] = [];
  for (let y = 0; y < layout.height; y += 197) {
    for (let x = 0; x < layout.width; x += 83) {
      const rectangle = [x, y, x + 30, y + 12] as const;
      const found = new Set(edgesIn(...rectangle));
      for (const [i] of graph.edges.entries()) {
        const isThrough = reaches(i, rectangle);
        const isLong = heightOf(i) > 600;
        if (isLong) long++;
        if ((isThrough || isLong) && found.has(i) !== isThrough) wrong.push(`edge ${i} at ${rectangle}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(long).toBeGreaterThan(0);
});
