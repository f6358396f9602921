/** Compares the repetitions of a stack: their common properties and their differences. */
import { causes } from "@relayscope/explain";
import { type DrawableNode, noBoundary, wholeRegions } from "@relayscope/graph";
import { keptIn, pushTo } from "@relayscope/ir";
import type { Run } from "@relayscope/run";
import type { RepetitionDifference, StackAnswer } from "@relayscope/run/contract";
import { attributesOf } from "./details.ts";
import { fullGraph } from "./drawStage.ts";
import { regionList } from "./regionList.ts";

/** By what differs: which repetitions have which value. */
type Table = Map<string, { readonly at: string; readonly what: string; readonly values: Map<string, number[]> }>;

/** The answer for repetitions whose calls have these ids; ids that the stage does not have are left out. */
export function stackAnswer(run: Run, stage: number, runs: readonly (readonly number[])[]): StackAnswer {
  const graph = fullGraph(run, stage);
  const { nodes, edges } = graph;
  const indexOf = new Map(nodes.map(({ id }, i) => [id, i]));
  /** By node: the parameters and constants among its arguments after the first, which is the data. */
  const takes = new Map<number, string[]>();
  for (const { from, to, argument } of edges) {
    const taken = keptIn(takes, to, () => []);
    const node = nodes[from];
    if (argument > 0 && (node?.card === "constant" || node?.card === "variable")) taken[argument] = resultOf(node);
  }
  const lines = new Map(regionList(run, stage).map((line) => [line.region, line]));
  const index = run.index(stage);
  const table: Table = new Map();
  const seen = new Map<string, number>();
  const within = new Set<string>();
  runs.forEach((ids, r) => {
    const counts = new Map<string, number>();
    const note = (at: string, what: string, value: string) => {
      const key = `${at} ${what}`;
      const entry = keptIn(table, key, () => ({ at, what, values: new Map<string, number[]>() }));
      pushTo(entry.values, value, r);
    };
    const regions: number[] = [];
    for (const id of ids) {
      const i = indexOf.get(id);
      const node = i === undefined ? undefined : nodes[i];
      if (!node || i === undefined) continue;
      const at = counted(counts, node.label);
      seen.set(at, (seen.get(at) ?? 0) + 1);
      note(at, "result", resultOf(node));
      note(at, "parameters", (takes.get(i) ?? []).filter((text) => text !== "").join(", "));
      const expr = index.exprOf(id);
      for (const { label, value } of expr ? attributesOf(expr) : []) note(at, label, value);
      if (lines.has(node.region) && !regions.includes(node.region)) regions.push(node.region);
    }
    const wholes = wholeRegions(graph, ids);
    for (const region of regions) {
      const line = lines.get(region);
      if (!line) continue;
      if (wholes.has(region)) note(`${line.target} region ${regions.indexOf(region) + 1}`, "ends", namesOf(line.causes));
      else within.add(line.name);
    }
  });
  const lacking: RepetitionDifference[] = [...seen]
    .filter(([, count]) => count < runs.length)
    .map(([at]) => {
      const having = new Set([...(table.get(`${at} result`)?.values.values() ?? [])].flat());
      const places = [...runs.keys()];
      return {
        at,
        what: "is there",
        values: [
          { value: "yes", repetitions: places.filter((r) => having.has(r)) },
          { value: "no", repetitions: places.filter((r) => !having.has(r)) },
        ],
      };
    });
  const differing = [...table.values()].flatMap(({ at, what, values }): RepetitionDifference[] =>
    values.size < 2 ? [] : [{ at, what, values: [...values].map(([value, repetitions]) => ({ value, repetitions })) }],
  );
  return {
    operators: sharedOperators(runs.map((ids) => operatorsOf(nodes, indexOf, ids))),
    within: [...within],
    differences: [...lacking, ...differing],
  };
}

/** The operators that each of these has, as often as each has them. */
function sharedOperators([first = [], ...others]: readonly StackAnswer["operators"][]): StackAnswer["operators"] {
  const counts = new Map(first.map(({ name, count }) => [name, count]));
  for (const own of others) {
    const found = new Map(own.map(({ name, count }) => [name, count]));
    for (const [name, count] of counts) counts.set(name, Math.min(count, found.get(name) ?? 0));
  }
  return [...counts].flatMap(([name, count]) => (count > 0 ? [{ name, count }] : []));
}

/** `conv2d`, then `conv2d 2`: each call of a repetition has its own name. */
function counted(counts: Map<string, number>, label: string): string {
  const count = (counts.get(label) ?? 0) + 1;
  counts.set(label, count);
  return count === 1 ? label : `${label} ${count}`;
}

/** `1×64×56×56 float32`; the type if it is not a tensor. */
function resultOf(node: DrawableNode | undefined): string {
  if (!node) return "";
  return node.dtype === "" ? node.type : [node.shape, node.dtype].filter((text) => text !== "").join(" ");
}

function namesOf(codes: readonly (keyof typeof causes)[]): string {
  return codes.length === 0 ? noBoundary : codes.map((code) => causes[code].name).join(" · ");
}

function operatorsOf(
  nodes: readonly DrawableNode[],
  indexOf: ReadonlyMap<number, number>,
  ids: readonly number[],
): StackAnswer["operators"] {
  const counts = new Map<string, number>();
  for (const id of ids) {
    const label = nodes[indexOf.get(id) ?? -1]?.label;
    if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count }));
}
