/** Why a traced call gave what it gave: the conditions that decided, from the call itself down to where they are. */
import { truth } from "../core/equality.ts";
import { PyException } from "../model/exceptions.ts";
import { PyBuiltin, PyFunction } from "../model/functions.ts";
import { PyModule } from "../model/module.ts";
import type { Runtime } from "../model/runtime.ts";
import { PyClass, type Value } from "../model/value.ts";
import type { Block, Call, Compare, Expression, Statement } from "../syntax/ast.ts";
import type { CallRecord, InnerCall, TraceEvent } from "./records.ts";

export interface ReasonPart {
  /** As it is written in the file. */
  readonly source: string;
  readonly value: Value;
}

export interface Reason {
  readonly record: CallRecord;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /**
   * How it decides: a `return`; a `call` of a function of the file; a `condition` or `value`; a `test` whose branch was
   * taken; a test that was `passed` by; an `element` of `all` or `any`; an `assignment` that a variable has its value
   * of; an `exception` that a handler took; the `end` of the function.
   */
  readonly kind: "return" | "call" | "condition" | "value" | "test" | "passed" | "element" | "assignment" | "exception" | "end";
  readonly source: string;
  readonly value: Value;
  /** What a condition compares or calls with. */
  readonly parts: readonly ReasonPart[];
}

/** Most reasons in one chain. */
const longest = 40;

/** The chain of reasons for what a call gave, the outermost first; the last one decided. */
export function explainCall(m: Runtime, record: CallRecord): readonly Reason[] {
  const chain: Reason[] = [];
  new Explainer(m, chain).call(record);
  return chain;
}

class Explainer {
  private readonly m: Runtime;
  private readonly chain: Reason[];

  constructor(m: Runtime, chain: Reason[]) {
    this.m = m;
    this.chain = chain;
  }

  private add(
    record: CallRecord,
    node: Expression | Statement,
    kind: Reason["kind"],
    value: Value,
    parts: readonly ReasonPart[] = [],
  ): boolean {
    const { line, start, end } = node;
    this.chain.push({ record, line, start, end, kind, source: record.text.slice(start, end), value, parts });
    return this.chain.length < longest;
  }

  call(record: CallRecord): void {
    const { definition } = record;
    if (definition.kind === "Lambda") {
      this.value(record, definition.body, record.events.length);
      return;
    }
    if (definition.kind !== "Function") return;
    const at = record.events.findLastIndex((e) => e.node.kind === "Return");
    const event = record.events[at];
    if (event?.node.kind !== "Return") {
      this.fellOff(record, definition.body);
      return;
    }
    const { value } = event.node;
    if (!value) {
      this.add(record, event.node, "return", null);
      this.control(record, definition.body, event.node, event, at);
      return;
    }
    if (!this.add(record, event.node, "return", valueBefore(record, value, at) ?? null)) return;
    if (!isConstant(value)) this.value(record, value, at);
    // A helper that always says no leaves the decision to what called it.
    if (isConstant(value) || this.chain.at(-1)?.kind === "return") this.control(record, definition.body, event.node, event, at);
  }

  private isTrue(value: Value | undefined): boolean {
    return value !== undefined && truth(this.m, value);
  }

  /** Why an expression, evaluated before an event, gave what it gave. */
  private value(record: CallRecord, e: Expression, before: number): void {
    if (this.chain.length >= longest) return;
    const at = lastEvent(record, e, before);
    const value = record.events[at]?.value;
    if (value === undefined) return;
    switch (e.kind) {
      case "Bool":
        this.junction(record, e, at);
        return;
      case "Unary":
        if (e.operator === "not") this.value(record, e.operand, at);
        else this.add(record, e, "value", value);
        return;
      case "Compare":
        if (this.innerCalls(record, e, at)) return;
        this.add(record, e, "condition", value, partsOfCompare(record, e, at));
        return;
      case "If": {
        const test = valueBefore(record, e.test, at);
        const branch = this.isTrue(test) ? e.body : e.otherwise;
        this.value(record, isConstant(branch) ? e.test : branch, at);
        return;
      }
      case "Call":
        this.callExpression(record, e, at);
        return;
      case "Name":
        this.variable(record, e.name, e, at);
        return;
      case "Walrus":
        this.value(record, e.value, at);
        return;
      default:
        if (!this.innerCalls(record, e, at)) this.add(record, e, "value", value);
    }
  }

