/** The titles of frames and the labels of regions in pictures of operators. */
import { readdirSync, readFileSync } from "node:fs";
import { edgeLine, type GraphAnswer, letters, touches, wholeZoom } from "@relayscope/engine";
import { boxAt } from "@relayscope/engine/titles";
import { paletteOf } from "@relayscope/palette";
import { expect, test } from "vitest";
import { coloringOf } from "../src/picture/colors/allColors.ts";
import { regionWithin } from "../src/picture/RegionAround.tsx";
import { sceneOf } from "../src/picture/scene.ts";
import { requestedLabels } from "../src/picture/words/tensorLabel.ts";
import { flow, labelsOf, measureAsWide, partitioned } from "./picture/pictures.ts";

/** Points on a line, a few pixels apart. */
function pointsOn(line: ReturnType<typeof edgeLine>): readonly (readonly [number, number])[] {
  return line.slice(1).flatMap(([toX, toY], p) => {
    const [fromX, fromY] = line[p] ?? [toX, toY];
    const steps = Math.max(1, Math.ceil((Math.abs(toX - fromX) + Math.abs(toY - fromY)) / 5));
    return Array.from({ length: steps + 1 }, (_, s) => [fromX + (s / steps) * (toX - fromX), fromY + (s / steps) * (toY - fromY)] as const);
  });
}

const folder = new URL("../../public/examples/", import.meta.url);
const examples = readdirSync(folder).filter((name) => name.endsWith(".relay"));
const shown = { epoch: 1, hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [], view: "operators" } as const;
/** From afar, at the zoom of a first look, and near. */
const zooms = [0.6, 0.8, 1, 1.4];
/** Letters of a name that a title keeps at least, and of an operator's name whose frame is too narrow for it. */
const leastLetters = 5;

measureAsWide();

const panes = [
  { width: 930, height: 630 },
  { width: 440, height: 660 },
];

/** Those of the blackboard, at 1280 by 800 and at 1920 by 1080. */
const low = [
  { width: 680, height: 300 },
  { width: 680, height: 270 },
];

async function pictures(text: string, target: string, stages = [2, 5], sizes = panes): Promise<readonly GraphAnswer[]> {
  const engine = await partitioned(text, target, false);
  return Promise.all(sizes.flatMap((paneSize) => stages.map((stage) => engine.graph({ ...shown, wrap: true, paneSize, stage }))));
}

function holds(frames: GraphAnswer["graph"]["frames"], outer: number, inner: number): boolean {
  for (let at = inner; at >= 0; at = frames[at]?.parent ?? -1) if (at === outer) return true;
  return false;
}

/** Whether a frame is drawn in several pieces, so that what is between them is not in it. */
function hasPieces({ layout }: GraphAnswer, frame: number): boolean {
  return (layout.frameOffsets[frame + 1] ?? 0) - (layout.frameOffsets[frame] ?? 0) !== 1;
}

