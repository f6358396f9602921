/** `annotated-input`: the input carried annotations around one of the two. */
import { type Expr, keptIn, pushTo } from "@relayscope/ir";
import { isAnnotation, type StageRegion, stageRegions } from "@relayscope/regions";
import { nameOf } from "../../names.ts";
import { causeOf } from "../cause.ts";
import { annotators, didRun, type Ground } from "../ground.ts";
import { sentences } from "../sentences.ts";
import type { PairFinder } from "./pairAsked.ts";

export const annotatedInput: PairFinder = {
  codes: ["annotated-input"],
  find({ ground, from, to }) {
    const { history, base } = ground;
    const region = annotatedRegions(ground);
    const inside = [from, to].find(region);
    const own = inside && region(inside);
    if (!inside || !own || region(from) === region(to)) return undefined;
    const [a, b] = [ground.regionOf(from), ground.regionOf(to)];
    const earlier = history.stages.slice(0, base + 1).find((view) => annotators.includes(view.pass) && didRun(view));
    const annotator = earlier ? `An earlier \`${earlier.pass}\` inserted` : "The input already has";
    return {
      ...causeOf("annotated-input", base, own.target),
      sentence: sentences.annotatedInput(annotator, own.target, nameOf(inside)),
      also: a && b && a.target !== b.target ? ["other-target"] : [],
      blockers: keptIn(known, ground, () => annotationsByRegion(ground.order, region)).get(own) ?? [],
    };
  },
};

/** The region that annotations of the base draw around a node. */
function annotatedRegions({ history, base }: Ground): (node: Expr) => StageRegion | undefined {
  const module = history.stages[base]?.module;
  const regions = module && stageRegions(module);
  return (node) => {
    const found = regions?.offloadedTo(node);
    return found?.kind === "annotated" ? found : undefined;
  };
}

const known = new WeakMap<Ground, ReadonlyMap<StageRegion, readonly Expr[]>>();

/** The annotations that the input carried, by region. */
function annotationsByRegion(order: readonly Expr[], regionOf: (node: Expr) => StageRegion | undefined) {
  const found = new Map<StageRegion, Expr[]>();
  for (const node of order) {
    const region = isAnnotation(node) ? regionOf(node) : undefined;
    if (!region) continue;
    pushTo(found, region, node);
  }
  return found;
}