  /**
   * Of `and` the operand that was false, of `or` the one that was true; where all of `or` were false, the last one is
   * followed.
   */
  private junction(record: CallRecord, e: Extract<Expression, { kind: "Bool" }>, at: number): void {
    const start = record.events[at]?.start ?? 0;
    const evaluated = e.values.filter((v) => lastEvent(record, v, at) >= start);
    const last = evaluated.at(-1);
    if (!last) return;
    const isSingle = e.operator === "and" || this.isTrue(record.events[at]?.value) || evaluated.length === 1;
    if (!isSingle) {
      const parts = evaluated.map((v) => ({ source: record.text.slice(v.start, v.end), value: valueBefore(record, v, at) ?? null }));
      if (!this.add(record, e, "condition", record.events[at]?.value ?? null, parts)) return;
    }
    this.value(record, last, at);
    const before = evaluated.at(-2);
    if (!isSingle && before && this.chain.at(-1)?.kind === "return") this.value(record, before, at);
  }

  private callExpression(record: CallRecord, e: Call, at: number): void {
    const event = record.events[at];
    if (!event) return;
    const name = e.callee.kind === "Name" ? e.callee.name : "";
    const [argument] = e.args;
    if (argument && (name === "all" || name === "any") && this.element(record, e, argument, at)) return;
    if (this.innerCalls(record, e, at)) return;
    if (argument && name === "bool" && e.args.length === 1 && argument.kind !== "Starred") {
      this.value(record, argument, at);
      return;
    }
    this.add(record, e, "condition", event.value, this.partsOfCall(record, e, at));
  }

  private partsOfCall(record: CallRecord, e: Call, at: number): ReasonPart[] {
    const nodes = [
      ...(e.callee.kind === "Attribute" ? [e.callee.value] : []),
      ...e.args.filter((a) => a.kind !== "Starred"),
      ...e.keywords.map((k) => k.value),
    ];
    return partsOf(record, nodes, at);
  }

  /**
   * Follows the last call of a function of the file that an expression led to, if its answer is as true as the
   * expression's.
   */
  private innerCalls(record: CallRecord, e: Expression, at: number): boolean {
    const event = record.events[at];
    if (!event) return false;
    const wanted = this.isTrue(event.value);
    const found = record.inner.filter((i) => i.node === e && i.start >= event.start && i.start <= at);
    const inner: InnerCall | undefined = found.findLast(
      (i) => i.record.definition.kind !== "Generator" && i.record.result !== undefined && this.isTrue(i.record.result) === wanted,
    );
    if (!inner) return false;
    const arguments_ = e.kind === "Call" ? this.partsOfCall(record, e, at) : [];
    if (this.add(record, e, "call", event.value, arguments_)) this.call(inner.record);
    return true;
  }

  /** The element that decided `all` or `any`; false if it is unknown. */
  private element(record: CallRecord, e: Call, argument: Expression, at: number): boolean {
    const event = record.events[at];
    const isTrue = this.isTrue(event?.value);
    const isAll = e.callee.kind === "Name" && e.callee.name === "all";
    const isDecided = isAll ? !isTrue : isTrue;
    if (argument.kind === "Generator") {
      const inner = record.inner.findLast((i) => i.record.definition === argument && i.start >= (event?.start ?? 0));
      if (!inner || !isDecided) return false;
      const last = lastEvent(inner.record, argument.item, inner.record.events.length);
      if (last < 0) return false;
      this.add(
        inner.record,
        argument.item,
        "element",
        inner.record.events[last]?.value ?? null,
        this.loopVariables(inner.record, argument.loops[0]?.target, last),
      );
      this.value(inner.record, argument.item, last + 1);
      return true;
    }
    if (argument.kind !== "ListComp" && argument.kind !== "SetComp") return false;
    const start = event?.start ?? 0;
    const decides = (one: TraceEvent | undefined): boolean => one?.node === argument.item && this.isTrue(one.value) === !isAll;
    for (let i = start; i < at && isDecided; i++) {
      const one = record.events[i];
      if (!decides(one)) continue;
      this.add(record, argument.item, "element", one?.value ?? null, this.loopVariables(record, argument.loops[0]?.target, i));
      this.value(record, argument.item, i + 1);
      return true;
    }
    return false;
  }

