/** Cures of a run's boundaries with the modules that they give: for comparing with the reference. */
import { childrenOf, type Expr, moduleOrder, pushTo } from "@relayscope/ir";
import { wholeKit } from "@relayscope/run";
import type { Cure, RunSpec } from "@relayscope/run/contract";
import { printModule } from "@relayscope/text";
import { builtInSpecs, cures, groundFromText, isJoined, knowledgeOf, lastOf, sortOf } from "@relayscope/whatif";

export interface TriedCure extends Cure {
  /** The first pass's input and the last pass's output, as text. */
  readonly input: string;
  readonly output: string;
}

/** How many cures of one boundary are taken. */
const mostOfOne = 3;

/** Up to `most` cures: the first of each boundary, boundaries in the order of the nodes that take what crosses. */
export async function triedCures(spec: RunSpec, most: number): Promise<readonly TriedCure[]> {
  const ground = groundFromText(spec, await wholeKit(), builtInSpecs());
  const known = knowledgeOf(ground);
  const { unmerged, tracer, regions } = known;
  const there = new Map<Expr, Expr[]>();
  for (const node of moduleOrder(lastOf(ground.stages).module)) {
    if (node.kind !== "Call" && node.kind !== "If") continue;
    for (const origin of tracer.back(node, unmerged.stage)) {
      if (sortOf(origin) === sortOf(node)) pushTo(there, origin, node);
    }
  }
  const tried: TriedCure[] = [];
  for (const user of unmerged.order) {
    for (const maker of childrenOf(user)) {
      const [from, to] = [there.get(maker), there.get(user)];
      if (!from || !to || isJoined(regions, from, to)) continue;
      let own = 0;
      for (const cure of cures(known, { from, to })) {
        if (!cure) continue;
        const { edits, label, run, before, after, variant } = cure;
        const input = printModule(variant.stages[0]?.module ?? lastOf(variant.stages).module);
        tried.push({ edits, label, run, before, after, input, output: printModule(lastOf(variant.stages).module) });
        if (tried.length >= most) return tried;
        if (++own >= mostOfOne) break;
      }
    }
  }
  return tried;
}
