/** Explains the result of a traced call: the conditions that decided, from the call itself down to where they are. */
import { truth } from "../core/equality.ts";
import { PyException } from "../model/exceptions.ts";
import type { Runtime } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import type { Block, Call, Comprehension, Expression, Node, Statement } from "../syntax/ast.ts";
import { isOwn } from "./origin.ts";
import { evaluatedIn, Progress, type Work } from "./progress.ts";
import { partsOf, partsOfCompare, type Reason, type ReasonPart } from "./reason.ts";
import type { CallRecord, InnerCall, TraceEvent } from "./records.ts";
import {
  type Branch,
  branchesAssigning,
  branchesIn,
  contains,
  isConstant,
  isKindTest,
  isShort,
  lineOf,
  mayAccept,
  pathTo,
  raiseAt,
} from "./syntaxOf.ts";

/** Most reasons in one chain. */
const longest = 40;

export class Explainer {
  private readonly progress: Progress;

  constructor(
    private readonly m: Runtime,
    private readonly chain: Reason[],
    private readonly work: Work,
  ) {
    this.progress = new Progress(m, work);
  }

  private add(
    record: CallRecord,
    node: Node,
    kind: Reason["kind"],
    value: Value,
    at: number,
    parts: readonly ReasonPart[] = [],
    asked?: Expression,
  ): boolean {
    const { line, start, end } = node;
    this.chain.push({ record, line, start, end, kind, source: record.text.slice(start, end), value, parts, at, asked });
    return this.chain.length < longest;
  }

