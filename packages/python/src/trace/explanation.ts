/** An explanation of a call's result: the reasons, the one that decided, and what was logged about it. */
import { truth } from "../core/equality.ts";
import type { Runtime } from "../model/runtime.ts";
import { Explainer } from "./explain.ts";
import { type Origin, Origins } from "./origin.ts";
import type { Reason } from "./reason.ts";
import type { CallRecord, TracedMessage } from "./records.ts";

/** Why a call returned its result. */
export interface Explanation {
  /** The outermost first. */
  readonly reasons: readonly Reason[];
  /** The reason that decided: the last one that asks something, else the last one. */
  readonly decided: Reason | undefined;
  /** What the condition that decided is made of; undefined where no expression decided. */
  readonly origin: Origin | undefined;
  /** Whether what decided counts as true. */
  readonly isTrue: boolean;
  /** What was logged after that, last. */
  readonly message: string | undefined;
}

/** Most expressions that are looked at for one explanation. */
const mostWork = 5000;

/** Reasons that ask something; a `return` and a `call` only lead there. */
const asking: ReadonlySet<Reason["kind"]> = new Set(["condition", "value", "element", "exception", "test", "passed"]);

/** The chain of reasons for the result of a call, and the one of them that decided. */
export function explainCall(m: Runtime, record: CallRecord): Explanation {
  const reasons: Reason[] = [];
  new Explainer(m, reasons, { left: mostWork }).call(record);
  const decided = reasons.findLast(({ kind }) => asking.has(kind)) ?? reasons.at(-1);
  const origin = decided?.asked && new Origins().of(decided.record, decided.asked, decided.at);
  const isTrue = decided !== undefined && truth(m, decided.value);
  return { reasons, decided, origin, isTrue, message: messageOf(reasons, record.log.messages)?.said.message };
}

/** The last message that was logged after the decision, by a function on the way or by a helper that only logs. */
function messageOf(reasons: readonly Reason[], messages: readonly TracedMessage[]): TracedMessage | undefined {
  const since = new Map<CallRecord, number>();
  for (const { record, kind, at } of reasons) {
    const first = since.get(record) ?? Number.POSITIVE_INFINITY;
    since.set(record, asking.has(kind) || kind === "call" ? Math.min(first, at) : first);
  }
  // A function that decides nothing itself only reports.
  for (const [record, at] of since) if (at === Number.POSITIVE_INFINITY) since.set(record, -1);
  const isAfter = (record: CallRecord, at: number): boolean => {
    const place = since.get(record);
    if (place !== undefined) return at > place;
    const { outer } = record;
    if (!outer?.node || !since.has(outer.record)) return false;
    const { node, start } = outer;
    const isAlone = outer.record.events.some((e) => e.node.kind === "Expression" && e.node.value === node);
    return isAlone && start > (since.get(outer.record) ?? 0);
  };
  return messages.findLast(({ record, at }) => record !== undefined && isAfter(record, at));
}
