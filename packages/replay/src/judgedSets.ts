/**
 * Reports the sets of operators that make two nodes one region, and a way to try any set, for tests that try them all.
 */
import { at, calledOp, childrenOf, drained, type Expr, moduleOrder, pushTo } from "@relayscope/ir";
import { finishedRun, whyOf } from "@relayscope/run";
import type { Edit, RunSpec } from "@relayscope/run/contract";
import { printModule } from "@relayscope/text";
import { isFor, isJoined, joinedBy, joiningSet, knowledgeFor, lastOf, sortOf, takers } from "@relayscope/whatif";
import type { TriedCure } from "./triedCures.ts";

export interface JudgedSet {
  /** The two nodes, by their operators and places. */
  readonly label: string;
  readonly kind: "smallest" | "found" | "none" | "limit";
  readonly sentence: string;
  /** The set that was found, with the module that it gives. */
  readonly cure: TriedCure | undefined;
  /** Every operator of the text that each target in question may be given. */
  readonly all: readonly { readonly target: string; readonly edits: readonly Edit[] }[];
  /** Whether the two are in one region of a target once it is given a set: the flow is run. */
  joins(target: string, edits: readonly Edit[]): boolean;
}

/** The reports on `pairs` pairs of nodes that are not in one region; `pick` chooses them by their number. */
export async function judgedSets(spec: RunSpec, pairs: number, pick: (count: number) => number): Promise<readonly JudgedSet[]> {
  const run = await finishedRun(spec);
  const known = await knowledgeFor(run);
  const { ground, unmerged, tracer, regions } = known;
  const { why } = whyOf(run);
  const there = new Map<Expr, Expr[]>();
  for (const node of moduleOrder(lastOf(ground.stages).module)) {
    if (calledOp(node) === undefined) continue;
    for (const origin of tracer.back(node, unmerged.stage)) {
      if (sortOf(origin) === sortOf(node)) pushTo(there, origin, node);
    }
  }
  const nodes = [...there.keys()].filter((e) => childrenOf(e).length > 1);
  const judged: JudgedSet[] = [];
  for (let i = 0; i < pairs && nodes.length > 1; i++) {
    const [a, b] = [at(nodes, pick(nodes.length)), at(nodes, pick(nodes.length))];
    const boundary = { from: there.get(a) ?? [], to: there.get(b) ?? [] };
    if (a === b || isJoined(regions, boundary.from, boundary.to)) continue;
    const found = drained(joiningSet(known, why, boundary));
    if (!found) continue;
    const cure = found.kind === "smallest" || found.kind === "found" ? found.cure : undefined;
    judged.push({
      label: `${sortOf(a)} ${unmerged.order.indexOf(a)}, ${sortOf(b)} ${unmerged.order.indexOf(b)}`,
      kind: found.kind,
      sentence: found.kind === "none" ? found.proof.sentence : "",
      cure: cure && {
        edits: cure.edits,
        label: cure.label,
        run: cure.run,
        before: cure.before,
        after: cure.after,
        input: printModule(cure.variant.stages[0]?.module ?? lastOf(cure.variant.stages).module),
        output: printModule(lastOf(cure.variant.stages).module),
      },
      all: takers(known, boundary).map((target) => ({ target, edits: editsOf(spec, target, unmerged.order) })),
      joins: (target, edits) => {
        const joined = joinedBy(known, boundary, { edits });
        return joined !== undefined && isFor(target, joined);
      },
    });
  }
  return judged;
}

function editsOf({ customTargets }: RunSpec, target: string, order: readonly Expr[]): readonly Edit[] {
  const ruled = customTargets.find((t) => t.name === target)?.operators ?? [];
  const edits = new Map<string, Edit>();
  for (const node of order) {
    const operator = calledOp(node);
    if (node.kind !== "Call" || operator === undefined) continue;
    if (ruled.includes(operator)) edits.set(operator, { kind: "override-rule", target, operator, arity: node.args.length });
    else edits.set(operator, { kind: "add-rule", target, operator });
  }
  return [...edits.values()];
}
