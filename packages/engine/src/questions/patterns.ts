/**
 * Which patterns match at a node, and why others do not: the tables' entries as MergeComposite tries them, and the
 * operator rules as AnnotateTarget asks them.
 */
import { calledOp, type Expr, type Lineage, nameOf } from "@relayscope/ir";
import { type TraceAround, traceAround, traceMatch } from "@relayscope/match";
import { follow, followNode, type Run, resolveStep, type TableEntry, targetsOf } from "@relayscope/run";
import type { NodeReference, PatternAnswer, PatternState, PatternTrace, PatternTry, RuleTry } from "@relayscope/run/contract";
import { patternSentences as say } from "../laterDiagnostics.ts";
import { functionAround, type Meeting, meetings } from "./compositeReplay.ts";
import { traceLines } from "./traceLines.ts";

// Exported here so that both share one chunk with the code that repeats MergeComposite.
export { stepCheck } from "./stepCheck.ts";

/** Longer tables are cut, and the answer says so. */
const mostEntries = 1_000;

/** A table, and the stage whose module it is tried on. */
interface Trial {
  readonly stage: number;
  readonly table: readonly TableEntry[];
  readonly note: string;
}

/** The results for the latest node, so that opening an entry costs nothing more. Kept with the run. */
const lastFindings = new WeakMap<Run, Findings>();

interface Finding extends Examined {
  readonly entry: TableEntry;
  /** Numbers of the nodes that the entry matched, at the stage asked about. */
  readonly refer: (node: Expr) => NodeReference | undefined;
}

interface Findings {
  readonly stage: number;
  readonly id: number;
  /** One per entry that was tried, the tables in a row; undefined for those after the pass stopped. */
  readonly entries: readonly { readonly entry: TableEntry; readonly found: Finding | undefined; readonly stoppedBy: string }[];
  readonly notes: readonly string[];
}

/**
 * How each entry met a node of a stage. Costs a MergeComposite per table, and a bounded number of matches per entry.
 */
export function patternAnswer(run: Run, stage: number, id: number): PatternAnswer | undefined {
  const findings = findingsOf(run, stage, id);
  if (!findings) return undefined;
  const { entries, notes } = findings;
  const tries = entries.map(({ entry, found, stoppedBy }, index) =>
    found ? tryOf(found, index) : { ...blank(entry, index), state: "not-tried" as const, message: say.stoppedBefore(stoppedBy) },
  );
  return { tries, rules: rulesFor(run, stage, id), notes };
}

/** The try of one entry in full. */
export function patternTrace(run: Run, stage: number, id: number, index: number): PatternTrace | undefined {
  const found = findingsOf(run, stage, id)?.entries[index]?.found;
  return found && traceAnswer(found);
}

function findingsOf(run: Run, stage: number, id: number): Findings | undefined {
  const known = lastFindings.get(run);
  if (known?.stage === stage && known.id === id) return known;
  if (!run.index(stage).exprOf(id)) return undefined;
  const entries: Findings["entries"][number][] = [];
  const notes = new Set<string>();
  for (const { stage: at, table, note } of trialsOf(run, stage)) {
    if (note !== "") notes.add(note);
    if (table.length === 0) notes.add(say.emptyTable);
    const shown = table.slice(0, Math.max(0, mostEntries - entries.length));
    if (shown.length < table.length) notes.add(say.longTable(mostEntries));
    const node = nodeAt(run, stage, id, at);
    const module = run.stages[at]?.module;
    const f = node && module && functionAround(module, node);
    if (!node || !f) {
      notes.add(node ? say.leftAlone : say.notThere);
      continue;
    }
    const refer = referrer(run, stage, at);
    const first = entries.length;
    let last: Finding | undefined;
    for (const meeting of meetings(f, node, shown, run.context)) {
      const { entry, lineage } = meeting;
      last = { entry, refer: (expr) => refer(expr, lineage), ...examine(run, meeting) };
      entries.push({ entry, found: last, stoppedBy: "" });
    }
    for (const entry of shown.slice(entries.length - first)) entries.push({ entry, found: undefined, stoppedBy: last?.entry.name ?? "" });
  }
  const findings = { stage, id, entries, notes: [...notes] };
  lastFindings.set(run, findings);
  return findings;
}

/** The tables of the run's MergeComposite steps; without one, the chosen target's own, on the stage asked about. */
function trialsOf(run: Run, stage: number): readonly Trial[] {
  const trials: Trial[] = [];
  run.stages.forEach((held, at) => {
    if (held.pass !== "MergeComposite" || held.result.status === "off") return;
    trials.push({ stage: at - 1, table: run.stepOf(at)?.tables.patterns ?? [], note: "" });
  });
  if (trials.length > 0) return trials;
  const { target } = run.request;
  const { tables } = resolveStep({ pass: "MergeComposite", options: {} }, target, run.targets(), run.stages[0]?.start);
  return [{ stage, table: tables.patterns, note: say.noMergeComposite(target) }];
}

/** A node of one stage at another. */
function nodeAt(run: Run, from: number, id: number, to: number): Expr | undefined {
  const index = run.index(to);
  const found = follow(run, from, to, [id]).flatMap((other) => index.exprOf(other) ?? []);
  return found.find((expr) => expr.kind === "Call") ?? found.find((expr) => expr.kind !== "Op");
}

