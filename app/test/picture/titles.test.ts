/** No title of a region or frame touches a box, an edge of the graph or a line of a frame or hull. */
import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { edgeLine, type GraphAnswer, type RunRequest, wholeZoom } from "@relayscope/engine";
import { boxAt, type PlacedLabel } from "@relayscope/engine/titles";
import { expect, test } from "vitest";
import { pictureBox, sceneOf } from "../../src/picture/scene.ts";
import type { Box } from "../../src/state/boxes.ts";
import { flow, labelsOf, measureAsWide, partitioned } from "./pictures.ts";

measureAsWide();

const examples = new URL("../../../public/examples/", import.meta.url);
const corpus = new URL("../../../packages/testing/corpus/flow.jsonl.gz", import.meta.url);

/** The examples and the networks of the corpus, by name. */
function networks(): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const name of readdirSync(examples)) if (name.endsWith(".relay")) texts.set(name, readFileSync(new URL(name, examples), "utf8"));
  for (const line of gunzipSync(readFileSync(corpus)).toString().trim().split("\n")) {
    const { source, input }: { readonly source: string; readonly input: string } = JSON.parse(line);
    texts.set(source.split(".")[0] ?? source, input);
  }
  return texts;
}

/** The panes of windows of 1280x800 and 1920x1080. */
const panes = [
  { width: 934, height: 592 },
  { width: 1228, height: 928 },
];
const shown = { epoch: 1, hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [], wrap: true } as const;

async function picturesOf(text: string, target: string): Promise<readonly (readonly [GraphAnswer, number])[]> {
  const engine = await partitioned(text, target, true);
  return Promise.all(
    panes.flatMap((paneSize) =>
      (["map", "operators"] as const).map(async (view) => {
        const answer = await engine.graph({ ...shown, view, paneSize, stage: flow.length });
        return [answer, wholeZoom(pictureBox(answer.layout), { width: paneSize.width, height: paneSize.height - 40 })] as const;
      }),
    ),
  );
}

/** Whether a box reaches into a label by more than a rounding. */
function meets(label: PlacedLabel, { x, y, width, height }: Box): boolean {
  const least = 0.01;
  return (
    label.x + least < x + width && label.x + label.width - least > x && label.y + least < y + height && label.y + label.height - least > y
  );
}

/** The four lines of a box, which are a pixel wide. */
function outlineOf({ x, y, width, height }: Box): readonly Box[] {
  return [
    { x, y, width, height: 1 },
    { x, y: y + height - 1, width, height: 1 },
    { x, y, width: 1, height },
    { x: x + width - 1, y, width: 1, height },
  ];
}

/** What there is to touch in a picture, by name: whether a label touches it. */
function obstaclesOf(answer: GraphAnswer): readonly (readonly [string, (label: PlacedLabel) => boolean])[] {
  const { graph, layout } = answer;
  const pieces = graph.frames.flatMap(({ kind, region, label }, f) => {
    // A frame that is its region's hull has no line of its own.
    if ((kind === "external-function" || kind === "region") && (graph.regions[region]?.color ?? -1) >= 0) return [];
    const [first = 0, end = 0] = layout.frameOffsets.subarray(f, f + 2);
    return Array.from({ length: end - first }, (_, p) => [`frame ${label}`, boxAt(layout.framePieces, first + p)] as const);
  });
  const hulls = graph.regions.flatMap(({ label }, r) => {
    const [first = 0, end = 0] = layout.hullOffsets.subarray(r, r + 2);
    return Array.from(
      { length: sceneOf(answer).hasHull[r] ? end - first : 0 },
      (_, p) => [`hull ${label}`, boxAt(layout.hulls, first + p)] as const,
    );
  });
  const boxes = graph.nodes.map(({ label }, n) => [`box ${label}`, boxAt(layout.nodes, n)] as const);
  const edges = graph.edges.flatMap((_, e) => {
    const points = edgeLine(layout, e);
    return points.slice(1).map(([toX, toY], p) => {
      const [x, y] = points[p] ?? [toX, toY];
      return { x: Math.min(x, toX), y: Math.min(y, toY), width: Math.abs(x - toX), height: Math.abs(y - toY) };
    });
  });
  return [
    ...boxes.map(([name, box]) => [name, (label: PlacedLabel) => meets(label, box)] as const),
    ...edges.map((box) => ["an edge", (label: PlacedLabel) => meets(label, box)] as const),
    ...[...pieces, ...hulls].map(
      ([name, box]) => [name, (label: PlacedLabel) => outlineOf(box).some((line) => meets(label, line))] as const,
    ),
  ];
}

const all = networks();
/** At least 0.8 unless a whole picture is smaller: then its letters are as high as the room above what a frame holds. */
const zooms = [0.8, 0.9, 1, 1.4];
/** At these zooms a title may touch the outline of a frame: otherwise its region would have no title. */
const far = [0.5, 0.65];

/** The branches at zoom 1 and more, and how many of them have titles. */
const branches = { all: 0, said: 0 };

/** The regions at zoom 1 and more, and how many of them have labels with their number of operators. */
const counts = { operators: { all: 0, said: 0 }, map: { all: 0, said: 0 } };

