/**
 * The law that causes are causes: where what a boundary's cause asks for is given, the two are in one region, or what
 * still keeps them apart is something else. What is given is made from the cause alone: its code, target, pattern,
 * pass, the nodes that it names and the values that decided.
 */
import { type Edit, partitioningPasses, type RunSpec } from "@relayscope/engine";
import type { Boundary, Cause, Why } from "@relayscope/explain";
import { calledOp, type Expr, nameOf } from "@relayscope/ir";
import { finishedRun, type Run, whyOf } from "@relayscope/run";
import { applyEdits, builtInSpecs } from "@relayscope/whatif";

type Step = RunSpec["pipeline"][number];

const builtIn = builtInSpecs();

/** What a cause asks for: the run with it. `isPromised`: the cause says that the two would be together then. */
interface Remedy {
  readonly spec: RunSpec;
  readonly isPromised?: boolean;
}

/** What became of a remedy. */
export interface Tried {
  readonly code: string;
  /** Where the law is broken: what the cause says, and what is said of the boundary with its remedy. */
  readonly broken: string | undefined;
}

/** Tries the remedies of a run's boundaries; those of one cause once. `isWanted` leaves codes out. */
export async function triedRemedies(spec: RunSpec, isWanted: (code: string) => boolean = () => true): Promise<readonly Tried[]> {
  const run = await finishedRun(spec);
  const { why } = whyOf(run);
  const tried: Tried[] = [];
  const seen = new Set<string>();
  for (const boundary of asked(why)) {
    const { cause } = boundary;
    const key = `${cause.code} ${cause.target} ${cause.sentence} ${cause.notes.join(" ")}`;
    if (!isWanted(cause.code) || seen.has(key)) continue;
    seen.add(key);
    const remedy = remedied(run, spec, cause);
    if (!remedy) continue;
    const after = await finishedRun(remedy.spec);
    const left = causeAfter(run, after, boundary);
    const isBroken = left
      ? remedy.isPromised || isSame(run, after, cause, left)
      : cause.notes.some((note) => note.includes("would not join the two"));
    const of = `${nameOf(boundary.from)} to ${nameOf(boundary.to)}`;
    const became = left ? `${left.code}: ${left.sentence}` : `together, against ${cause.notes.join(" ")}`;
    tried.push({ code: cause.code, broken: isBroken ? `${of}: ${cause.sentence} => ${became}` : undefined });
  }
  return tried;
}

/** Two nodes that are apart, and why. */
type Apart = Pick<Boundary, "from" | "to" | "fromRegion" | "toRegion" | "cause">;

/**
 * The boundaries, and each value that the host takes or gives at one: why that node of the host is not the region's.
 */
function asked(why: Why): readonly Apart[] {
  const boundaries = why.boundaries();
  const crossings = boundaries.flatMap((boundary) => boundary.crossings);
  const ofHost = crossings.flatMap((crossing): readonly Apart[] => {
    const cause = crossing.fromRegion && crossing.toRegion ? undefined : why.across(crossing.from, crossing.to);
    return cause ? [{ ...crossing, cause }] : [];
  });
  return [...boundaries, ...ofHost];
}

