/**
 * For two nodes in different regions: the smallest set of operators that makes them one region of a target if it
 * supported them, or that there is none. The passes' decisions show what every such set must contain, and what no set
 * can reach. The other sets are examined one by one, smallest first: in the model of merging if it is exact, else by
 * running each. If the time is not sufficient, the answer is a limit.
 */
import { type Addition, keyOfAddition, type NoSetProof, type TargetAdditions, type Why } from "@relayscope/explain";
import { at, calledOp, type Expr, postOrder, postOrderList } from "@relayscope/ir";
import { stageRegions } from "@relayscope/regions";
import { targetsOf } from "@relayscope/run";
import type { Edit } from "@relayscope/run/contract";
import { lastOf, sortOf } from "./anchors.ts";
import { applyEdits } from "./applyEdit.ts";
import { type FoundCure, joinedBy, type Knowledge, type TriedBoundary, takers, withCandidate } from "./boundary.ts";
import { type TrialGround, tryVariant } from "./ground.ts";
import { type Quotient, type Simulated, simulateWith } from "./quotient.ts";
import { subsets } from "./ruleSets.ts";
import { quotientFor } from "./stretches.ts";
import { whyApart } from "./whyApart.ts";

/** The result for one target; `sets` is how many were examined. */
export type JoiningSet =
  /** No smaller set does it. Of several of its size the one with the fewest regions. */
  | { readonly kind: "smallest"; readonly target: string; readonly cure: FoundCure; readonly sets: number; readonly isRequired: boolean }
  /** It suffices; whether a smaller set suffices was not decided. */
  | { readonly kind: "found"; readonly target: string; readonly cure: FoundCure; readonly sets: number }
  | { readonly kind: "none"; readonly target: string; readonly proof: NoSetProof; readonly sets: number }
  /** All sets of less than `size` operators were looked at, and none does it. */
  | { readonly kind: "limit"; readonly target: string; readonly size: number; readonly sets: number };

/** Milliseconds for examining sets, in the model and by running. */
const mostTime = 4_000;
/** How many sets of one size that do it in the model are run until one proves right. */
const mostRuns = 6;
/** The most pairs of nodes to examine for two sides. */
const mostPairs = 16;

type Pair = readonly [Expr, Expr];

/**
 * The set for two sides of a boundary; undefined if none of them exists when targets are chosen. Yields at each set.
 */
export function* joiningSet(known: Knowledge, why: Why, boundary: TriedBoundary): Generator<undefined, JoiningSet | undefined> {
  const { ground, tracer } = known;
  const at = ground.spec.pipeline.findIndex((step) => step.pass === "AnnotateTarget" && !step.isOff);
  if (!boundary.to || why.ground.annotate === undefined || at !== why.ground.base) return undefined;
  const atBase = (nodes: readonly Expr[]) => {
    const origins = nodes.flatMap((node) => tracer.back(node, at).filter((o) => sortOf(o) === sortOf(node)));
    return [...new Set(origins.map((o) => why.ground.unitOf(o)))];
  };
  const [froms, tos] = [atBase(boundary.from), atBase(boundary.to)];
  const pairs = froms.flatMap((a) => tos.map((b): Pair => [a, b]));
  if (pairs.length === 0 || pairs.length > mostPairs) return undefined;
  const answers: JoiningSet[] = [];
  for (const target of takers(known, boundary)) {
    const additions = why.additionsTo(target, matchesPatternsOf(ground, target, at));
    const found = quotientFor(ground, target);
    if (!found) return undefined;
    const search = new SetSearch(known, boundary, { quotient: found.quotient, target, additions, pairs, at });
    answers.push(yield* search.run());
  }
  return best(answers);
}

/** The best answer for several targets: the smallest set, and what holds for all of them. */
function best(answers: readonly JoiningSet[]): JoiningSet | undefined {
  const sets = answers.flatMap((a) => (a.kind === "smallest" || a.kind === "found" ? [a] : []));
  const [first] = sets.toSorted((a, b) => a.cure.edits.length - b.cure.edits.length || a.cure.after.regions - b.cure.after.regions);
  if (!first) return answers.find((a) => a.kind === "limit") ?? noneOf(answers);
  const isOpen = answers.some((a) => a.kind === "limit" || (a.kind === "found" && a !== first));
  return isOpen && first.kind === "smallest" ? { kind: "found", target: first.target, cure: first.cure, sets: first.sets } : first;
}

/** There is none for any of the targets: the path is that of the first. */
function noneOf([first, ...others]: readonly JoiningSet[]): JoiningSet | undefined {
  if (first?.kind !== "none") return first;
  const more = others.map((other) => (other.kind === "none" ? ` One region of \`${other.target}\`: ${other.proof.sentence}` : ""));
  return { ...first, proof: { ...first.proof, sentence: [first.proof.sentence, ...more].join("") } };
}

