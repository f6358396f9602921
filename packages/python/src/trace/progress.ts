/** Which of several alternatives that failed got furthest. */
import { truth } from "../core/equality.ts";
import type { Runtime } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import type { Expression } from "../syntax/ast.ts";
import { isOwn, type Origin, Origins } from "./origin.ts";
import type { CallRecord } from "./records.ts";
import { isConstant, isKindTest, isPremise, pathTo, testsIn } from "./syntaxOf.ts";

/** An expression that should have held when it was evaluated. */
export interface Alternative {
  readonly record: CallRecord;
  readonly operand: Expression;
  readonly at: number;
}

/** The operands of `and` or `or` that were evaluated. */
export function evaluatedIn(record: CallRecord, e: Extract<Expression, { kind: "Bool" }>, at: number): readonly Expression[] {
  const start = record.events[at]?.start ?? 0;
  return e.values.filter((v) => record.lastEvent(v, at) >= start);
}

/** How many expressions may still be looked at for one explanation. */
export interface Work {
  left: number;
}

/** Most alternatives that are compared. */
const mostAlternatives = 200;

export class Progress {
  constructor(
    private readonly m: Runtime,
    private readonly work: Work,
  ) {}

  private isTrue(value: Value | undefined): boolean {
    return value !== undefined && truth(this.m, value);
  }

  /** Of alternatives that failed those of which most held. */
  furthest<A extends Alternative>(alternatives: readonly A[]): readonly A[] {
    let best: A[] = [];
    let most = Number.NEGATIVE_INFINITY;
    for (const alternative of alternatives.slice(-mostAlternatives)) {
      const { record, operand, at } = alternative;
      // Among those that got equally far, facts of the model are more informative than what a target sets, conditions
      // more than premises, and values more than kinds.
      const score =
        this.held(record, operand, at, true) -
        (this.isSetting(record, operand, at) ? 0.5 : 0) -
        (isPremise(operand) ? 0.25 : 0) -
        (this.isOfKind(record, operand, at) ? 0.125 : 0);
      if (score > most) [best, most] = [[], score];
      if (score === most) best.push(alternative);
    }
    return best;
  }

  /** Whether an operand asks for nothing of the model. */
  isSetting(record: CallRecord, e: Expression, at: number): boolean {
    return e.kind !== "Bool" && !isOfModel(new Origins().of(record, e, at));
  }

  /** Whether an operand only tests a kind, or calls a function that does nothing else. */
  private isOfKind(record: CallRecord, e: Expression, at: number): boolean {
    const definition = e.kind === "Call" ? this.innerCall(record, e, at)?.definition : undefined;
    if (definition?.kind === "Lambda") return isKindTest(definition.body);
    const [only] = definition?.kind === "Function" && definition.body.length === 1 ? definition.body : [];
    return isKindTest(only?.kind === "Return" && only.value ? only.value : e);
  }

  /** The call of a function of the file that an expression made. */
  private innerCall(record: CallRecord, e: Expression, at: number): CallRecord | undefined {
    const start = record.events[at]?.start ?? 0;
    return record.inner.findLast((i) => i.node === e && i.start >= start && i.start <= at && isOwn(i.record))?.record;
  }

  /** How many conditions inside an expression held, or did not where it should not. */
  private held(record: CallRecord, e: Expression, before: number, wanted: boolean): number {
    if (this.work.left-- <= 0) return 0;
    const at = record.lastEvent(e, before);
    if (at < 0) return 0;
    switch (e.kind) {
      case "Unary":
        return e.operator === "not" ? this.heldAs(record, e.operand, at, !wanted) : 0;
      case "Bool":
        return evaluatedIn(record, e, at).reduce((sum, operand) => sum + this.heldAs(record, operand, at, wanted), 0);
      case "Call": {
        const inner = this.innerCall(record, e, at);
        return inner ? this.heldInCall(inner, wanted) : 0;
      }
      default:
        return 0;
    }
  }

  private heldAs(record: CallRecord, e: Expression, at: number, wanted: boolean): number {
    const isHeld = this.isTrue(record.valueBefore(e, at)) === wanted;
    return (isHeld ? 1 : 0) + this.held(record, e, at, wanted);
  }

  /** The tests of a function that let it go on, and what held in what it returned. */
  private heldInCall(record: CallRecord, wanted: boolean): number {
    const { definition, events } = record;
    if (definition.kind === "Lambda") return this.held(record, definition.body, events.length, wanted);
    const at = events.findLastIndex(({ node }) => node.kind === "Return");
    const node = events[at]?.node;
    if (definition.kind !== "Function" || node?.kind !== "Return") return 0;
    const taken = pathTo(definition.body, node).findLast(({ taken }) => taken)?.taken;
    const isEnd = node.value === undefined || isConstant(node.value);
    let count = isEnd || !node.value ? 0 : this.held(record, node.value, at, wanted);
    for (const test of testsIn(definition.body)) {
      const answer = this.isTrue(record.valueBefore(test, at));
      if (record.lastEvent(test, at) < 0) continue;
      const decides = isEnd && test === taken;
      count += (decides ? 0 : 1) + this.held(record, test, at, decides ? !answer : answer);
    }
    return count;
  }
}

/** Whether a value depends on what the traced call was given. */
function isOfModel({ kind, of, parts }: Origin): boolean {
  return kind === "given" || (of !== undefined && isOfModel(of)) || parts.some(isOfModel);
}