/** The run with what a cause asks for; undefined where nothing that can be written down mechanically would give it. */
function remedied(run: Run, spec: RunSpec, cause: Cause): Remedy | undefined {
  const { code, blockers, target, pattern, sentence } = cause;
  const edited = (...edits: readonly Edit[]): Remedy | undefined => {
    const changed = applyEdits(spec, edits, builtIn);
    return changed === spec ? undefined : { spec: changed };
  };
  const isMatched = spec.pipeline.some((step) => step.pass === "MergeComposite" && !step.isOff);
  switch (code) {
    case "no-rule":
    case "stop-fusion":
    case "cycle": {
      const operators = blockers.map(calledOp);
      // What is inside a composite is taken with all of it, by no rule.
      const isInside = blockers.some((node) => whyOf(run).why.ground.unitOf(node) !== node);
      if (operators.includes(undefined) || isInside) return undefined;
      const given = edited(
        ...operators.flatMap((operator) => (operator === undefined ? [] : [{ kind: "add-rule", target, operator } as const])),
      );
      return given && { spec: withVitis(withoutRules(given.spec, target, operators), operators) };
    }
    case "rule-refused": {
      const [call] = blockers;
      const operator = call && calledOp(call);
      if (!isMatched || call?.kind !== "Call" || operator === undefined) return undefined;
      return edited({ kind: "override-rule", target, operator, arity: call.args.length });
    }
    case "check-refused":
      return pattern === undefined ? undefined : edited({ kind: "override-check", target, pattern });
    case "pattern-missed":
      return pattern === undefined ? undefined : loosened(spec, cause, pattern);
    case "pattern-shadowed": {
      const taker = /but `([^`]+)`, earlier in the table/.exec(sentence)?.[1];
      return pattern === undefined || taker === undefined || taker === pattern
        ? undefined
        : edited({ kind: "move-pattern", target, pattern, before: taker });
    }
    case "outside-user":
      return withoutUses(run, spec, blockers);
    case "composite-unlisted":
      return pattern === undefined ? undefined : renamed(spec, pattern);
    case "parameter-not-constant":
      return edited({ kind: "bind" });
    case "other-target": {
      const [, taker, taken] = /^`([^`]+)` has the pattern `([^`]+)`/.exec(sentence) ?? [];
      // A pattern goes before rules, whatever the order of targets.
      return taker === undefined || taken === undefined
        ? otherOrder(spec)
        : edited({ kind: "remove-pattern", target: taker, pattern: taken });
    }
    case "pass-skipped":
    case "no-merge-pass":
      return withPass(spec, cause);
    case "order":
      return ordered(spec, cause);
    case "pruned":
      return { spec: { ...spec, pipeline: spec.pipeline.filter((step) => step.pass !== cause.pass) } };
    case "annotated-input":
      return { spec: { ...spec, text: withoutAnnotations(spec.text) } };
    case "skip-optimization":
      return { spec: { ...spec, text: spec.text.replaceAll(/, (?:SkipOptimization|Extern)=1/g, "") } };
    default:
      return undefined;
  }
}

function otherOrder(spec: RunSpec): Remedy {
  const isListed = ({ options: { targets } }: Step) => Array.isArray(targets);
  const reversed = (step: Step): Step => ({
    ...step,
    options: { ...step.options, targets: (step.options.targets as readonly string[]).toReversed() },
  });
  return { spec: changedSteps(spec, isListed, reversed) };
}

/** No other target takes the operators, which one that is listed before would. */
function withoutRules(spec: RunSpec, target: string, operators: readonly (string | undefined)[]): RunSpec {
  const customTargets = spec.customTargets.map((own) =>
    own.name === target ? own : { ...own, operators: own.operators.filter((name) => !operators.includes(name)) },
  );
  return { ...spec, customTargets };
}

/** What VitisAIAnnotationPass takes is in its own option. */
function withVitis(spec: RunSpec, operators: readonly (string | undefined)[]): RunSpec {
  return changedSteps(
    spec,
    ({ pass }) => pass === "VitisAIAnnotationPass",
    (step) => ({
      ...step,
      options: { ...step.options, operators: [...(step.options.operators as readonly string[]), ...operators] },
    }),
  );
}

/** The pattern with what was found next to what was wanted. */
function loosened(spec: RunSpec, { target, details: [detail] }: Cause, pattern: string): Remedy | undefined {
  const { wanted, found } = detail ?? {};
  if (wanted === undefined) return undefined;
  const table = (spec.customTargets.find((own) => own.name === target) ?? builtIn(target))?.patterns ?? [];
  const entry = table.find(({ name }) => name === pattern);
  const [first = ""] = wanted.split(" or ");
  const asked = wanted === "a constant" ? "is_constant()" : `is_op("${first}")`;
  const instead = wanted === "a constant" ? "wildcard()" : found === undefined ? undefined : `(${asked} | is_op("${found}"))`;
  if (!entry?.pattern.includes(asked) || instead === undefined || (wanted !== "a constant" && !/^[\w.]+$/.test(found ?? " ")))
    return undefined;
  const own = spec.customTargets.find((one) => one.name === target) ?? builtIn(target);
  if (!own) return undefined;
  const changed = {
    ...own,
    patterns: own.patterns.map((one) => (one.name === pattern ? { ...one, pattern: one.pattern.replaceAll(asked, instead) } : one)),
  };
  return { spec: { ...spec, customTargets: [...spec.customTargets.filter((one) => one.name !== target), changed] } };
}

/** The text with calls that use a value from the middle of a match using a parameter in its place: calls of one operator on lines of their own. */
function withoutUses(run: Run, spec: RunSpec, users: readonly Expr[]): Remedy | undefined {
  const { text } = whyOf(run);
  const lines = spec.text.split("\n");
  if (users.some((user) => calledOp(user) === undefined) || !spec.text.includes("%x:")) return undefined;
  for (const user of users) {
    const [at = 0, ...more] = text.linesOf(user);
    const line = lines[at - 1];
    if (more.length > 0 || line === undefined || !/\((?:%\w+(?:, )?)+\)/.test(line) || calledOp(user) === "nn.dense") return undefined;
    lines[at - 1] = line.replace(/\((?:%\w+(?:, )?)+\)/, (args) => args.replaceAll(/%\w+/g, "%x"));
  }
  return { spec: { ...spec, text: lines.join("\n") } };
}

/** The table's entry under the name of the run's target. */
function renamed(spec: RunSpec, pattern: string): Remedy | undefined {
  const target = spec.pipeline.flatMap(({ pass, options: { targets } }) =>
    pass === "AnnotateTarget" && Array.isArray(targets) ? targets : [],
  )[0];
  const name = `${String(target ?? spec.target)}.${pattern.slice(pattern.indexOf(".") + 1)}`;
  if (spec.customTargets.some((own) => own.patterns.some((entry) => entry.name === name))) return undefined;
  const said = `Composite="${pattern}"`;
  if (spec.text.includes(said) && !name.slice(0, -1).includes("undefined"))
    return { spec: { ...spec, text: spec.text.replaceAll(said, `Composite="${name}"`) } };
  return {
    spec: {
      ...spec,
      customTargets: spec.customTargets.map((own) => ({
        ...own,
        patterns: own.patterns.map((entry) => (entry.name === pattern ? { ...entry, name } : entry)),
      })),
    },
  };
}

function changedSteps(spec: RunSpec, isMeant: (step: Step) => boolean, change: (step: Step) => Step): RunSpec {
  return { ...spec, pipeline: spec.pipeline.map((step) => (isMeant(step) ? change(step) : step)) };
}

/** The flow with a pass that did not run: switched on, at a level at which it runs, or put in. What a single switch would do is promised. */
function withPass(spec: RunSpec, { code, pass, sentence }: Cause): Remedy | undefined {
  const steps = spec.pipeline.filter((own) => own.pass === pass);
  const step = steps.find((own) => own.isOff) ?? steps[0];
  if (step && /`[^`]+` (?:failed|was left out)|failed before it/.test(sentence)) return undefined;
  if (step?.isOff) {
    const changed = changedSteps(
      spec,
      (own) => own.pass === pass,
      ({ pass: own, options }) => ({ pass: own, options }),
    );
    const isOne = steps.length === 1 && !sentence.includes(", and ");
    return { spec: changed, isPromised: code === "pass-skipped" && isOne && sentence.includes("had it run") };
  }
  if (step) return spec.optLevel < 4 ? { spec: { ...spec, optLevel: 4 } } : undefined;
  const annotates = pass === "MergeComposite" ? -1 : spec.pipeline.findIndex((own) => own.pass === "AnnotateTarget");
  const first = spec.pipeline.findIndex((own) => own.pass === "AnnotateTarget" || own.pass === "PartitionGraph");
  const [options] = spec.pipeline.filter((own) => own.pass === "AnnotateTarget").map((own) => own.options);
  if (
    pass === undefined ||
    (pass !== "MergeComposite" && pass !== "MergeCompilerRegions") ||
    (pass === "MergeCompilerRegions" && annotates < 0)
  )
    return undefined;
  const pipeline = spec.pipeline.toSpliced(pass === "MergeComposite" ? Math.max(0, first) : annotates + 1, 0, {
    pass,
    options: pass === "MergeComposite" && options?.targets !== undefined ? { targets: options.targets } : {},
  });
  return { spec: { ...spec, pipeline } };
}

