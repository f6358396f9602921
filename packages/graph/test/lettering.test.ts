/** Names in pictures that are shown whole. */
import { holds } from "@relayscope/cases";
import { layoutGraph, letteringFor, letters, monoWidth, textWidth, wholeZoom, wrapLayout } from "@relayscope/graph";
import { fitMap, planMap } from "@relayscope/graph/map";
import { func, moduleOf, variable } from "@relayscope/ir";
import fc from "fast-check";
import { expect, test } from "vitest";
import { apply, draw } from "./build.ts";
import { box } from "./geometry.ts";
import { modules } from "./modules.ts";
import { network } from "./networks.ts";

const panes = [
  { width: 460, height: 590 },
  { width: 930, height: 590 },
  { width: 1570, height: 870 },
];
/** Of the page's monospaced face, in shares of the font's size, without the border of a chip. */
const faceHeight = 1.32;
const chips = new Set(["variable", "output", "constant", "global"]);

test("boxes hold their names in the letters that are drawn where a pane shows all of a picture", () => {
  holds(60, [modules, fc.constantFrom(...panes)], (module, pane) => {
    const graph = draw(module);
    const layoutFor = (lettering: keyof typeof letters) => wrapLayout(graph, layoutGraph(graph, { lettering }), pane).layout;
    const lettering = letteringFor(pane, (tried) => [layoutFor(tried)]);
    if (lettering === undefined) return;
    const layout = layoutFor(lettering);
    expect(wholeZoom(layout, pane)).toBeGreaterThanOrEqual(letters[lettering].least);
    graph.nodes.forEach(({ kind, label }, i) => {
      const { w, h } = box(layout.nodes, i);
      const { name, chip } = letters[lettering];
      if (chips.has(kind)) {
        expect(monoWidth(label, chip)).toBeLessThanOrEqual(w - 8);
        expect(chip * faceHeight).toBeLessThan(h);
      } else expect(textWidth(label, name)).toBeLessThanOrEqual(w - 14);
    });
  });
});

test("an operator's box holds its name and its result, both as high as a name from near, with room above and below", () => {
  const lineHeight = 1.15;
  const border = 1.5;
  const besideLetters = 2.5;
  holds(20, [modules], (module) => {
    const graph = draw(module);
    const { nodes } = layoutGraph(graph);
    graph.nodes.forEach(({ kind }, i) => {
      const needed = 2 * (letters.near.name * lineHeight + border + besideLetters);
      if (kind === "call") expect(box(nodes, i).h).toBeGreaterThanOrEqual(needed);
    });
  });
});

test("a name without end is not given room without end", () => {
  const long = draw(moduleOf([["main", func({ params: [], body: apply("exp", variable("x".repeat(400))) })]]));
  const { nodes } = layoutGraph(long, { lettering: "low" });
  expect(Math.max(...long.nodes.map((_, i) => box(nodes, i).w))).toBeLessThan(300);
});

test("no letters are smaller than 10 px at the zoom down to which they are drawn", () => {
  for (const { least, name, chip } of Object.values(letters)) expect(Math.min(name, chip) * least).toBeGreaterThanOrEqual(10);
});

test("titles of cards are whole in a pane that is smaller than the one that decides how maps fold", () => {
  const panes = [
    { width: 560, height: 400 },
    { width: 480, height: 480 },
  ];
  for (const count of [28, 30, 32, 34]) {
    // Unlike each other, so that none fold.
    const layers = Array.from({ length: count }, (_, i) => `${i % 2 === 0 ? "host" : "dnnl"} layer${i} add${i}`);
    const plan = planMap(draw(network(layers.join("\n"))));
    for (const pane of panes) {
      const { graph, layout } = fitMap(plan, pane);
      const zoom = wholeZoom(layout, pane);
      expect(zoom).toBeGreaterThanOrEqual(letters.low.least);
      // At larger zooms cards have lines.
      expect(zoom).toBeLessThan(letters.near.least);
      const { name } = zoom < letters.mid.least ? letters.low : letters.mid;
      graph.nodes.forEach(({ summary, label }, i) => {
        if (summary) expect(textWidth(label, name)).toBeLessThanOrEqual(box(layout.nodes, i).w - 14);
      });
    }
  }
});
