/** Explains why a node is in its region: by an entry of the pattern table, a rule, or the calls around it. */
import { calledOp, type Expr, keptIn } from "@relayscope/ir";
import type { CompositeDecision } from "@relayscope/passes";
import { defaultTarget } from "@relayscope/regions";
import { nameOf } from "../names.ts";
import { compositeName, type Ground } from "./ground.ts";
import { sentences } from "./sentences.ts";
import { type TableOrder, type Taker, tableOrderOf } from "./tableOrder.ts";

/**
 * The reasons why a node of the base is in its region, a sentence each: the entry or rule that took it, later entries
 * whose match would contain more calls, and whether it is computed twice. Empty for a node that no target took.
 */
export function takenBy(ground: Ground, node: Expr): readonly string[] {
  const unit = ground.unitOf(node);
  const table = tableOrderOf(ground);
  const composite = compositeName(unit);
  if (composite !== undefined) {
    const before = table?.before(calledOp(node) === undefined ? (ground.callsOf(unit)[0] ?? node) : node);
    const takers = (before && table?.takersOf(before)) ?? [];
    const own = takers.find(({ name }) => name === composite);
    if (!own || !before || !table) return [sentences.compositeInText(composite, ground.callsOf(unit).map(nameOf))];
    return [sentences.takenByEntry(own, own.calls.map(nameOf)), ...heldBackOf(ground, table, own, unit), ...twice(before, takers)];
  }
  const decision = ground.decisionOf(unit);
  if (!decision || decision.target === defaultTarget) return [];
  switch (decision.reason) {
    case "operator-rule":
      return [sentences.takenByRule(decision.target, nameOf(unit)), ...largerThan(ground, table, unit, decision.target)];
    case "argument-targets":
      return [sentences.takenWithArguments(decision.target, nameOf(unit))];
    default:
      return [];
  }
}

/** The later entry whose match would contain all calls of an earlier entry's match, and more. */
function heldBackOf(ground: Ground, table: TableOrder, { calls, name }: Taker, unit: Expr): readonly string[] {
  const held = table.heldBack(calls, ground.functionOf(unit)?.name ?? "", name.split(".")[0] ?? "");
  const more = held?.calls.filter((call) => !calls.includes(call)) ?? [];
  return held?.taker === name && more.length > 0 ? [sentences.wouldHold(held.entry.name, more.map(nameOf), held.taker, true)] : [];
}

/** The later entry whose match would contain a call that a rule took. */
function largerThan(ground: Ground, table: TableOrder | undefined, unit: Expr, target: string): readonly string[] {
  const before = table?.before(unit);
  const held = before && table?.heldBack([before], ground.functionOf(unit)?.name ?? "", target);
  return held ? [sentences.wouldHold(held.entry.name, held.calls.map(nameOf), held.taker, false)] : [];
}

function twice(call: Expr, takers: readonly Taker[]): readonly string[] {
  return takers.length > 1
    ? [
        sentences.computedTwice(
          [nameOf(call)],
          takers.map(({ name }) => name),
        ),
      ]
    : [];
}

/** Calls that belong to several matches, so that each match computes them. The calls are those of the base. */
export interface SharedCalls {
  readonly sentence: string;
  readonly calls: readonly Expr[];
}

/** The calls that a run computes more than once, since several matches contain them. */
export function computedTwice(ground: Ground): readonly SharedCalls[] {
  const ids = new Map<CompositeDecision, number>();
  const idOf = (decision: CompositeDecision): number => {
    return keptIn(ids, decision, () => ids.size);
  };
  const found = new Map<string, { readonly names: readonly string[]; readonly calls: Expr[] }>();
  const table = tableOrderOf(ground);
  if (!table) return [];
  for (const [call, decisions] of table.shared()) {
    const key = decisions.map(idOf).join();
    const known = found.get(key);
    if (known) known.calls.push(call);
    else found.set(key, { names: decisions.map(({ pattern }) => pattern), calls: [call] });
  }
  return [...found.values()].map(({ names, calls }) => ({
    sentence: sentences.computedTwice(calls.map(nameOf), names),
    calls: calls.flatMap((call) => table.atBase(call)),
  }));
}