/** The passes with the misplaced one where the sentence says it should be. */
function ordered(spec: RunSpec, { pass, sentence }: Cause): Remedy | undefined {
  const { pipeline } = spec;
  const at = pipeline.findIndex((step) => step.pass === pass);
  const step = pipeline[at];
  if (!step || pass === undefined) return undefined;
  const isOwn = (own: Step) => partitioningPasses.includes(own.pass);
  const to = (place: number) => ({ spec: { ...spec, pipeline: pipeline.toSpliced(at, 1).toSpliced(place, 0, step) }, isPromised: true });
  if (isOwn(step)) {
    const sorted = pipeline.filter(isOwn).toSorted((a, b) => partitioningPasses.indexOf(a.pass) - partitioningPasses.indexOf(b.pass));
    return { spec: { ...spec, pipeline: pipeline.map((own) => (isOwn(own) ? (sorted.shift() as Step) : own)) }, isPromised: true };
  }
  if (sentence.includes("; before it,")) return to(pipeline.findIndex(isOwn));
  if (sentence.includes("; after it,")) return to(pipeline.findLastIndex(isOwn));
  if (sentence.includes("; without it,")) return { spec: { ...spec, pipeline: pipeline.toSpliced(at, 1) }, isPromised: true };
  return undefined;
}