interface Question {
  readonly quotient: Quotient;
  readonly target: string;
  readonly additions: TargetAdditions;
  readonly pairs: readonly Pair[];
  /** The stage before targets are chosen. */
  readonly at: number;
}

class SetSearch {
  private readonly open: Pair[] = [];
  private readonly end = performance.now() + mostTime;
  private readonly numbers = new Map<Expr, number>();
  /** By unit of the quotient: what the target would have to support for it. */
  private readonly keys: readonly (string | undefined)[];
  private sets = 0;

  constructor(
    private readonly known: Knowledge,
    private readonly boundary: TriedBoundary,
    private readonly asked: Question,
  ) {
    const { quotient, additions } = asked;
    this.keys = quotient.units.map((unit, at) => {
      this.numbers.set(unit, at);
      const addition = additions.additionOf(unit);
      return addition && keyOfAddition(addition);
    });
  }

  *run(): Generator<undefined, JoiningSet> {
    const { target, additions, pairs } = this.asked;
    let proof: NoSetProof | undefined;
    let required: readonly Addition[] | undefined;
    for (const pair of pairs) {
      const chances = additions.chancesOf(...pair);
      if (chances.kind === "none") proof ??= chances.proof;
      else {
        this.open.push(pair);
        const keys = new Set(chances.required.map(keyOfAddition));
        required = required ? required.filter((addition) => keys.has(keyOfAddition(addition))) : chances.required;
      }
    }
    if (proof && this.open.length === 0) return { kind: "none", target, proof, sets: 0 };
    return yield* this.search(required ?? []);
  }

  private *search(required: readonly Addition[]): Generator<undefined, JoiningSet> {
    const { target, additions } = this.asked;
    const needed = new Set(required.map(keyOfAddition));
    const [first] = this.open;
    const further = (first ? additions.around(first[0]) : []).filter((addition) => !needed.has(keyOfAddition(addition)));
    const isExact = this.isExact([...required, ...further]);
    let isSettled = true;
    for (let more = 0; more <= further.length; more++) {
      const size = required.length + more;
      const doing: { readonly set: readonly Addition[]; readonly cure?: FoundCure; readonly simulated?: Simulated }[] = [];
      for (const part of subsets(further, more)) {
        if (performance.now() > this.end) return { kind: "limit", target, size, sets: this.sets };
        const set = [...required, ...part];
        if (set.length === 0) continue;
        this.sets++;
        if (isExact) {
          const simulated = this.simulated(set);
          if (this.isJoinedIn(simulated)) doing.push({ set, simulated });
        } else if (this.isConnected(set)) {
          const cure = this.tried(set);
          if (cure) doing.push({ set, cure });
        }
        yield undefined;
      }
      const regions = ({ cure, simulated }: (typeof doing)[number]) => cure?.after.regions ?? simulated?.regions ?? 0;
      const ranked = doing.toSorted((a, b) => regions(a) - regions(b));
      for (const { set, cure } of ranked.slice(0, mostRuns)) {
        const found = cure ?? this.tried(set);
        yield undefined;
        if (found && isSettled) return { kind: "smallest", target, cure: found, sets: this.sets, isRequired: more === 0 };
        if (found) return { kind: "found", target, cure: found, sets: this.sets };
      }
      if (ranked.length > mostRuns) isSettled = false;
    }
    if (!isSettled) return { kind: "limit", target, size: required.length, sets: this.sets };
    return { kind: "none", target, proof: this.exhausted([...required, ...further]), sets: this.sets };
  }

  private tried(set: readonly Addition[]): FoundCure | undefined {
    const cure = joinedBy(this.known, this.boundary, { edits: this.editsOf(set) });
    return cure && isFor(this.asked.target, cure) ? cure : undefined;
  }

  private simulated(set: readonly Addition[]): Simulated {
    const given = new Set(set.map(keyOfAddition));
    return simulateWith(this.asked.quotient, (at) => {
      const key = this.keys[at];
      return key !== undefined && given.has(key);
    });
  }

  private isJoinedIn({ regionOf, labels }: Simulated): boolean {
    return this.open.some((pair) => {
      const [a, b] = pair.map((end) => this.numbers.get(end));
      return a !== undefined && b !== undefined && at(labels, a) > 0 && regionOf[a] === regionOf[b];
    });
  }

  private isConnected(set: readonly Addition[]): boolean {
    const given = new Set(set.map(keyOfAddition));
    return this.open.some(([a, b]) => this.asked.additions.areConnected(a, b, given));
  }

