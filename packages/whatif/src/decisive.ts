/**
 * What the whole run lacks: bound parameters, a simplified module, the layout, the settings and the sizes that the
 * target needs, the level that passes need. Found unasked, by trying; reported only if the gain is large and nothing
 * becomes worse.
 */
import { calledOp, emptyModule, moduleOrder, pushTo } from "@relayscope/ir";
import { type Run, whyOf } from "@relayscope/run";
import type { DecisiveChange, Edit, Outcome, RunSpec } from "@relayscope/run/contract";
import { lastOf } from "./anchors.ts";
import { applyEdits } from "./applyEdit.ts";
import { layoutsIn, settingsIn } from "./causeSides.ts";
import { lacks } from "./diagnostics.ts";
import { editsLabel } from "./editLabel.ts";
import { gainOf, isBetter, isGain } from "./gain.ts";
import { type TrialGround, tryInSteps } from "./ground.ts";
import { groundFor, isOffered } from "./knowledge.ts";
import { outcomeOf } from "./outcome.ts";
import {
  failureOf,
  firstPartitioning,
  isSkippedByLevel,
  normalForm,
  simplifiableIn,
  type WantedLayout,
  wholeCandidates,
} from "./pipelineCandidates.ts";
import { plainSpec } from "./plainSpec.ts";
import { oneAxis, unraised } from "./raisingChecks.ts";
import { sizeCandidates } from "./textCandidates.ts";

/** How many values of settings are tried. */
const mostSettings = 4;
/** Milliseconds after which nothing more is tried. */
const trialTime = 8_000;
/** The most calls of each operator whose refusals are examined. */
const mostCalls = 3;

type Candidate = readonly Edit[];

interface Tried {
  readonly edits: Candidate;
  readonly run: RunSpec;
  readonly after: Outcome;
}

/** The change that decides for a finished run; undefined if it lacks nothing. */
export async function decisiveOf(run: Run): Promise<Generator<DecisiveChange | undefined, void>> {
  return decisive(run, await groundFor(run));
}

function* decisive(run: Run, ground: TrialGround): Generator<DecisiveChange | undefined, void> {
  if (isOffered(run)) return;
  if (failureOf(ground) !== "") {
    yield* ofFailure(ground);
    return;
  }
  const before = outcomeOf(lastOf(ground.stages).module, "");
  if (before.operators === 0) return;
  const asked = askedFor(run);
  yield undefined;
  const end = performance.now() + trialTime;
  let best: Tried | undefined;
  for (const candidate of candidatesOf(ground, asked)) {
    if (performance.now() > end) break;
    const tried = yield* tryCandidate(ground, candidate);
    if (tried && isGain(before, tried.after) && (!best || isBetter(tried.after, best.after))) best = tried;
  }
  if (!best) return;
  const { edits, run: spec, after } = yield* withoutIdle(ground, before, best);
  const label = editsLabel(edits, ground.spec.target);
  const sentence = [...lackedFor(edits, ground, asked), gainOf(before, after)].join(" ");
  yield { edits, label, run: spec, before, after, sentence };
}

/** Finds changes after which a failing flow completes and makes regions. */
function* ofFailure(ground: TrialGround): Generator<DecisiveChange | undefined, void> {
  // A flow that fails offloads nothing, whatever its last module has annotated.
  const before = { ...outcomeOf(lastOf(ground.stages).module, failureOf(ground)), offloaded: 0, regions: 0 };
  const order = moduleOrder(ground.stages[0]?.module ?? emptyModule);
  const lets = normalForm(order, firstPartitioning(ground.spec.pipeline));
  for (const edits of [...unraised(ground).map((candidate) => candidate.edits), ...lets]) {
    const tried = yield* tryCandidate(ground, edits);
    if (!tried || tried.after.regions === 0) continue;
    const { run, after } = tried;
    const entries = edits.flatMap((edit) => (edit.kind === "remove-pattern" ? [edit.pattern] : []));
    const lack = edits.some((edit) => edit.kind === "add-pass")
      ? lacks.lets
      : entries.length > 0
        ? lacks.raisingEntries(entries)
        : edits.some((edit) => edit.kind === "text" && edit.what === oneAxis)
          ? lacks.axis
          : lacks.attributes;
    yield { edits, label: editsLabel(edits, ground.spec.target), run, before, after, sentence: `${lack} ${gainOf(before, after)}` };
  }
}

/** Each lack separately, then pairs. Edits that change nothing are left out. */
function candidatesOf(ground: TrialGround, { layouts, settings }: Asked): readonly Candidate[] {
  const module = ground.stages[0]?.module ?? emptyModule;
  const isIdle = (edit: Edit) => applyEdits(ground.spec, [edit], ground.builtIn) === ground.spec;
  const all = [
    ...wholeCandidates(ground, moduleOrder(module), layouts),
    ...settings.map(({ edit }) => [edit]),
    ...sizeCandidates(ground.spec.text, module).map(({ edits }) => edits),
  ];
  const own = all.map((edits): Candidate => edits.filter((edit) => !isIdle(edit)));
  const both = own.flatMap((a, i) => own.slice(i + 1).flatMap((b) => together(a, b)));
  return [...own, ...both];
}