  private loopVariables(record: CallRecord, target: Expression | undefined, at: number): ReasonPart[] {
    const names =
      target?.kind === "Name"
        ? [target.name]
        : target?.kind === "Tuple"
          ? target.items.flatMap((i) => (i.kind === "Name" ? [i.name] : []))
          : [];
    return names.flatMap((name) => {
      const event = record.events.slice(0, at).findLast((e) => e.node.kind === "Name" && e.node.name === name);
      return event ? [{ source: name, value: event.value }] : [];
    });
  }

  /** A variable has its value of its last assignment. */
  private variable(record: CallRecord, name: string, e: Expression, at: number): void {
    for (let i = at; i >= 0; i--) {
      const node = record.events[i]?.node;
      if (node?.kind === "Assign" && node.targets.some((t) => t.kind === "Name" && t.name === name)) {
        if (isConstant(node.value)) {
          const event = record.events[i];
          this.add(record, node, "assignment", valueBefore(record, node.value, i) ?? null);
          if (event && record.definition.kind === "Function") this.control(record, record.definition.body, node, event, i);
        } else if (this.add(record, node, "assignment", valueBefore(record, node.value, i) ?? null)) this.value(record, node.value, i);
        return;
      }
      if (node?.kind === "Augmented" && node.target.kind === "Name" && node.target.name === name) {
        if (this.add(record, node, "assignment", valueBefore(record, node.value, i) ?? null)) this.value(record, node.value, i);
        return;
      }
    }
    this.add(record, e, "value", record.events[at]?.value ?? null);
  }

  /**
   * What led to a statement that gives a constant: the test around it, the exception of its handler, the tests before
   * it.
   */
  private control(record: CallRecord, body: Block, s: Statement, event: TraceEvent, at: number): void {
    const path = pathTo(body, s);
    for (const { owner, block, tests } of [...path].reverse()) {
      if (owner?.kind === "IfStatement" && tests) {
        for (const test of tests.passed) this.passed(record, test, at, tests.taken === undefined);
        if (tests.taken) {
          const value = valueBefore(record, tests.taken, at) ?? null;
          if (this.add(record, tests.taken, "test", value)) this.value(record, tests.taken, at);
        }
        return;
      }
      if (owner?.kind === "Try" && event.handled instanceof PyException) {
        this.exception(record, s, event.handled);
        return;
      }
      const before = block.slice(
        0,
        block.findIndex((one) => contains(one, s)),
      );
      const test = lastPassedTest(record, before, at);
      if (test) {
        this.passed(record, test, at, true);
        return;
      }
    }
  }

  /** An exception that a handler took, at the line of the function that raised it or called what did. */
  private exception(record: CallRecord, s: Statement, error: PyException): void {
    const place = error.stack?.findLast((l) => l.file === record.file && l.name === record.name);
    const line = place?.line ?? s.line;
    const { start, end } = lineOf(record.text, line);
    this.chain.push({ record, line, start, end, kind: "exception", source: record.text.slice(start, end), value: error, parts: [] });
  }

  private passed(record: CallRecord, test: Expression, at: number, isFollowed: boolean): void {
    const value = valueBefore(record, test, at);
    if (value === undefined || !isFollowed) return;
    if (this.add(record, test, "passed", value)) this.value(record, test, at);
  }

  private fellOff(record: CallRecord, body: Block): void {
    const last = body.at(-1);
    if (!last) return;
    this.add(record, { ...last, start: last.end, end: last.end }, "end", null);
    const test = lastPassedTest(record, body, record.events.length);
    if (test) this.passed(record, test, record.events.length, true);
  }
}

function isConstant(e: Expression): boolean {
  switch (e.kind) {
    case "Constant":
    case "Float":
      return true;
    case "Unary":
      return isConstant(e.operand);
    case "List":
    case "Tuple":
    case "Set":
      return e.items.every(isConstant);
    default:
      return false;
  }
}

/** Where the text of a line is, without the blanks around it. */
function lineOf(text: string, line: number): { readonly start: number; readonly end: number } {
  let start = 0;
  for (let at = 1; at < line; at++) start = text.indexOf("\n", start) + 1;
  const end = text.indexOf("\n", start);
  const whole = text.slice(start, end < 0 ? undefined : end);
  return { start: start + whole.length - whole.trimStart().length, end: start + whole.trimEnd().length };
}

