/** Which patterns match at a node, and why not: the tables' entries as MergeComposite tries them, and the operator rules as AnnotateTarget asks them. */
import { nameOf } from "@relayscope/explain";
import { calledOp, type Expr } from "@relayscope/ir";
import { groupMatches, type MatchGroups, type TraceAround, traceAround, traceMatch } from "@relayscope/match";
import { checkLines } from "./checkLines.ts";
import { functionAround, type Meeting, meetings } from "./compositeReplay.ts";
import type { NodeReference, PatternAnswer, PatternState, PatternTrace, PatternTry, RuleTry } from "./contract.ts";
import { patternSentences as say } from "./diagnostics.ts";
import { follow } from "./questions.ts";
import type { TableEntry } from "./resolvedTarget.ts";
import type { Run } from "./run.ts";
import { resolveOptions, targetFinder } from "./targets.ts";
import { traceLines } from "./traceLines.ts";

/** Longer tables are cut, and the answer says so. */
const mostEntries = 1_000;

/** A table, and the stage whose module it is tried on. */
interface Trial {
  readonly stage: number;
  readonly table: readonly TableEntry[];
  readonly note: string;
}

/** How each entry met a node of a stage. Costs a MergeComposite per table, and a bounded number of matches per entry. */
export function patternAnswer(run: Run, stage: number, id: number): PatternAnswer | undefined {
  if (!run.index(stage).exprOf(id)) return undefined;
  const tries: PatternTry[] = [];
  const notes: string[] = [];
  let first = 0;
  for (const trial of trialsOf(run, stage)) {
    if (trial.note !== "") notes.push(trial.note);
    if (trial.table.length === 0) notes.push(say.emptyTable);
    const node = nodeAt(run, stage, id, trial.stage);
    const module = run.stages[trial.stage]?.module;
    const f = node && module && functionAround(module, node);
    if (!node) notes.push(say.notThere);
    else if (!f) notes.push(say.leftAlone);
    else {
      const before = tries.length;
      const tell = teller(run, stage, trial.stage);
      for (const meeting of meetings(f, node, trial.table, run.context)) {
        if (tries.length < mostEntries) tries.push(tell(meeting, first + tries.length - before));
      }
      const raised = tries.at(-1)?.state === "raises" ? tries.at(-1) : undefined;
      for (const entry of trial.table.slice(tries.length - before, mostEntries)) {
        tries.push({ ...blank(entry, first + tries.length - before), state: "not-tried", message: say.stoppedBefore(raised?.name ?? "") });
      }
    }
    if (trial.table.length > mostEntries) notes.push(say.longTable(mostEntries));
    first += trial.table.length;
  }
  return { tries, rules: rulesFor(run, stage, id), notes: [...new Set(notes)] };
}

/** The try of one entry in full. */
export function patternTrace(run: Run, stage: number, id: number, index: number): PatternTrace | undefined {
  let at = index;
  for (const trial of trialsOf(run, stage)) {
    if (at >= trial.table.length) {
      at -= trial.table.length;
      continue;
    }
    const node = nodeAt(run, stage, id, trial.stage);
    const module = run.stages[trial.stage]?.module;
    const f = node && module && functionAround(module, node);
    if (!f) return undefined;
    for (const meeting of meetings(f, node, trial.table.slice(0, at + 1), run.context)) {
      if (at-- === 0) return traceAnswer(run, stage, trial.stage, meeting);
    }
    return undefined;
  }
  return undefined;
}

/** The tables of the run's MergeComposite steps; without one, the chosen target's own, on the stage asked about. */
function trialsOf(run: Run, stage: number): readonly Trial[] {
  const trials: Trial[] = [];
  run.stages.forEach((held, at) => {
    if (held.pass !== "MergeComposite" || held.result.status === "off") return;
    trials.push({ stage: at - 1, table: tableOf(run.optionsOf(at)?.options.patterns), note: "" });
  });
  if (trials.length > 0) return trials;
  const { target, customTargets } = run.request;
  const { options } = resolveOptions({ pass: "MergeComposite", options: {} }, target, targetFinder(customTargets));
  return [{ stage, table: tableOf(options.patterns), note: say.noMergeComposite(target) }];
}

function tableOf(patterns: unknown): readonly TableEntry[] {
  return Array.isArray(patterns) ? (patterns as readonly TableEntry[]) : [];
}