/** Two candidates combined, with common edits once; undefined if one contains the other. */
function together(a: Candidate, b: Candidate): readonly Candidate[] {
  const known = new Set(a.map((edit) => JSON.stringify(edit)));
  const further = b.filter((edit) => !known.has(JSON.stringify(edit)));
  return further.length === 0 || further.length + a.length === b.length ? [] : [[...a, ...further]];
}

/** The outcome of a candidate; undefined if it changes nothing or something fails. */
function* tryCandidate(ground: TrialGround, edits: Candidate): Generator<undefined, Tried | undefined> {
  const changed = applyEdits(ground.spec, edits, ground.builtIn);
  if (changed === ground.spec) return undefined;
  const { stages } = yield* tryInSteps(ground, changed);
  if (failureOf({ stages }) !== "" || (stages[0]?.errors ?? 0) > (ground.stages[0]?.errors ?? 0)) return undefined;
  return { edits, run: plainSpec(changed), after: outcomeOf(lastOf(stages).module, "") };
}

/** The change without those of its edits that have no effect. */
function* withoutIdle(ground: TrialGround, before: Outcome, tried: Tried): Generator<undefined, Tried> {
  let least = tried;
  for (const edit of tried.edits) {
    if (least.edits.length < 2 || edit.kind === "add-pass") continue;
    const smaller = yield* tryCandidate(
      ground,
      least.edits.filter((e) => e !== edit),
    );
    if (smaller && isGain(before, smaller.after) && !isBetter(tried.after, smaller.after)) least = smaller;
  }
  return least;
}

/** A setting that decided a refusal, with its value in force, and the change of it. */
interface SettingAsked {
  readonly edit: Edit;
  readonly name: string;
  readonly value: string;
}

/** The requests in the refusals of the host's calls. */
interface Asked {
  /** The layouts that convolutions request or, if there are none, all. */
  readonly layouts: readonly WantedLayout[];
  readonly settings: readonly SettingAsked[];
}

function askedFor(run: Run): Asked {
  const { why } = whyOf(run);
  const seen = new Map<string, number>();
  const wanted = new Map<string, WantedLayout>();
  const settings = new Map<string, SettingAsked>();
  for (const node of why.ground.order) {
    const operator = calledOp(node);
    if (operator === undefined || why.ground.regionOf(node)) continue;
    const count = (seen.get(operator) ?? 0) + 1;
    seen.set(operator, count);
    const cause = count > mostCalls ? undefined : why.of(node);
    if (!cause) continue;
    for (const layout of layoutsIn(cause)) wanted.set(JSON.stringify(layout), layout);
    settingsIn(cause).forEach((edit, i) => {
      const { name = "", value = "" } = cause.settings?.[i] ?? {};
      settings.set(JSON.stringify(edit), { edit, name, value });
    });
  }
  const all = [...wanted.values()];
  const own = all.filter(({ operator }) => operator.includes("conv"));
  return { layouts: own.length > 0 ? own : all, settings: [...settings.values()].slice(0, mostSettings) };
}

/** The lacks that edits fix, a sentence each. */
function lackedFor(edits: readonly Edit[], { spec, stages }: TrialGround, { layouts, settings }: Asked): readonly string[] {
  const named = (names: readonly string[]) => [...new Set(names)].map((name) => `\`${name}\``).join(", ");
  return edits.flatMap((edit) => {
    if (edit.kind === "bind") return lacks.bind;
    if (edit.kind === "opt-level") {
      const skipped = stages.flatMap(({ pass, status, reason }) => (isSkippedByLevel(status, reason) ? pass : []));
      return skipped.length === 0 ? [] : lacks.level(spec.optLevel, named(skipped));
    }
    const setting = settings.find((own) => own.edit === edit);
    if (setting) return lacks.setting(setting.name, setting.value);
    if (edit.kind === "text") return lacks.size(edit.what);
    if (edit.kind !== "add-pass") return [];
    if (edit.options.fold_qnn === true) return lacks.quantizedConstants;
    if (edit.pass === "LegalizeQnnForDnnl") return lacks.quantizedForm(spec.target);
    if (edit.pass === "SimplifyInference") return lacks.simplify(named(simplifiableIn(moduleOrder(stages[0]?.module ?? emptyModule))));
    if (edit.pass !== "ConvertLayout") return [];
    const operators = new Map<string, string[]>();
    for (const { operator, layout, weights } of layouts) pushTo(operators, weights ?? layout, operator);
    return [...operators].map(([layout, names]) => lacks.layout(names, layout, spec.target));
  });
}