/** The place of the last event of a node before an event, or -1. */
function lastEvent(record: CallRecord, e: Expression, before: number): number {
  for (let at = Math.min(before, record.events.length - 1); at >= 0; at--) if (record.events[at]?.node === e) return at;
  return -1;
}

function valueBefore(record: CallRecord, e: Expression, before: number): Value | undefined {
  return record.events[lastEvent(record, e, before)]?.value;
}

/**
 * Of a comparison its sides: that it holds says less. Modules, functions and classes have no value that explains
 * anything.
 */
function partsOf(record: CallRecord, nodes: readonly Expression[], at: number): ReasonPart[] {
  return nodes.flatMap((node) => {
    if (isConstant(node)) return [];
    if (node.kind === "Compare") return partsOfCompare(record, node, at);
    const value = valueBefore(record, node, at);
    return value === undefined || isDefinition(value) ? [] : [{ source: record.text.slice(node.start, node.end), value }];
  });
}

function isDefinition(value: Value): boolean {
  return value instanceof PyModule || value instanceof PyFunction || value instanceof PyBuiltin || value instanceof PyClass;
}

/** Both sides of a comparison; of a chain those up to where it ended. */
function partsOfCompare(record: CallRecord, e: Compare, at: number): ReasonPart[] {
  return partsOf(record, [e.left, ...e.others], at);
}

interface Enclosing {
  readonly owner: Statement | undefined;
  readonly block: Block;
  /** Of an `if`: the test of the branch, and those before it, which were false. */
  readonly tests: { readonly taken: Expression | undefined; readonly passed: readonly Expression[] } | undefined;
}

const contains = (outer: Statement, inner: Statement): boolean => outer.start <= inner.start && outer.end >= inner.end;

/** The blocks around a statement, the outermost first. */
function pathTo(body: Block, s: Statement): readonly Enclosing[] {
  const path: Enclosing[] = [{ owner: undefined, block: body, tests: undefined }];
  let block: Block | undefined = body;
  while (block) {
    const owner: Statement | undefined = block.find((one) => contains(one, s));
    if (!owner || owner === s) break;
    const next: Enclosing | undefined = blocksOf(owner).find((b) => b.block.some((one) => contains(one, s)));
    if (!next) break;
    path.push(next);
    block = next.block;
  }
  return path;
}

function blocksOf(owner: Statement): Enclosing[] {
  const plain = (block: Block | undefined): Enclosing[] => (block ? [{ owner, block, tests: undefined }] : []);
  switch (owner.kind) {
    case "IfStatement": {
      const tests = owner.branches.map((b) => b.test);
      const branches = owner.branches.map(
        (b, at): Enclosing => ({ owner, block: b.body, tests: { taken: b.test, passed: tests.slice(0, at) } }),
      );
      return owner.otherwise
        ? [...branches, { owner, block: owner.otherwise, tests: { taken: undefined, passed: tests.slice(-1) } }]
        : branches;
    }
    case "For":
    case "While":
      return [...plain(owner.body), ...plain(owner.otherwise)];
    case "With":
      return plain(owner.body);
    case "Try":
      return [...plain(owner.body), ...owner.handlers.flatMap((h) => plain(h.body)), ...plain(owner.otherwise), ...plain(owner.final)];
    case "Match":
      return owner.cases.flatMap((c) => plain(c.body));
    default:
      return [];
  }
}

/** Of the statements before another: the last test that ran and did not lead to the `return` in its branch. */
function lastPassedTest(record: CallRecord, before: Block, at: number): Expression | undefined {
  let best = -1;
  let found: Expression | undefined;
  const visit = (block: Block): void => {
    for (const s of block) {
      if (s.kind === "IfStatement") {
        for (const { test, body } of s.branches) {
          const place = hasReturn(body) ? lastEvent(record, test, at) : -1;
          if (place > best) [best, found] = [place, test];
        }
      }
      for (const inner of blocksOf(s)) visit(inner.block);
    }
  };
  visit(before);
  return found;
}

function hasReturn(block: Block): boolean {
  return block.some((s) => s.kind === "Return" || s.kind === "Raise" || blocksOf(s).some((inner) => hasReturn(inner.block)));
}
