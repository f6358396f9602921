/** What stands apart in every picture: boxes from boxes, and edges from boxes that they do not join. */
import { holds } from "@relayscope/cases";
import { fitRows, layoutGraph, wrapLayout } from "@relayscope/graph";
import { drawnLayout, fitMap, planMap } from "@relayscope/graph/map";
import fc from "fast-check";
import { describe, test } from "vitest";
import { draw } from "./build.ts";
import { checkApart } from "./geometry.ts";
import { branches, modules } from "./modules.ts";

const panes = [
  { width: 930, height: 630 },
  { width: 1570, height: 870 },
  { width: 430, height: 600 },
];

describe("boxes are apart unless one holds the other, no edge runs through another box or frame, and each region is one shape", () => {
  test("among operators, in columns or not", () => {
    holds(60, [modules, fc.constantFrom(...panes)], (module, pane) => {
      const graph = draw(module);
      const flat = layoutGraph(graph);
      checkApart(graph, drawnLayout(graph, flat));
      checkApart(graph, drawnLayout(graph, wrapLayout(graph, flat, pane).layout));
    });
  });

  test("where rows go on below that are wider than they may be", () => {
    holds(60, [fc.oneof(branches, modules), fc.constantFrom(...panes), fc.integer({ min: 300, max: 2_500 })], (module, pane, widest) => {
      const graph = draw(module);
      checkApart(graph, drawnLayout(graph, layoutGraph(graph, { widest })));
      const { flat, wrapped } = fitRows(graph, pane);
      checkApart(graph, drawnLayout(graph, flat));
      checkApart(graph, drawnLayout(graph, wrapped.layout));
    });
  });

  test("on maps, with a card open or none", () => {
    holds(60, [modules, fc.constantFrom(...panes), fc.nat()], (module, pane, pick) => {
      const plan = planMap(draw(module));
      const closed = fitMap(plan, pane);
      checkApart(closed.graph, closed.layout);
      const cards = closed.graph.nodes.filter((node) => node.summary);
      const card = cards[pick % Math.max(1, cards.length)];
      if (!card) return;
      const open = fitMap(plan, pane, { opened: new Set([-card.id]) });
      checkApart(open.graph, open.layout);
    });
  });
});