test.each(
  examples.flatMap((name) => [
    [name, "dnnl"],
    [name, "byoc-target"],
  ]),
)("titles of %s for %s can be read, no edge runs through them, and labels of regions stand at their own", async (name, target) => {
  for (const answer of await pictures(readFileSync(new URL(name, folder), "utf8"), target)) {
    const { graph, layout } = answer;
    const paths = graph.edges.map((_, e) => pointsOn(edgeLine(layout, e)));
    for (const zoom of zooms) {
      const labels = labelsOf(answer, zoom);
      const titles = labels.filter((label) => label.id.startsWith("t"));
      for (const { id, text, x, y, width, height } of titles) {
        const frame = graph.frames.find((f) => `t${f.id}` === id);
        const said = `${text} for ${frame?.label} at ${zoom}`;
        const end = text.startsWith("…") ? text.slice(1) : frame?.label;
        if (text.startsWith("…")) expect(end?.length, said).toBeGreaterThanOrEqual(leastLetters);
        expect(frame?.label.endsWith(end ?? "") && text.endsWith("…") === false, said).toBe(true);
        const [left = 0, , wide = layout.width] = layout.frames.subarray(4 * (frame?.parent ?? 0)).subarray(0, 4);
        if (frame && frame.parent >= 0) expect(x + width, said).toBeLessThanOrEqual(left + wide + 1);
        if (frame && frame.parent >= 0) expect(x, said).toBeGreaterThanOrEqual(left - 1);
        const isOnAnother = graph.frames.some((_, o) => {
          if (!frame || holds(graph.frames, o, graph.frames.indexOf(frame)) || holds(graph.frames, graph.frames.indexOf(frame), o))
            return false;
          const [oLeft = 0, oTop = 0, oWide = 0, oHigh = 0] = layout.frames.subarray(4 * o, 4 * o + 4);
          return x + 1 < oLeft + oWide && x + width - 1 > oLeft && y + 2 < oTop + oHigh && y + height - 2 > oTop && !hasPieces(answer, o);
        });
        expect(isOnAnother, said).toBe(false);
        const isCrossed = paths.some((points) =>
          points.some(([px, py]) => px > x + 1 && px < x + width - 1 && py > y + 2 && py < y + height - 2),
        );
        expect(isCrossed, said).toBe(false);
      }
      for (const { id, text, x, y, width, height, scale } of labels.filter((label) => label.id.startsWith("l"))) {
        const own = Number.parseInt(id.slice(1), 10);
        const isOverAnother = graph.regions.some((_, r) => {
          const pieces = layout.hulls.subarray(4 * (layout.hullOffsets[r] ?? 0), 4 * (layout.hullOffsets[r + 1] ?? 0));
          return Array.from({ length: r === own ? 0 : pieces.length / 4 }).some((_piece, p) => {
            const [left = 0, top = 0, wide = 0, high = 0] = pieces.subarray(4 * p);
            const isAtIts = (top > y && top < y + height + 4) || (y >= top && y + height <= top + high);
            return x + width > left + 7 * scale && x < left + wide - 1 && isAtIts;
          });
        });
        expect(isOverAnother, `${text} of region ${own} at ${zoom}`).toBe(false);
      }
      if (zoom >= 0.9) expect(titles).toHaveLength(graph.frames.length);
    }
  }
});

/** Many small regions under edges, in a function of `let`s. */
const cell = `def @main(%x: Tensor[(1, 32), float32], %c: Tensor[(1, 32), float32]) {
  let %s = split(%x, indices_or_sections=4, axis=1);
  let %i = sigmoid(%s.0);
  let %f = sigmoid(%s.1);
  let %n = tanh(%s.2);
  let %o = sigmoid(%s.3);
  let %d = add(multiply(%f, split(%c, indices_or_sections=4, axis=1).0), multiply(%i, %n));
  multiply(%o, tanh(%d))
}
`;

test.each(["notebook.relay", "two-targets.relay", "diamond.relay", ""])("the label of each region has its number %s", async (name) => {
  const text = name === "" ? cell : readFileSync(new URL(name, folder), "utf8");
  let counted = 0;
  const sizes = [...panes, ...low];
  for (const [i, answer] of (await pictures(text, "tensorrt", [3, 4], sizes)).entries()) {
    const zoom = Math.max(letters.tiny.least, wholeZoom(answer.layout, sizes[Math.floor(i / 2)] ?? { width: 0, height: 0 }));
    const scene = sceneOf(answer);
    const { ofRegion } = coloringOf(answer.graph, "target", paletteOf("light"), undefined);
    const labels = labelsOf(answer, zoom);
    answer.graph.regions.forEach(({ id }, r) => {
      if (!scene.hasHull[r] || !ofRegion(r)) return;
      const label = labels.find((own) => own.id === `l${r}`);
      expect(label?.text).toMatch(new RegExp(`\\b${id}\\b`));
      expect(10.5 * (label?.scale ?? 0) * zoom).toBeGreaterThanOrEqual(10);
      counted++;
    });
  }
  expect(counted).toBeGreaterThan(4);
});