/** What a node of one stage is at another. */
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
  let known: MatchGroups | undefined;
  const groups = () => {
    known ??= groupMatches(entry.pattern, graph, { operators, keepRefused: true });
    return known;
  };
  if (outcome) {
    const check = outcome.kind === "check-refused" ? () => false : undefined;
    const whole = traceMatch(entry.pattern, outcome.root, graph, { operators, groups, check });
    const trace = { ...whole, at: outcome.root, isWhole: true, below: undefined, goesOn: undefined };
    const { problem } = trace;
    return outcome.kind === "accepted"
      ? { state: "taken", reason: "", message: say.taken(nameOf(outcome.root)), trace, blocker: undefined }
      : { state: "refused", reason: problem?.reason ?? "", message: problem?.message ?? "", trace, blocker: problem?.blocker };
  }
  const trace = traceAround(entry.pattern, self, graph, { operators, groups });
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

/** Tells meetings, with nodes by their numbers at the stage asked about. */
function teller(run: Run, stage: number, at: number): (meeting: Meeting, index: number) => PatternTry {
  const refer = referrer(run, stage, at);
  return (meeting, index) => {
    const { state, reason, message, trace, blocker } = examine(run, meeting);
    const first = trace && (traceLines(trace).lines.find((line) => line.isFirst)?.node ?? trace.at);
    const where = first && refer(first, meeting);
    const nodes = [where, blocker && refer(blocker, meeting)].flatMap((reference) => (reference ? [reference.id] : []));
    return { ...blank(meeting.entry, index), state, reason, message, at: where, nodes: [...new Set(nodes)] };
  };
}

/** From the nodes of a meeting's graphs to their numbers at the stage asked about. */
function referrer(run: Run, stage: number, at: number): (node: Expr, meeting: Meeting) => NodeReference | undefined {
  const index = run.index(at);
  const members = new Set(index.order);
  return (node, { lineage }) => {
    const origin = node.kind === "Op" ? undefined : lineage.originsOf(node).find((expr) => members.has(expr));
    const [id] = origin ? follow(run, at, stage, [index.idOf(origin)]) : [];
    return id === undefined ? undefined : { id, label: nameOf(node) };
  };
}

function traceAnswer(run: Run, stage: number, at: number, meeting: Meeting): PatternTrace {
  const { trace, message, state } = examine(run, meeting);
  if (!trace) return { lines: [], linesLeft: 0, note: message, check: [], checkNote: "" };
  const refer = referrer(run, stage, at);
  const { lines, left } = traceLines(trace);
  const { asked, check } = meeting.entry;
  const isAsked = asked !== undefined && trace.isWhole && trace.root.matched;
  return {
    lines: lines.map(({ isMet, node, ...line }) => ({ ...line, state: isMet ? "met" : "refused", node: node && refer(node, meeting) })),
    linesLeft: left,
    note: trace.isWhole ? "" : say.part(nameOf(trace.at)),
    check: isAsked ? checkLines(asked, trace.at) : [],
    checkNote: isAsked ? "" : !check ? say.noCheck : state === "raises" ? "" : say.checkNotAsked,
  };
}

/** The rules for the node's operator, of each target that the run annotates for. */
function rulesFor(run: Run, stage: number, id: number): readonly RuleTry[] {
  const find = targetFinder(run.request.customTargets);
  const steps = run.stages.flatMap((held, at) => (held.pass === "AnnotateTarget" && held.result.status !== "off" ? [at] : []));
  const asked = steps.map((at) => ({ names: run.optionsOf(at)?.options.targets, node: nodeAt(run, stage, id, at - 1) }));
  if (steps.length === 0) asked.push({ names: [run.request.target], node: run.index(stage).exprOf(id) });
  const tries = new Map<string, RuleTry>();
  for (const { names, node } of asked) {
    const operator = node && calledOp(node);
    if (!node || operator === undefined || !Array.isArray(names)) continue;
    for (const name of names as readonly string[]) {
      const target = find(name);
      if (!target || tries.has(name)) continue;
      const rule = Object.hasOwn(target.askedRules, operator) ? target.askedRules[operator] : undefined;
      const check = rule && Object.hasOwn(target.rules, operator) ? checkLines(rule, node) : [];
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