  private ask(
    record: CallRecord,
    e: Expression,
    kind: Reason["kind"],
    value: Value,
    at: number,
    parts: readonly ReasonPart[] = [],
  ): boolean {
    return this.add(record, e, kind, value, at, parts, e);
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
      this.add(record, event.node, "return", null, at);
      this.control(record, definition.body, event.node, event, at);
      return;
    }
    if (!this.add(record, event.node, "return", record.valueBefore(value, at) ?? null, at)) return;
    if (!isConstant(value)) this.value(record, value, at);
    // A helper that always says no leaves the decision to what called it.
    if (isConstant(value) || this.chain.at(-1)?.kind === "return") this.control(record, definition.body, event.node, event, at);
  }

  private isTrue(value: Value | undefined): boolean {
    return value !== undefined && truth(this.m, value);
  }

  /** Explains the value of an expression that was evaluated before an event. */
  private value(record: CallRecord, e: Expression, before: number): void {
    if (this.chain.length >= longest || this.work.left-- <= 0) return;
    const at = record.lastEvent(e, before);
    const value = record.events[at]?.value;
    if (value === undefined) return;
    switch (e.kind) {
      case "Bool":
        this.junction(record, e, at);
        return;
      case "Unary":
        if (e.operator === "not") this.value(record, e.operand, at);
        else this.ask(record, e, "value", value, at);
        return;
      case "Compare":
        if (this.innerCalls(record, e, at)) return;
        this.ask(record, e, "condition", value, at, partsOfCompare(record, e, at));
        return;
      case "If": {
        const test = record.valueBefore(e.test, at);
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
        if (!this.innerCalls(record, e, at)) this.ask(record, e, "value", value, at);
    }
  }

  /**
   * Of `and` the operand that was false, of `or` the one that was true. All operands of `and` that are true decide
   * together; of alternatives that all failed, the one that got furthest does, or all of them together.
   */
  private junction(record: CallRecord, e: Extract<Expression, { kind: "Bool" }>, at: number): void {
    const evaluated = evaluatedIn(record, e, at);
    const last = evaluated.at(-1);
    if (!last) return;
    const isTrue = this.isTrue(record.events[at]?.value);
    if (evaluated.length === 1 || isTrue === (e.operator === "or")) {
      this.value(record, last, at);
      return;
    }
    const isAdded = this.ask(record, e, "condition", record.events[at]?.value ?? null, at, partsOf(record, evaluated, at));
    if (!isAdded) return;
    if (isTrue) {
      // All of them decide; a single fact of the model among settings and tests of a node's kind is the one to change.
      const facts = evaluated.filter((operand) => !this.progress.isSetting(record, operand, at) && !isKindTest(operand));
      if (facts.length === 1 && facts[0]) this.value(record, facts[0], at);
      return;
    }
    const [reporting, asked] = divided(evaluated, (operand) => this.onlySaysNo(record, operand, at));
    for (const operand of reporting) this.value(record, operand, at);
    const best = this.progress.furthest(asked.map((operand) => ({ record, operand, at })));
    if (best.length > 1 && asked.every(isShort)) {
      // The reports come before the condition that they are about.
      if (reporting.length > 0) this.ask(record, e, "condition", record.events[at]?.value ?? null, at, partsOf(record, asked, at));
      return;
    }
    if (best[0]) this.value(record, best[0].operand, at);
  }

  /** Whether an operand asks nothing: it calls a function that always says no. */
  private onlySaysNo(record: CallRecord, e: Expression, at: number): boolean {
    if (e.kind !== "Call") return false;
    const chain: Reason[] = [];
    new Explainer(this.m, chain, this.work).value(record, e, at);
    return chain.at(-1)?.kind === "return";
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
    const list = argument && "loops" in argument ? argument.loops[0]?.iterable : undefined;
    this.ask(record, e, "condition", event.value, at, list ? partsOf(record, [list], at) : this.partsOfCall(record, e, at));
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
      (i) =>
        isOwn(i.record) &&
        i.record.definition.kind !== "Generator" &&
        i.record.result !== undefined &&
        this.isTrue(i.record.result) === wanted,
    );
    if (!inner) return false;
    const arguments_ = e.kind === "Call" ? this.partsOfCall(record, e, at) : [];
    if (this.add(record, e, "call", event.value, at, arguments_)) this.call(inner.record);
    return true;
  }

  /** The element that decided `all` or `any`, or that got furthest; false if there is none. */
  private element(record: CallRecord, e: Call, argument: Expression, at: number): boolean {
    if (argument.kind !== "Generator" && argument.kind !== "ListComp" && argument.kind !== "SetComp") return false;
    const event = record.events[at];
    const start = event?.start ?? 0;
    const inner = record.inner.findLast((i) => i.record.definition === argument && i.start >= start);
    const [own, from] = inner ? [inner.record, 0] : [record, start];
    const places = own.placesOf(argument.item).filter((place) => place >= from && (inner !== undefined || place <= at));
    const isTrue = this.isTrue(event?.value);
    const isAll = e.callee.kind === "Name" && e.callee.name === "all";
    const deciding = places.find((place) => this.isTrue(own.events[place]?.value) === isTrue);
    if (isAll !== isTrue) {
      if (deciding === undefined) return false;
      this.elementAt(own, argument, deciding);
      return true;
    }
    // Elements that all hold decide together, and so do those that got equally far.
    const best = isTrue ? [] : this.progress.furthest(places.map((place) => ({ record: own, operand: argument.item, at: place })));
    const [only] = best;
    if (!only || (best.length > 1 && isShort(argument.item))) return false;
    this.elementAt(own, argument, only.at);
    return true;
  }

  private elementAt(record: CallRecord, { item, loops }: Comprehension, at: number): void {
    this.ask(record, item, "element", record.events[at]?.value ?? null, at, this.loopVariables(record, loops[0]?.target, at));
    this.value(record, item, at);
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
          this.add(record, node, "assignment", record.valueBefore(node.value, i) ?? null, i);
          this.constantBy(record, node, name, i, at);
        } else if (this.add(record, node, "assignment", record.valueBefore(node.value, i) ?? null, i)) this.value(record, node.value, i);
        return;
      }
      if (node?.kind === "Augmented" && node.target.kind === "Name" && node.target.name === name) {
        if (this.add(record, node, "assignment", record.valueBefore(node.value, i) ?? null, i)) this.value(record, node.value, i);
        return;
      }
    }
    this.ask(record, e, "value", record.events[at]?.value ?? null, at);
  }

  /** Why a variable has a constant: the branch that gave it, else those that might have given it another value. */
  private constantBy(record: CallRecord, s: Statement, name: string, at: number, before: number): void {
    const { definition } = record;
    const event = record.events[at];
    if (!event || definition.kind !== "Function") return;
    const isInBranch = pathTo(definition.body, s).some(({ owner }) => owner?.kind === "IfStatement" || owner?.kind === "Try");
    const others = isInBranch ? [] : branchesAssigning(definition.body, name);
    if (!this.passed(record, others, before, at)) this.control(record, definition.body, s, event, at);
  }

  /**
   * What led to a statement that gives a constant: the test around it, the exception of its handler, the tests before
   * it.
   */
  private control(record: CallRecord, body: Block, s: Statement, event: Pick<TraceEvent, "handled">, at: number): void {
    const path = pathTo(body, s);
    for (const { owner, block, taken } of [...path].reverse()) {
      if (owner?.kind === "IfStatement") {
        if (taken) {
          const place = record.lastEvent(taken, at);
          if (this.ask(record, taken, "test", record.events[place]?.value ?? null, place)) this.value(record, taken, at);
        } else this.passed(record, owner.branches, at);
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
      if (this.passed(record, branchesIn(before), at)) return;
    }
  }

  /** An exception that a handler took, at the line of the function that raised it or called what did. */
  private exception(record: CallRecord, s: Statement, error: PyException): void {
    const place = error.stack?.findLast((l) => l.file === record.file && l.name === record.name);
    const line = place?.line ?? s.line;
    const { start, end } = lineOf(record.text, line);
    this.add(record, { line, start, end }, "exception", error, -1);
    this.raised(record, error);
  }

  /** What led to a `raise` of the file. */
  private raised(record: CallRecord, error: PyException): void {
    const place = error.stack?.at(-1);
    const inside = [record];
    for (let r = inside.pop(); r && place; r = inside.pop()) {
      const { definition, events } = r;
      const body = definition.kind === "Function" && r.name === place.name && r.file === place.file ? definition.body : [];
      const raise = raiseAt(body, place.line);
      if (raise) {
        this.control(r, body, raise, { handled: undefined }, events.length);
        return;
      }
      if (this.work.left-- > 0) inside.push(...r.inner.map((i) => i.record));
    }
  }

  /**
   * The test that was passed by: of those whose branches might have said yes the one that got furthest, else the last
   * one that ran. False if none ran. `after`: of those that ran after an event, each might have changed a variable.
   */
  private passed(record: CallRecord, branches: readonly Branch[], before: number, after?: number): boolean {
    const placed = branches.flatMap(({ test, body }) => {
      return record.placesOf(test).flatMap((at) => (at <= before && at > (after ?? -1) ? [{ record, operand: test, at, body }] : []));
    });
    const accepting = placed.filter(({ body }) => after !== undefined || mayAccept(body));
    const best = this.progress.furthest(accepting);
    const chosen = best.findLast(({ operand }) => operand === best[0]?.operand) ?? placed.toSorted((a, b) => a.at - b.at).at(-1);
    if (!chosen) return false;
    const { operand, at } = chosen;
    if (this.ask(record, operand, "passed", record.events[at]?.value ?? null, at)) this.value(record, operand, at);
    return true;
  }

  private fellOff(record: CallRecord, body: Block): void {
    const last = body.at(-1);
    if (!last) return;
    this.add(record, { ...last, start: last.end, end: last.end }, "end", null, record.events.length);
    this.passed(record, branchesIn(body), record.events.length);
  }
}

/** The items for which something holds, and the others. */
function divided<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  const first = items.filter(isFirst);
  return [first, items.filter((item) => !first.includes(item))];
}