  /**
   * Whether the model of merging agrees with the passes on all sets of these: only calls and tuples, and one round of
   * partitioning.
   */
  private isExact(all: readonly Addition[]): boolean {
    const { ground } = this.known;
    const { spec, stages } = ground;
    const { at, target } = this.asked;
    if (stages.some((stage) => stage.status === "failed")) return false;
    const isOn = spec.pipeline.map((step, i) => !step.isOff && stages[i + 1]?.status !== "skipped");
    const places = (pass: string) => spec.pipeline.flatMap((step, i) => (step.pass === pass && isOn[i] ? [i] : []));
    const [merges, partitions] = [places("MergeCompilerRegions"), places("PartitionGraph")];
    const [merge = -1] = merges;
    if (places("AnnotateTarget").length !== 1 || merges.length !== 1 || partitions.some((i) => i < merge) || merge < at) return false;
    if (spec.pipeline.slice(at + 1, merge).some((step, i) => isOn[at + 1 + i] && step.pass !== "InferType")) return false;
    // An additional pattern may take nodes that later targets would match.
    const annotate = spec.pipeline[at];
    const listed = annotate ? targetsOf(annotate.options, spec.target) : [];
    if (listed.at(-1) !== target && all.some((addition) => addition.kind === "override-rule")) return false;
    return this.isPlain(annotate?.options.include_non_call_ops !== false);
  }

  private isPlain(withTuples: boolean): boolean {
    const { module } = this.known.ground.stages[this.asked.at] ?? { module: undefined };
    const [first] = this.open;
    const own = first && [...(module?.functions.values() ?? [])].find((f) => postOrderList(f).includes(first[0]));
    if (!own) return false;
    const plain = new Set<Expr["kind"]>([
      "Call",
      "Var",
      "Constant",
      "Op",
      "GlobalVar",
      ...(withTuples ? (["Tuple", "TupleGetItem"] as const) : []),
    ]);
    let isPlain = true;
    postOrder(
      own,
      (e) => {
        const isComposite = e.kind === "Function" && e.attrs.has("Composite");
        if (e !== own && !isComposite && !plain.has(e.kind)) isPlain = false;
        if (calledOp(e)?.startsWith("annotation.compiler_")) isPlain = false;
      },
      (e) => !(e.kind === "Function" && e.attrs.has("Composite")),
    );
    return isPlain;
  }

  /** The proof that all sets were examined, with the obstacles that stay even with all operators. */
  private exhausted(all: readonly Addition[]): NoSetProof {
    const { target, additions } = this.asked;
    const { ground } = this.known;
    const edits = this.editsOf(all);
    const there = withCandidate(this.known, this.boundary, { edits });
    const failed = tryVariant(ground, applyEdits(ground.spec, edits, ground.builtIn)).stages.find((stage) => stage.status === "failed");
    const cause = there?.to && whyApart({ ...ground, ...there.variant }, there.from, there.to);
    const looked =
      all.length === 0
        ? `There is no operator here to give to \`${target}\``
        : this.sets === 1
          ? "The search tried the only possible set, and it does not join the two"
          : `The search tried all ${this.sets} possible sets of operators, and none joins the two`;
    const stays = cause?.sentence ?? (failed && `\`${failed.pass}\` fails. ${failed.reason}`);
    const path = cause ? (cause.path.length > 0 ? cause.path : cause.blockers) : [];
    return {
      code: cause?.code ?? "unknown",
      sentence: stays === undefined ? `${looked}.` : `${looked}. With every possible operator: ${stays}`,
      path,
      never: additions.neverAmong(path),
    };
  }

  private editsOf(set: readonly Addition[]): readonly Edit[] {
    const { target } = this.asked;
    return set.map(({ kind, operator, arity }) =>
      kind === "add-rule" ? { kind, target, operator } : { kind: "override-rule", target, operator, arity },
    );
  }
}

/**
 * Whether a cure joins within a region of a target. If one target takes nodes from another, it may join nodes of the
 * other.
 */
export function isFor(target: string, { variant, from }: FoundCure): boolean {
  const regions = stageRegions(lastOf(variant.stages).module);
  return from.some((node) => regions.offloadedTo(node)?.target === target);
}

/** Whether the run matches a target's patterns before it chooses targets. */
function matchesPatternsOf({ spec, stages }: TrialGround, target: string, at: number): boolean {
  return spec.pipeline
    .slice(0, at)
    .some(
      (step, i) =>
        step.pass === "MergeComposite" &&
        !step.isOff &&
        stages[i + 1]?.status !== "skipped" &&
        targetsOf(step.options, spec.target).includes(target),
    );
}
