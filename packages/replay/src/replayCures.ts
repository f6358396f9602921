/** Cures of a case of known cause. Each is replayed as a record of its own before it is reported. */
import type { Cause } from "@relayscope/explain";
import { calledOp, drained, type Expr, moduleOrder } from "@relayscope/ir";
import { lineTable, type Run, whyOf } from "@relayscope/run";
import type { SetAnswer } from "@relayscope/run/contract";
import {
  cures,
  type FoundCure,
  type Knowledge,
  knowledgeFor,
  lastOf,
  ofSort,
  setAnswer,
  sortOf,
  tracerOf,
  withCause,
} from "@relayscope/whatif";
import type { TriedCure, WhyRecord } from "./whyRecord.ts";

/** How many cures are reported. */
const most = 4;

/** The answer to the record with a cure's run instead of its own. */
type Replay = (record: WhyRecord) => Promise<{ readonly joined?: boolean; readonly regions?: Readonly<Record<string, number>> }>;

/** A boundary between nodes of a stage; without `to`, a single node. */
interface KnownCase {
  readonly run: Run;
  readonly base: number;
  readonly from: readonly Expr[];
  readonly to: readonly Expr[] | undefined;
  readonly cause: Cause | undefined;
}

/** The cures of a case: only those that their own replay confirms. */
export async function curesFor(
  record: WhyRecord,
  { run, base, from, to, cause }: KnownCase,
  replay: Replay,
): Promise<readonly TriedCure[]> {
  const known = await knowledgeFor(run);
  const { isUpstreamFlow } = whyOf(run).why.ground.history;
  const reported: TriedCure[] = [];
  const sides = { from: atLast(known, base, from), to: to && atLast(known, base, to) };
  for (const cure of cures(known, withCause(run, known, sides, cause))) {
    if (!cure) continue;
    const changed = runFields(record, cure);
    const { joined, regions = {} } = await replay({ ...record, ...changed });
    const total = Object.values(regions).reduce((sum, count) => sum + count, 0);
    if (joined !== true || total !== cure.after.regions) continue;
    reported.push({
      edit: cure.label,
      isUnchecked: cure.edits.some(({ kind }) => kind === "override-check" || kind === "edit-file"),
      isMerging: isUpstreamFlow && cure.edits.some((edit) => edit.kind === "add-pass" && edit.pass === "MergeCompilerRegions"),
      run: changed,
      offloadedBefore: cure.before.offloaded,
      offloadedAfter: cure.after.offloaded,
      regionsBefore: cure.before.failure === "" ? cure.before.regions : 0,
      regionsAfter: cure.after.regions,
    });
    if (reported.length >= most) break;
  }
  return reported;
}

/** The set of operators that makes nodes of stage `base` one region, or that there is none. */
export async function setFor(run: Run, base: number, from: readonly Expr[], to: readonly Expr[]): Promise<SetAnswer | undefined> {
  const known = await knowledgeFor(run);
  return drained(setAnswer(run, known, { from: atLast(known, base, from), to: atLast(known, base, to) }));
}

/** The results of nodes of a stage at the last one. */
function atLast({ ground, tracer }: Knowledge, stage: number, nodes: readonly Expr[]): readonly Expr[] {
  const order = moduleOrder(lastOf(ground.stages).module);
  const kinds = new Map(nodes.map((node) => [sortOf(node), node]));
  return [...kinds.values()].flatMap((like) => ofSort(order, like, (e) => tracer.back(e, stage).some((o) => nodes.includes(o))));
}

/** The fields of a record that a cure changes. */
function runFields(record: WhyRecord, cure: FoundCure): Partial<WhyRecord> {
  const { run, edits } = cure;
  const isTouched = (kinds: readonly string[]) => edits.some((edit) => kinds.includes(edit.kind));
  const isRewritten = run.text !== record.text;
  return {
    ...(isRewritten ? { text: run.text } : {}),
    ...(isTouched([
      "add-rule",
      "override-rule",
      "override-check",
      "add-pattern",
      "edit-file",
      "move-pattern",
      "rename-pattern",
      "remove-pattern",
      "rename-target",
      "set-setting",
      "give-value",
      "set-argument",
    ])
      ? { customTargets: run.customTargets }
      : {}),
    ...(isTouched(["add-pass", "remove-pass", "move-pass", "switch-on", "set-option", "reorder-targets", "rename-target", "set-argument"])
      ? { pipeline: run.pipeline }
      : {}),
    ...(run.target === record.target ? {} : { target: run.target }),
    ...(isTouched(["opt-level", "set-argument"]) ? { optLevel: run.optLevel } : {}),
    ...(isTouched(["bind"]) ? { bind: true } : {}),
    ...(isRewritten ? { at: placeOf(cure) } : {}),
  };
}

/** Where the two sides are in a cure's text. */
function placeOf({ variant, from, to, run }: FoundCure): WhyRecord["at"] {
  const positionOf = lineTable(run.text);
  const tracer = tracerOf(variant.stages);
  const place = (nodes: readonly Expr[]) => {
    const origins = nodes.flatMap((node) => tracer.back(node, -1).filter((o) => o.span && sortOf(o) === sortOf(node)));
    const [first] = origins;
    return first?.span && { name: calledOp(first) ?? "", line: positionOf(first.span.start).line };
  };
  const [a, b] = [place(from), to && place(to)];
  if (!to) return { ...(a ? { node: a.name, line: a.line } : {}) };
  return { ...(a ? { from: a.name, fromLine: a.line } : {}), ...(b ? { to: b.name, toLine: b.line } : {}) };
}
