/**
 * Causes due to a pass's place in the pipeline: it is too early or too late, and at its right place the nodes would be
 * in a region.
 */
import type { Expr } from "@relayscope/ir";
import type { History, StageView } from "../../history.ts";
import { listed, nameOf } from "../../names.ts";
import { alsoOf, type Cause } from "../cause.ts";
import { didRun, type Ground, isSameWork } from "../ground.ts";
import { PatternTable } from "../patternTries.ts";
import { betterIn, isJoinedIn } from "./reruns.ts";

/** The passes of partitioning in their order. */
const partitioning: readonly (readonly string[])[] = [
  ["MergeComposite"],
  ["AnnotateTarget", "VitisAIAnnotationPass"],
  ["MergeCompilerRegions"],
  ["PartitionGraph"],
];

/**
 * Passes that bind values or put them into functions: before partitioning they cut what regions would hold together.
 */
const cutting: ReadonlySet<string> = new Set(["ToANormalForm", "ToBasicBlockNormalForm", "FuseOps"]);
/** Passes that prepare a module for partitioning: they have no effect after it. */
const preparing: ReadonlySet<string> = new Set([
  "AlterOpLayout",
  "BackwardFoldScaleAxis",
  "CanonicalizeCast",
  "CanonicalizeOps",
  "ConvertLayout",
  "DeadCodeElimination",
  "DefuseOps",
  "DynamicToStatic",
  "EliminateCommonSubexpr",
  "FakeQuantizationToInteger",
  "FlattenAtrousConv",
  "FoldConstant",
  "FoldExplicitPadding",
  "FoldScaleAxis",
  "ForwardFoldScaleAxis",
  "Inline",
  "RemoveDropoutPass",
  "RemoveStopFusion",
  "SimplifyExpr",
  "SimplifyInference",
  "ToGraphNormalForm",
]);
/** Passes that write one call as several. */
const unfolding: ReadonlySet<string> = new Set(["SimplifyInference", "CanonicalizeOps"]);

/** A pass that may be out of place, and the order with it in the right place. */
interface Misplaced {
  readonly pass: string;
  readonly order: readonly number[];
  /** The problem, as a clause. */
  readonly clause: string;
  /** The right place, for "..., they would be in one region". */
  readonly instead: string;
  /** Stages that a failure before them kept from running. */
  readonly forced: readonly number[];
  /** Whether the passes of partitioning themselves are out of order, which is sufficient as an explanation. */
  readonly isPartitioning: boolean;
  /**
   * For a pass that splits calls into several: its stage. The pass causes only the boundaries of calls that it made.
   */
  readonly makes?: number;
}

/** A run's misplaced passes. Reruns happen only on request. */
export class PassOrder {
  private readonly candidates: readonly Misplaced[];

  constructor(private readonly ground: Ground) {
    this.candidates = misplacedIn(ground.history, ground.annotate);
  }

  /**
   * The misplaced pass that separates two nodes, or keeps one out of regions: in its right place, they would be
   * together. `inner` is the present cause.
   */
  causeOf(inner: () => Cause, from: Expr, to?: Expr): Cause | undefined {
    const { ground } = this;
    for (const candidate of this.candidates) {
      // A pass that splits calls can be the cause only for a single node that it made.
      if (candidate.makes !== undefined && (to !== undefined || !this.isMade(candidate.makes, from))) continue;
      const then = ground.history.rerun(candidate.order, candidate.forced);
      if (!then || !isJoinedIn(ground, then, from, to)) continue;
      return this.misplacedCause(candidate, betterIn(ground, then, from, to), inner(), from, to);
    }
    return undefined;
  }

  private misplacedCause(
    { pass, clause, instead, isPartitioning }: Misplaced,
    better: string,
    inner: Cause,
    from: Expr,
    to: Expr | undefined,
  ): Cause {
    if (inner.code === "order") return inner;
    const pattern = pass === "MergeComposite" ? this.fitting(from, to) : undefined;
    const taken = pattern === undefined ? undefined : this.takenLate(from, to);
    const effect =
      pattern === undefined
        ? ""
        : taken
          ? `: \`${pattern}\` takes \`${nameOf(taken)}\` only after targets were chosen`
          : `: its annotations are between the nodes of \`${pattern}\``;
    const codes = [inner.code, ...inner.also].filter(
      (code) => (code !== "pruned" || inner.pass !== pass) && (!taken || !code.startsWith("pattern-")),
    );
    return {
      ...inner,
      code: "order",
      sentence: isPartitioning ? `${clause}${effect}.` : `${clause}; ${instead} it, ${better}. As it is: ${inner.sentence}`,
      also: alsoOf("order", codes),
      blockers: [],
      path: [],
      ...(pattern === undefined ? {} : { pattern }),
      pass,
      asItStands: inner,
    };
  }

  /** The one of the two nodes that a composite took after targets were chosen. */
  private takenLate(from: Expr, to: Expr | undefined): Expr | undefined {
    const { history, compose, base } = this.ground;
    const decisions = compose === undefined ? [] : (history.stages[compose]?.decisions ?? []);
    const merged = new Set(decisions.flatMap((d) => (d.kind === "composite" && d.outcome === "merged" ? d.nodes : [])));
    return (to === undefined ? [from] : [from, to]).find((node) =>
      history.follow(base, (compose ?? 1) - 1, node).some((e) => isSameWork(node, e) && merged.has(e)),
    );
  }

  /** The first entry of the table whose match contains one of the two nodes. */
  private fitting(from: Expr, to: Expr | undefined): string | undefined {
    const { ground } = this;
    const view = ground.compose === undefined ? undefined : ground.history.stages[ground.compose];
    if (!view) return undefined;
    const table = new PatternTable(view.table, [], ground.history.operators);
    for (const node of to === undefined ? [from] : [to, from]) {
      const holder = ground.functionOf(node);
      const name = holder && table.matchAround(node, holder.func);
      if (name !== undefined) return name;
    }
    return undefined;
  }

