/**
 * What is noted of a traced call: the values of its expressions and the statements that ran, in order; and the calls
 * inside.
 */
import type { Frame, LogRecord, TracedNode, Tracer } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import type { Comprehension, Expression, FunctionDefinition, Lambda, Statement } from "../syntax/ast.ts";

export type Definition = FunctionDefinition | Lambda | Comprehension;

export interface TraceEvent {
  readonly node: Expression | Statement;
  /** Of an expression; null of a statement. */
  readonly value: Value;
  /** How many events there were when the node's evaluation began. */
  readonly start: number;
  /** The exception whose handler a statement ran in. */
  readonly handled: Value | undefined;
}

export interface InnerCall {
  /** The expression of the outer call that led to it. */
  readonly node: Expression | undefined;
  /** Of the inner call; of `outer`, the outer one. */
  readonly record: CallRecord;
  /** How many events of the outer call there were when it began. */
  readonly start: number;
}

/** A line that ran, of any call, in order. */
export interface TracedLine {
  readonly record: CallRecord;
  readonly node: Statement;
}

/** What a traced call logged; `record` is of the call that did, undefined where that is not traced. */
export interface TracedMessage {
  readonly record: CallRecord | undefined;
  /** How many events that call had then. */
  readonly at: number;
  readonly said: LogRecord;
}

/** Results that conditions are forced to have, to trace what comes after them. */
export type Forced = ReadonlyMap<Expression, boolean>;

/** Shared by all calls of one trace: its bounds. */
export class TraceLog {
  constructor(readonly forced: Forced | undefined = undefined) {}

  eventsLeft = 50_000;
  readonly lines: TracedLine[] = [];
  readonly messages: TracedMessage[] = [];
  first: CallRecord | undefined = undefined;
}

const mostLines = 2000;
const mostMessages = 1000;

export class CallRecord {
  readonly file: string;
  readonly name: string;
  readonly events: TraceEvent[] = [];
  readonly inner: InnerCall[] = [];
  /** Expressions that are being evaluated, the innermost last. */
  readonly open: Expression[] = [];
  result: Value | undefined = undefined;
  private places: { readonly count: number; readonly of: ReadonlyMap<Expression | Statement, readonly number[]> } | undefined;

  constructor(
    readonly log: TraceLog,
    frame: Frame,
    readonly definition: Definition,
    readonly text: string,
    readonly depth: number,
    /** The call that led to it, and how many events that had then; undefined for the first. */
    readonly outer: InnerCall | undefined,
  ) {
    this.file = frame.code.file;
    this.name = frame.code.name;
  }

  note(event: TraceEvent): void {
    if (this.log.eventsLeft-- > 0) this.events.push(event);
  }

  /** The places of a node's events, in order. */
  placesOf(node: Expression | Statement): readonly number[] {
    if (this.places?.count !== this.events.length) {
      const of = new Map<Expression | Statement, number[]>();
      for (const [at, event] of this.events.entries()) {
        const known = of.get(event.node);
        if (known) known.push(at);
        else of.set(event.node, [at]);
      }
      this.places = { count: this.events.length, of };
    }
    return this.places.of.get(node) ?? [];
  }

  /** The place of the last event of a node before an event, or -1. */
  lastEvent(node: Expression | Statement, before: number): number {
    const places = this.placesOf(node);
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] ?? 0) <= before) low = middle + 1;
      else high = middle;
    }
    return places[low - 1] ?? -1;
  }

  valueBefore(node: Expression, before: number): Value | undefined {
    return this.events[this.lastEvent(node, before)]?.value;
  }
}

function recordOf(frame: Frame | undefined): CallRecord | undefined {
  return frame?.trace instanceof CallRecord ? frame.trace : undefined;
}

/** Expressions that can lead to code of the file: calls, and what methods with two underscores answer. */
const opening = new Set(["Call", "Attribute", "Subscript", "Compare", "Binary", "Unary", "Bool", "If"]);

/** The log of the trace that runs on a machine. */
function logOf(frame: Frame): TraceLog | undefined {
  const log = frame.m.kept.get(TraceLog);
  return log instanceof TraceLog ? log : undefined;
}

/**
 * Notes into the records of frames. Its closures serve any machine and any trace, so that code that is compiled for it
 * is kept.
 */
export const tracer: Tracer = makeTracer();

function makeTracer(): Tracer {
  return {
    expression(node, run) {
      const e = node as Expression; // the compiler hands over its own nodes
      const isOpening = opening.has(e.kind);
      return (f) => {
        const record = recordOf(f);
        if (!record) return run(f);
        const start = record.events.length;
        const { forced } = record.log;
        if (!isOpening) {
          const own = run(f);
          const value = forced?.get(e) ?? own;
          record.note({ node: e, value, start, handled: undefined });
          return value;
        }
        const depth = record.open.length;
        record.open.push(e);
        try {
          const own = run(f);
          const value = forced?.get(e) ?? own;
          record.note({ node: e, value, start, handled: undefined });
          return value;
        } finally {
          record.open.length = depth;
        }
      };
    },
    statement(node, exec) {
      const s = node as Statement; // the compiler hands over its own nodes
      return (f) => {
        const record = recordOf(f);
        if (!record) return exec(f);
        if (record.log.lines.length < mostLines) record.log.lines.push({ record, node: s });
        const start = record.events.length;
        const signal = exec(f);
        record.note({ node: s, value: null, start, handled: f.handled?.at(-1) });
        return signal;
      };
    },
    enter(frame, definition: TracedNode, text) {
      const outer = recordOf(frame.back);
      const log = outer?.log ?? logOf(frame);
      if (!log) return;
      const from = outer && { node: outer.open.at(-1), record: outer, start: outer.events.length };
      const record = new CallRecord(log, frame, definition as Definition, text, (outer?.depth ?? 0) + 1, from); // of the compiler
      frame.trace = record;
      if (outer && from) {
        if (outer.inner.length < 500) outer.inner.push({ ...from, record });
      } else log.first ??= record;
    },
    logged(m, said) {
      const log = m.kept.get(TraceLog);
      if (log instanceof TraceLog && log.messages.length < mostMessages) {
        const record = recordOf(m.frame);
        log.messages.push({ record, at: record?.events.length ?? 0, said });
      }
    },
    leave(frame, value) {
      const record = recordOf(frame);
      if (record) record.result = value;
    },
  };
}