interface Examined {
  readonly state: PatternState;
  readonly reason: string;
  readonly message: string;
  readonly trace: TraceAround | undefined;
  readonly blocker: Expr | undefined;
}

function examine(run: Run, meeting: Meeting): Examined {
  const { entry, graph, self, takenBy, outcome, raised } = meeting;
  const { operators } = run.context;
  if (!self) return { state: "spent", reason: "overlap", message: say.spent(takenBy ?? ""), trace: undefined, blocker: undefined };
  if (outcome) {
    const check = outcome.kind === "check-refused" ? () => false : undefined;
    const whole = traceMatch(entry.pattern, outcome.root, graph, { operators, groups: () => outcome.groups, check });
    const trace = { ...whole, at: outcome.root, isWhole: true, below: undefined, goesOn: undefined };
    const { problem } = trace;
    return outcome.kind === "accepted"
      ? { state: "taken", reason: "", message: say.taken(nameOf(outcome.root)), trace, blocker: undefined }
      : { state: "refused", reason: problem?.reason ?? "", message: problem?.message ?? "", trace, blocker: problem?.blocker };
  }
  const trace = traceAround(entry.pattern, self, graph, { operators });
  if (raised) return { state: "raises", reason: "raises", message: raised.message, trace, blocker: raised.node };
  if (!trace) {
    return { state: "unrelated", reason: "", message: say.unrelated(nameOf(self)), trace, blocker: undefined };
  }
  const { problem } = trace;
  if (!problem) {
    return { state: "failed", reason: "argument", message: say.argument(nameOf(trace.at)), trace, blocker: undefined };
  }
  const state = problem.reason === "raises" ? "raises" : trace.isWhole && trace.root.matched ? "refused" : "failed";
  return { state, reason: problem.reason, message: problem.message, trace, blocker: problem.blocker };
}

function blank(entry: TableEntry, index: number) {
  const { name, defect } = entry;
  return { index, name, reason: "", message: "", at: undefined, nodes: [], ...(defect === undefined ? {} : { defect }) };
}

function tryOf({ entry, refer, state, reason, message, trace, blocker }: Finding, index: number): PatternTry {
  const first = trace && (traceLines(trace).lines.find((line) => line.isFirst)?.node ?? trace.at);
  const at = first && refer(first);
  const nodes = [at, blocker && refer(blocker)].flatMap((reference) => (reference ? [reference.id] : []));
  return { ...blank(entry, index), state, reason, message, at, nodes: [...new Set(nodes)] };
}

/** From the nodes of a meeting's graphs to their numbers at the stage asked about. */
function referrer(run: Run, stage: number, at: number): (node: Expr, lineage: Lineage) => NodeReference | undefined {
  const members = new Set(run.index(at).order);
  return (node, lineage) => {
    const origin = node.kind === "Op" ? undefined : lineage.originsOf(node).find((expr) => members.has(expr));
    const found = origin && followNode(run, at, stage, origin);
    return found && { id: found.id, label: nameOf(node) };
  };
}

function traceAnswer({ entry, refer, trace, message, state }: Finding): PatternTrace {
  if (!trace) return { lines: [], linesLeft: 0, note: message, check: [], checkNote: "" };
  const { lines, left } = traceLines(trace);
  const { asked, check } = entry;
  const isAsked = asked !== undefined && trace.isWhole && trace.root.matched;
  return {
    lines: lines.map(({ node, ...line }) => ({ ...line, node: node && refer(node) })),
    linesLeft: left,
    note: trace.isWhole ? "" : say.part(nameOf(trace.at)),
    check: isAsked ? asked.lines(trace.at) : [],
    checkNote: isAsked ? "" : !check ? say.noCheck : state === "raises" ? "" : say.checkNotAsked,
  };
}

/** The rules for the node's operator, of each target that the run annotates for. */
function rulesFor(run: Run, stage: number, id: number): readonly RuleTry[] {
  const { find } = run.targets();
  const steps = run.stages.flatMap((held, at) => (held.pass === "AnnotateTarget" && held.result.status !== "off" ? [at] : []));
  const asked = steps.map((at) => ({
    names: targetsOf(run.stepOf(at)?.options ?? {}, run.request.target),
    node: nodeAt(run, stage, id, at - 1),
  }));
  if (steps.length === 0) asked.push({ names: targetsOf({}, run.request.target), node: run.index(stage).exprOf(id) });
  const tries = new Map<string, RuleTry>();
  for (const { names, node } of asked) {
    const operator = node && calledOp(node);
    if (!node || operator === undefined) continue;
    for (const name of names) {
      const target = find(name);
      if (!target || tries.has(name)) continue;
      const rule = Object.hasOwn(target.askedRules, operator) ? target.askedRules[operator] : undefined;
      const check = rule && Object.hasOwn(target.rules, operator) ? rule.lines(node) : [];
      const answer = check[0]?.answer;
      const state = !Object.hasOwn(target.rules, operator)
        ? "none"
        : answer === undefined
          ? "always"
          : answer === "raises"
            ? "raises"
            : answer
              ? "accepts"
              : "refuses";
      tries.set(name, { target: name, operator, state, check });
    }
  }
  return [...tries.values()];
}
