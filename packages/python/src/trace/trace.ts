/** Traced calls: the result of a function of the file, the reasons for it, and the lines that ran. */
import { truth } from "../core/equality.ts";
import { repr, str } from "../core/representation.ts";
import type { Failure, Machine, Outcome } from "../machine/machine.ts";
import { PyException } from "../model/exceptions.ts";
import type { LogRecord } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import type { Expression } from "../syntax/ast.ts";
import { explainCall } from "./explanation.ts";
import type { Origin } from "./origin.ts";
import type { Reason } from "./reason.ts";
import { type Forced, type TracedLine, TraceLog, tracer } from "./records.ts";
import { isConstant } from "./syntaxOf.ts";

export interface TracedPart {
  readonly source: string;
  /** The value as `repr` writes it, cut where it is long. */
  readonly value: string;
}

/** One reason for an answer, as a host shows it. */
export interface TracedReason extends Pick<Reason, "line" | "start" | "end" | "kind" | "source"> {
  readonly file: string;
  /** The name of the enclosing function. */
  readonly name: string;
  readonly value: string;
  /** Whether Python takes the value for true. */
  readonly isTrue: boolean;
  readonly parts: readonly TracedPart[];
}

/** A line that ran. */
export interface RunLine {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  /** Calls inside calls. */
  readonly depth: number;
  /** The statement's first line. */
  readonly source: string;
}

export interface Traced {
  readonly outcome: Outcome<Value>;
  /** From the call itself to what decided; empty where it raised or was built in. */
  readonly reasons: readonly TracedReason[];
  /** The reason that decided. */
  readonly decided: Decided | undefined;
  /** The lines that ran, in order, as many as are kept. */
  readonly lines: readonly RunLine[];
  /** What it printed and logged. */
  readonly log: readonly LogRecord[];
}

export interface Decided {
  readonly reason: TracedReason;
  /** What the condition is made of; undefined where no expression decided. */
  readonly origin: Origin | undefined;
  /** The condition itself, for a trace that forces it; undefined where no expression decided. */
  readonly condition: Expression | undefined;
  /** Whether its value counts as true. */
  readonly isTrue: boolean;
  /** What was logged after it, last. */
  readonly message: string | undefined;
}

export interface TraceOptions {
  /** How a host shows values of its own; undefined for others. */
  readonly show?: (value: Value) => string | undefined;
  readonly forced?: Forced | undefined;
}

/** Longest text of a value. */
const longest = 200;

/** Calls a value and notes the reasons for its result. */
export function traceCall(machine: Machine, callee: Value, args: readonly Value[], options: TraceOptions = {}): Traced {
  const log = new TraceLog(options.forced);
  machine.kept.set(TraceLog, log);
  machine.tracing = tracer;
  const outcome = calledUnder(machine, () => machine.call(callee, args));
  const { first } = log;
  const found = first && outcome.kind === "value" ? machine.run(() => explainCall(machine, first)) : undefined;
  const { reasons = [], decided, origin, isTrue = false, message } = found?.kind === "value" ? found.value : {};
  const shownReasons = reasons.map((reason) => shown(machine, reason, options));
  const reason = decided && shownReasons[reasons.indexOf(decided)];
  return {
    outcome,
    reasons: shownReasons,
    decided: reason && { reason, origin, condition: decided?.asked, isTrue, message },
    lines: log.lines.filter(isCode).map(lineOf),
    log: log.messages.map(({ said }) => said),
  };
}

/** Whether a statement does something: a docstring does not. */
function isCode({ node }: TracedLine): boolean {
  return node.kind !== "Expression" || !isConstant(node.value);
}

function lineOf({ record: { file, name, depth, text }, node: { line, start } }: TracedLine): RunLine {
  const end = text.indexOf("\n", start);
  return { file, line, name, depth, source: text.slice(start, end < 0 ? undefined : end).trimEnd() };
}

/** A call with what it notes taken away after it, also where the host ends it by an error of its own. */
function calledUnder<T>(machine: Machine, body: () => T): T {
  try {
    return body();
  } finally {
    machine.tracing = undefined;
    machine.kept.delete(TraceLog);
  }
}

function shown(machine: Machine, { record, line, start, end, kind, source, value, parts }: Reason, options: TraceOptions): TracedReason {
  return {
    file: record.file,
    line,
    start,
    end,
    name: record.name,
    kind,
    source,
    value: valueText(machine, value, options),
    isTrue: isTrue(machine, value),
    parts: parts.map((part) => ({ source: part.source, value: valueText(machine, part.value, options) })),
  };
}

/** What showing a value may cost. */
const textBudget = { steps: 10_000, bytes: 1_000_000 };

function isTrue(machine: Machine, value: Value): boolean {
  const outcome = machine.run(() => truth(machine, value), textBudget);
  return outcome.kind === "value" && outcome.value;
}

function valueText(machine: Machine, value: Value, { show }: TraceOptions): string {
  const own = show?.(value);
  if (own !== undefined) return cut(own);
  const outcome: Outcome<string> | Failure = machine.run(
    () => (value instanceof PyException ? `${value.cls.name}: ${str(machine, value)}` : repr(machine, value)),
    textBudget,
  );
  return outcome.kind === "value" ? cut(outcome.value) : "?";
}

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
