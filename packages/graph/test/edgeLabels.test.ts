/** Labels of edges lie on nothing, whatever the picture, and say as much as there is room for. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { holds } from "@relayscope/cases";
import {
  type DrawableGraph,
  edgeLine,
  edgeTexts,
  type GraphLayout,
  type LabelBox,
  placeEdgeLabel,
  placeEdgeLabels,
} from "@relayscope/graph";
import { fitMap, planMap } from "@relayscope/graph/map";
import { drawnOf, labelRoomOf } from "@relayscope/graph/titles";
import type { Module } from "@relayscope/ir";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { edgeWidth } from "../src/edgeWords.ts";
import { draw } from "./build.ts";
import { box } from "./geometry.ts";
import { modules } from "./modules.ts";
import { network } from "./networks.ts";

const panes = [
  { width: 930, height: 580 },
  { width: 1230, height: 860 },
];
const sizes = [7, 10, 12];

/** The module's map, each of its edges with a tensor. */
function mapOf(module: Module, pane: (typeof panes)[number]) {
  const { graph, layout } = fitMap(planMap(draw(module)), pane);
  const shapes = ["", "1×64×56×56", "1×1000", "1×2048×7×7"];
  const edges = graph.edges.map((edge, i) => ({ ...edge, dtype: "float32", shape: shapes[i % 4] ?? "", bytes: 2 ** (8 + (i % 16)) }));
  return { graph: { ...graph, edges }, layout };
}

const overlap = (a: LabelBox, b: LabelBox) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const plain = ({ x, y, w, h }: ReturnType<typeof box>): LabelBox => ({ x, y, width: w, height: h });

/** What is wrong with labels, in words, and the share of edges that have one. */
function look(graph: DrawableGraph, layout: GraphLayout, size: number) {
  const all = graph.edges.map((_, i) => i);
  // As the page has them: a title at the top left of each frame.
  const titles = graph.frames.map((_, f) => ({ ...plain(box(layout.frames, f)), width: 60, height: 17 }));
  const placed = placeEdgeLabels(labelRoomOf(drawnOf({ graph, layout }), titles), all, size);
  const nodes = graph.nodes.map((_, i) => plain(box(layout.nodes, i)));
  const borders = [layout.framePieces, layout.hulls].flatMap((list) => Array.from({ length: list.length / 4 }, (_, i) => box(list, i)));
  const points = all.flatMap((e) => pointsOn(edgeLine(layout, e)));
  const faults: string[] = [];
  const labels = [...placed];
  labels.forEach(([i, { text, box: own }], place) => {
    const check = (isRight: boolean, fault: string) => void (isRight || faults.push(`${text} ${fault}`));
    const { x, y, width, height } = own;
    check(graph.edges[i] !== undefined && edgeTexts(graph.edges[i]).includes(text), "is another edge's");
    check(x >= 0 && y >= 0 && x + width <= layout.width && y + height <= layout.height, "reaches out of the picture");
    check(!nodes.some((node) => overlap(own, node)), "lies on a card");
    check(!titles.some((title) => overlap(own, title)), "lies on a title");
    const wide = { ...own, x: x - 11, width: width + 22 };
    check(!labels.slice(place + 1).some(([, other]) => overlap(wide, other.box)), "lies on a label, or runs into it");
    check(!points.some(([px, py]) => px > x && px < x + width && py > y && py < y + height), "lies on a line");
    const { from } = graph.edges[i] ?? {};
    const others = all.filter((e) => graph.edges[e]?.from !== from).flatMap((e) => pointsOn(edgeLine(layout, e)));
    check(!others.some(([px, py]) => px > x - 6 && px < x + width + 6 && py > y && py < y + height), "ends at a line of another edge");
    for (const border of borders) {
      const isInside = x > border.x && y > border.y && x + width < border.right && y + height < border.bottom;
      check(isInside || !overlap(own, plain(border)), "lies on a border");
    }
  });
  return { faults, share: placed.size / Math.max(1, all.length) };
}

/** Points on a line, a few pixels apart. */
function pointsOn(line: ReturnType<typeof edgeLine>): readonly (readonly [number, number])[] {
  return line.slice(1).flatMap(([toX, toY], p) => {
    const [fromX, fromY] = line[p] ?? [toX, toY];
    const steps = Math.ceil((Math.abs(toX - fromX) + Math.abs(toY - fromY)) / 3);
    return Array.from({ length: steps + 1 }, (_, s) => [fromX + (s / steps) * (toX - fromX), fromY + (s / steps) * (toY - fromY)] as const);
  });
}

test("on maps of random modules", () => {
  holds(40, [modules, fc.constantFrom(...panes), fc.constantFrom(...sizes)], (module, pane, size) => {
    const { graph, layout } = mapOf(module, pane);
    expect(look(graph, layout, size).faults).toEqual([]);
  });
});

test("a label that may be over edges crosses no boundary", () => {
  const { graph, layout } = mapOf(network("host a\ndnnl b c d\nhost e"), { width: 930, height: 580 });
  const room = labelRoomOf(drawnOf({ graph, layout }));
  graph.edges.forEach((_, i) => {
    const free = placeEdgeLabel(room, i, ["1×64×56×56"], 10, () => true, "lines");
    if (!free) return;
    const { x, y, width, height } = free.box;
    // A frame around the place, whose side goes through its middle.
    const border = { x: x + width / 2, y: y - 50, width: 400, height: height + 100 };
    const other = placeEdgeLabel({ ...room, borders: [border] }, i, ["1×64×56×56"], 10, () => true, "lines");
    const isClear = !other || other.box.x + other.box.width < border.x || other.box.x > border.x || other.box.y > border.y + border.height;
    expect(isClear).toBe(true);
  });
});

const folder = fileURLToPath(new URL("./networks/", import.meta.url));

describe.each(readdirSync(folder))("on the map of %s", (name) => {
  test.each(panes)("in a pane of $width by $height most edges have one", (pane) => {
    const { graph, layout } = mapOf(network(readFileSync(`${folder}${name}`, "utf8")), pane);
    for (const size of sizes) {
      const { faults, share } = look(graph, layout, size);
      expect(faults).toEqual([]);
      expect(share).toBeGreaterThan(0.5);
    }
  });
});

const edge = {
  from: 0,
  to: 1,
  argument: 0,
  type: "",
  dtype: "float32",
  shape: "1×64×56×56",
  bytes: 802_816,
  tensors: 1,
  producer: 1,
  consumer: 2,
};

test("an edge says its tensor, in steps", () => {
  expect(edgeTexts(edge)).toEqual(["1×64×56×56 f32 · 784 KiB", "1×64×56×56 · 784 KiB", "1×64×56×56", "784 KiB"]);
  expect(edgeTexts({ ...edge, tensors: 3 })).toEqual(["3 tensors · 784 KiB", "784 KiB"]);
  expect(edgeTexts({ ...edge, dtype: "uint8", shape: "", bytes: 1 })).toEqual(["u8 · 1 B", "1 B"]);
  expect(edgeTexts({ ...edge, dtype: "bfloat16", shape: "?×8", bytes: undefined })).toEqual(["?×8 bf16", "?×8"]);
  expect(edgeTexts({ ...edge, dtype: "", shape: "", bytes: undefined })).toEqual([]);
});

test("one that weighs more is thicker", () => {
  const widths = [undefined, 2 ** 10, 2 ** 13, 2 ** 14, 2 ** 20, 2 ** 21, 2 ** 40].map((bytes) => edgeWidth({ bytes }));
  expect(widths).toEqual([1.2, 1.2, 1.2, 1.7, 4.7, 5.2, 7]);
});