test.each(
  [...all.keys()].flatMap((name) =>
    (name.endsWith(".relay") ? ["dnnl", "byoc-target"] : ["dnnl"]).map((target) => [name, target] as const),
  ),
)("titles of %s for %s touch no box, edge or line, and each region has one", async (name, target) => {
  for (const [answer, whole] of await picturesOf(all.get(name) ?? "", target)) {
    const scene = sceneOf(answer);
    const { frames, regions } = answer.graph;
    const obstacles = obstaclesOf(answer);
    for (const zoom of [...far, ...zooms, ...(whole < 0.8 ? [] : [whole])]) {
      const labels = labelsOf(answer, zoom);
      const touched = labels.flatMap((label) =>
        obstacles.flatMap(([what, isTouched]) => {
          const isAllowed = far.includes(zoom) && what.startsWith("frame ");
          return !isAllowed && isTouched(label) ? [`"${label.text}" at ${zoom} touches ${what}`] : [];
        }),
      );
      expect(touched).toEqual([]);
      expect(labels.filter((label, l) => labels.some((other, o) => o < l && meets(label, other)))).toEqual([]);
      const named = new Set(labels.map(({ id }) => id));
      for (const { kind, id } of zoom < 1 ? [] : frames) {
        if (kind !== "then" && kind !== "else") continue;
        branches.all++;
        if (named.has(`t${id}`)) branches.said++;
      }
      for (const [r, { color, label }] of regions.entries()) {
        const isNamed = named.has(`l${r}`) || frames.some(({ id, region }) => region === r && named.has(`t${id}`));
        if (!scene.hasHull[r] || color < 0) continue;
        expect(isNamed, `${label} at ${zoom} has a title`).toBe(true);
        if (zoom < 1) continue;
        const ids = [`l${r}`, `l${r}~`, ...frames.filter(({ region }) => region === r).map(({ id }) => `t${id}`)];
        const texts = labels.filter(({ id }) => ids.includes(id)).map(({ text }) => text);
        const [own = ""] = label.split(" · ");
        // Without a name on the left of an edge, the name is on its right.
        if (texts.length > 1 && texts.includes("▾"))
          expect(
            texts.some((text) => text.startsWith(own)),
            `${label} at ${zoom}`,
          ).toBe(true);
        const count = counts[answer.graph.nodes.some(({ summary }) => summary) ? "map" : "operators"];
        count.all++;
        if (texts.some((text) => text.includes(label.split(" · ")[1] ?? "\n"))) count.said++;
      }
    }
  }
});

test("nearly all regions show their number of operators at zoom 1 and more", () => {
  expect(counts.operators.said / counts.operators.all).toBeGreaterThan(0.95);
  expect(counts.map.said).toBe(counts.map.all);
});

test("all branches have a title at zoom 1 and more", () => {
  expect(branches.all).toBeGreaterThan(0);
  expect(branches.said).toBe(branches.all);
});

test("a branch has its title inside if edges take the places at its head and foot", async () => {
  const engine = await partitioned(all.get("notebook.relay") ?? "", "cutlass", true);
  const paneSize = { width: 718, height: 500 };
  const answer = await engine.graph({ ...shown, view: "operators", paneSize, stage: flow.length });
  const texts = labelsOf(answer, 0.7).map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(["then", "else"]));
});

/** Whether a label of a region is over another region, which does not hold its own. */
function overOthers(answer: GraphAnswer, labels: readonly PlacedLabel[]): readonly string[] {
  const { hullsIn, regionOfHull } = sceneOf(answer);
  const { regions } = answer.graph;
  const { hulls, hullOffsets } = answer.layout;
  return labels.flatMap((label) => {
    const region = Number(/^l(\d+)/.exec(label.id)?.[1] ?? -1);
    const own = boxAt(hulls, hullOffsets[region] ?? 0);
    const found = hullsIn(label.x, label.y, label.x + label.width, label.y + label.height).filter((piece) => {
      const box = boxAt(hulls, piece);
      const isAround = box.x <= own.x && box.y <= own.y && box.x + box.width >= own.x + own.width;
      return region >= 0 && regionOfHull[piece] !== region && !isAround && meets(label, box);
    });
    return found.map((piece) => `${regions[region]?.label} over ${regions[regionOfHull[piece] ?? -1]?.label}`);
  });
}

type Example = Pick<RunRequest, "target" | "customTargets" | "pipeline"> & { readonly file: string };

test("the labels of regions next to each other are over none of the others, also from afar", async () => {
  const gallery: readonly Example[] = JSON.parse(readFileSync(new URL("index.json", examples), "utf8"));
  const { file = "", target = "", ...changes } = gallery.find((example) => example.file === "two-targets.relay") ?? {};
  const engine = await partitioned(all.get(file) ?? "", target, false, changes);
  for (const paneSize of [...panes, { width: 460, height: 560 }, { width: 680, height: 290 }])
    for (const stage of [3, 5])
      for (const view of ["map", "operators"] as const) {
        const answer = await engine.graph({ ...shown, view, paneSize, stage });
        for (const zoom of [0.45, ...zooms]) expect(overOthers(answer, labelsOf(answer, zoom))).toEqual([]);
      }
});
