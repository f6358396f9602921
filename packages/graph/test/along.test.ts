/** Maps that follow a neighbor's: as sound as alone, and what both have stands at one place. */
import { holds } from "@relayscope/cases";
import { type DrawableGraph, type GraphLayout, labelRoom } from "@relayscope/graph";
import { fitMap, type PlacedGraph, planMap } from "@relayscope/graph/map";
import { type Expr, func, moduleOf, variable } from "@relayscope/ir";
import fc from "fast-check";
import { expect, test } from "vitest";
import { apply, begin, draw, end } from "./build.ts";
import { box, checkApart } from "./geometry.ts";

const pane = { width: 933, height: 590 };

/**
 * By step of a network: its operator, how far back its second input stands, and whether it is offloaded at each stage.
 */
const steps = fc.array(
  fc.record({
    name: fc.constantFrom("exp", "abs", "add", "cast"),
    back: fc.integer({ min: 1, max: 4 }),
    offloaded: fc.tuple(fc.boolean(), fc.boolean()),
  }),
  { minLength: 4, maxLength: 70 },
);
type Steps = (typeof steps extends fc.Arbitrary<infer T> ? T : never) & readonly unknown[];

/**
 * The pictures of a network at two stages, between which other steps are offloaded; the same steps have the same ids.
 */
function stagesOf(network: Steps): readonly DrawableGraph[] {
  return ([0, 1] as const).map((stage) => {
    const ids = new Map<Expr, number>();
    const x = variable("x");
    const made: Expr[] = [x];
    network.forEach(({ name, back, offloaded }, i) => {
      const inputs = [made.at(-1) ?? x, ...(name === "add" ? [made.at(-back) ?? x] : [])];
      const step = apply(name, ...(offloaded[stage] ? inputs.map((input) => begin(input, "t")) : inputs));
      ids.set(step, i + 1);
      made.push(offloaded[stage] ? end(step, "t") : step);
    });
    let others = 1000;
    const idOf = (expr: Expr) => {
      const known = ids.get(expr) ?? others++;
      ids.set(expr, known);
      return known;
    };
    ids.set(x, 999);
    return draw(moduleOf([["main", func({ params: [x], body: made.at(-1) ?? x })]]), { ids: idOf });
  });
}

const placesOf = ({ graph, layout }: { readonly graph: DrawableGraph; readonly layout: GraphLayout }) =>
  new Map(graph.nodes.map((node, i) => [node.summary?.members.join() ?? `${node.kind} ${node.id}`, box(layout.nodes, i)]));

test("a map that follows another can be read, nothing overlaps or is outside, and most of what both have stays in place", () => {
  let [shared, steady] = [0, 0];
  holds(60, [steps, fc.boolean()], (network, isForward) => {
    const plans = stagesOf(network).map((graph) => planMap(graph));
    const [first, second] = isForward ? plans : plans.toReversed();
    if (!first || !second) throw new Error("no stages");
    const { graph: other, layout: there, columns } = fitMap(first, pane);
    if (!columns) throw new Error("no columns");
    const neighbor: PlacedGraph = { graph: other, layout: there, columns };
    const { graph, layout } = fitMap(second, pane, {}, { neighbor });
    checkApart(graph, layout);
    expect(Math.min((pane.width - 16) / layout.width, (pane.height - 16) / layout.height)).toBeGreaterThan(0.76);
    for (let p = 0; p < layout.edgePoints.length; p += 2) {
      const [x = 0, y = 0] = layout.edgePoints.subarray(p, p + 2);
      expect(x >= 0 && x <= layout.width && y >= -labelRoom && y <= layout.height).toBe(true);
    }
    const before = placesOf(neighbor);
    for (const [name, { x, y, w, h }] of placesOf({ graph, layout })) {
      const was = before.get(name);
      if (!was) continue;
      shared++;
      if (Math.hypot(was.x + was.w / 2 - x - w / 2, was.y + was.h / 2 - y - h / 2) < 30) steady++;
    }
  });
  expect(steady / shared).toBeGreaterThan(0.5);
});