test.each(["notebook.relay", "two-targets.relay"])(
  "the label of a selected tensor of %s is over no box and no other label",
  async (name) => {
    let [all, labeled] = [0, 0];
    for (const answer of await pictures(readFileSync(new URL(name, folder), "utf8"), "byoc-target", [2, 5])) {
      const { graph, layout } = answer;
      const scene = sceneOf(answer);
      const zoom = Math.max(0.7, wholeZoom(layout, { width: 930, height: 630 }));
      const labels = labelsOf(answer, zoom);
      const indices = (list: readonly unknown[]) => list.map((_, i) => i);
      const shown = { edges: indices(graph.edges), frames: indices(graph.frames), regions: indices(graph.regions), labels, zoom };
      const boxes = indices(graph.nodes).map((i) => boxAt(layout.nodes, i));
      for (const i of shown.edges) {
        const own = new Set([i]);
        const found = requestedLabels(scene, { ...shown, tensors: () => new Map() }, { labeledEdges: own, wholeEdges: own }).get(i);
        all++;
        if (!found) continue;
        labeled++;
        expect([...boxes, ...labels].filter((other) => touches(found.box, other, 0)).length, `${found.text} of edge ${i}`).toBe(0);
      }
    }
    expect(labeled / all).toBeGreaterThan(0.8);
  },
);

test("a view inside a region that does not show its label names the region", async () => {
  const [, answer] = await pictures(readFileSync(new URL("resnet18-float.relay", folder), "utf8"), "dnnl");
  if (!answer) throw new Error("no picture");
  const scene = sceneOf(answer);
  const labels = labelsOf(answer, 1, 100);
  const around = (x: number, y: number, reach: number) => ({ x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach });
  const { hulls, hullOffsets, width, height } = answer.layout;
  let checked = 0;
  answer.graph.regions.forEach((_, region) => {
    for (let p = hullOffsets[region] ?? 0; p < (hullOffsets[region + 1] ?? 0); p++) {
      const [x = 0, y = 0, wide = 0, high = 0] = hulls.subarray(4 * p, 4 * p + 4);
      const [middleX, middleY] = [x + wide / 2, y + high / 2];
      expect(regionWithin(scene, labels, around(middleX, middleY, 4))).toBe(region);
      expect(regionWithin(scene, [], around(middleX, middleY, width + height))).toBe(-1);
      checked++;
    }
  });
  expect(checked).toBeGreaterThan(1);
  expect(regionWithin(scene, labels, around(-500, -500, 4))).toBe(-1);
});

test("the pieces of an open region have labels of one form", async () => {
  const engine = await partitioned(readFileSync(new URL("resnet18-float.relay", folder), "utf8"), "dnnl", true);
  const names = new Set<string>();
  for (const paneSize of [
    { width: 934, height: 592 },
    { width: 934, height: 555 },
    { width: 1280, height: 592 },
  ]) {
    const answer = await engine.graph({ ...shown, view: "map", wrap: true, paneSize, stage: flow.length });
    for (const zoom of [0.85, 1, 1.4]) {
      const labels = labelsOf(answer, zoom);
      const formsOf = (start: RegExp) => labels.flatMap(({ id, text }) => (start.test(id) ? [text.replace(/\d+ of /, "of ")] : []));
      const pieces = formsOf(/^l\d+~/);
      expect(pieces.length).toBeGreaterThan(0);
      expect(new Set(pieces).size, pieces.join()).toBe(1);
      for (const text of formsOf(/^t/)) names.add(text);
    }
  }
  expect([...names].filter((name) => /^▾ dnnl 0/.test(name))).not.toEqual([]);
});