/** A text as the printer writes it, each annotation replaced by what it is around; lines stay where they are. */
function withoutAnnotations(text: string): string {
  const names = new Map<string, string>();
  const nameOf = (name: string): string => {
    let at = name;
    for (let next = names.get(at); next !== undefined; next = names.get(at)) at = next;
    return at;
  };
  const annotation = /annotation\.compiler_(?:begin|end)\((%?[\w.[\]]+)[^\n]*?, compiler="[^"]*"\)/;
  const lines = text.split("\n").map((line) => {
    const bound = /^\s*(%\d+) = annotation\.compiler_(?:begin|end)\((%\w+)/.exec(line);
    if (bound?.[1] === undefined || bound[2] === undefined) return line.replace(annotation, "$1");
    names.set(bound[1], bound[2]);
    return "";
  });
  return lines.join("\n").replaceAll(/%\d+\b(?!\w)/g, (name) => nameOf(name));
}

/** The cause after the remedy; undefined where the two are together then, or one of them is no longer to be found. */
function causeAfter(before: Run, after: Run, { from, to, fromRegion, toRegion }: Apart): Cause | undefined {
  const [own, then] = [whyOf(before), whyOf(after)];
  const nodes = (unit: Expr): readonly Expr[] => {
    const node = own.why.ground.callsOf(unit).at(-1) ?? unit;
    return own.text.linesOf(node).flatMap((line) => then.text.nodesOf(line, calledOp(node)));
  };
  const [froms, tos] = [nodes(from), nodes(to)];
  const hosts = fromRegion ? tos : froms;
  const causes = fromRegion && toRegion ? pairCauses(then.why, froms, tos) : hosts.map((node) => then.why.of(node));
  return causes.includes(undefined) ? undefined : causes[0];
}

function pairCauses(why: Why, froms: readonly Expr[], tos: readonly Expr[]): readonly (Cause | undefined)[] {
  return froms.flatMap((from) => tos.map((to) => why.between(from, to)));
}

/** Whether a cause is the same as before: of the same code, pattern and pass, about the same nodes of the text. */
function isSame(before: Run, after: Run, cause: Cause, left: Cause): boolean {
  if (cause.code === "other-target" && left.sentence !== cause.sentence) return false;
  if (left.code !== cause.code || left.pattern !== cause.pattern || left.pass !== cause.pass) return false;
  // That a pass fails where it runs is another matter.
  if (left.sentence.includes(`${cause.pass}\` failed (`)) return false;
  const [a, b] = [cause.details[0], left.details[0]];
  if (cause.code === "pattern-missed" && (a?.wanted !== b?.wanted || a?.found !== b?.found)) return false;
  if (cause.code === "pattern-missed" && a?.node && b?.node && !overlap(before, [a.node], after, [b.node])) return false;
  return cause.blockers.length === 0 || overlap(before, cause.blockers, after, left.blockers);
}

function overlap(before: Run, nodes: readonly Expr[], after: Run, others: readonly Expr[]): boolean {
  const [own, then] = [whyOf(before).text, whyOf(after).text];
  const lines = new Set(nodes.flatMap((node) => own.linesOf(node)));
  return others.some((node) => then.linesOf(node).some((line) => lines.has(line)));
}