  /**
   * Whether a stage's pass made a node: something after it does the same work, nothing before it did. Nodes of later
   * passes do not count.
   */
  private isMade(stage: number, node: Expr): boolean {
    const { history, base } = this.ground;
    const isThere = (at: number) => history.follow(base, at, node).some((e) => isSameWork(node, e));
    return isThere(stage) && !isThere(stage - 1);
  }
}

function rankOf(pass: string): number {
  return partitioning.findIndex((names) => names.includes(pass));
}

function misplacedIn(history: History, annotate: number | undefined): readonly Misplaced[] {
  if (annotate === undefined) return [];
  const { stages } = history;
  const order = stages.slice(1).map((_, at) => at + 1);
  const failed = stages.findIndex((view) => view.status === "failed");
  const forced = order.filter((at) => at === failed || (failed > 0 && at > failed && isHeldUp(stages[at])));
  const own = order.filter((at) => rankOf(stages[at]?.pass ?? "") >= 0 && (didRun(stages[at]) || forced.includes(at)));
  const ranks = own.map((at) => rankOf(stages[at]?.pass ?? ""));
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined || new Set(ranks).size < ranks.length) return [];
  const found: Misplaced[] = [];
  const swapped = swappedPasses(own.map((at) => stages[at]?.pass ?? ""));
  if (swapped) {
    const sorted = own.toSorted((a, b) => rankOf(stages[a]?.pass ?? "") - rankOf(stages[b]?.pass ?? ""));
    found.push({ ...swapped, forced, instead: "", order: order.map((at) => sorted[own.indexOf(at)] ?? at), isPartitioning: true });
  }
  const moved = (stage: number, to: number) => {
    const rest = order.filter((at) => at !== stage);
    rest.splice(to, 0, stage);
    return rest;
  };
  for (const stage of order) {
    const { pass, status } = stages[stage] ?? { pass: "", status: "" };
    if (rankOf(pass) >= 0 || pass === "InferType" || (status !== "done" && !forced.includes(stage))) continue;
    const isLast = rankOf(stages[last]?.pass ?? "") === partitioning.length - 1;
    const early = isLast
      ? { pass, forced, isPartitioning: false, order: moved(stage, last - 1), instead: "after" }
      : { pass, forced, isPartitioning: false, order: order.filter((at) => at !== stage), instead: "without" };
    if (stage < first || (stage < annotate && history.isUpstreamFlow)) {
      if (cutting.has(pass)) found.push({ ...early, clause: `\`${pass}\` runs before partitioning` });
      if (unfolding.has(pass) && !history.isUpstreamFlow)
        found.push({ ...early, makes: stage, clause: `\`${pass}\` runs before partitioning, and splits one call into several` });
      continue;
    }
    if (stages.slice(1, first).some((view) => view.pass === pass)) continue;
    const clause = `\`${pass}\` runs ${stage < last ? "in the middle of" : "after"} partitioning`;
    if (preparing.has(pass)) found.push({ ...early, order: moved(stage, first - 1), clause, instead: "before" });
    if (stage < last) found.push({ ...early, clause });
  }
  const late = order.filter((stage) => {
    const { pass = "", status } = stages[stage] ?? {};
    const isLate = stage > first && preparing.has(pass) && (status === "done" || forced.includes(stage));
    return isLate && !stages.slice(1, first).some((view) => view.pass === pass);
  });
  const [one, ...others] = late.map((stage) => stages[stage]?.pass ?? "");
  if (one !== undefined && others.length > 0) {
    const rest = order.filter((stage) => !late.includes(stage));
    rest.splice(rest.indexOf(first), 0, ...late);
    const clause = `${listed([one, ...others])} run ${late.every((stage) => stage < last) ? "in the middle of" : "after"} partitioning`;
    found.push({ pass: one, forced, isPartitioning: false, order: rest, clause, instead: "before" });
  }
  return found;
}

/** Whether a stage was skipped only because a pass before it failed. */
function isHeldUp(view: StageView | undefined): boolean {
  return view?.status === "skipped" && !view.reason.includes("opt level");
}

/**
 * Finds the partitioning pass that runs in the wrong order, of several the one that the others wait for. Undefined if
 * the order is right.
 */
function swappedPasses(passes: readonly string[]): Pick<Misplaced, "pass" | "clause"> | undefined {
  const late = passes.find((pass, at) => passes.slice(0, at).some((before) => rankOf(before) > rankOf(pass)));
  if (late === undefined) return undefined;
  const before = passes.slice(0, passes.indexOf(late)).filter((pass) => rankOf(pass) > rankOf(late));
  const [first = ""] = before;
  if (late === "MergeComposite" && first !== "MergeCompilerRegions") return { pass: late, clause: `\`${first}\` runs before \`${late}\`` };
  if (late === "MergeCompilerRegions")
    return {
      pass: late,
      clause: "`MergeCompilerRegions` runs after `PartitionGraph`: by then regions are functions, and nothing merges functions",
    };
  if (before.includes("MergeCompilerRegions"))
    return {
      pass: "MergeCompilerRegions",
      clause: `\`MergeCompilerRegions\` runs before ${listed(passes.slice(passes.indexOf("MergeCompilerRegions") + 1).filter((p) => rankOf(p) < 2))}: it finds no regions yet, and nothing merges them afterwards`,
    };
  return { pass: late, clause: `${listed(before)} ${before.length > 1 ? "run" : "runs"} before \`${late}\`` };
}
