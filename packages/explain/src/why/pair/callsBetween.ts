/** The calls that lead from a function of the module to another. */
import { type Expr, pushTo } from "@relayscope/ir";
import type { Ground } from "../ground.ts";

/**
 * The calls by which one of two functions reaches the other, through as few functions as possible; if there are none,
 * all calls of either.
 */
export function callsBetween(ground: Ground, a: string, b: string): readonly Expr[] {
  const calls = new Map<string, { readonly name: string; readonly call: Expr }[]>();
  for (const call of ground.order) {
    const own = ground.functionOf(call)?.name;
    if (own === undefined || call.kind !== "Call" || call.op.kind !== "GlobalVar" || call.op.name === own) continue;
    pushTo(calls, own, { name: call.op.name, call });
  }
  const chain = callChain(calls, a, b) ?? callChain(calls, b, a) ?? [];
  const places = (list: readonly Expr[]) => list.toSorted((x, y) => ground.placeOf(x) - ground.placeOf(y));
  if (chain.length > 0) return places(chain);
  return places([...calls.values()].flat().flatMap(({ name, call }) => (name === a || name === b ? [call] : [])));
}

/** All calls on a shortest path from a function to another. */
function callChain(
  calls: ReadonlyMap<string, readonly { readonly name: string; readonly call: Expr }[]>,
  from: string,
  to: string,
): readonly Expr[] | undefined {
  const caller = new Map<string, string>();
  const reached = new Set([from]);
  for (const own of reached) {
    for (const { name } of calls.get(own) ?? []) {
      if (!reached.has(name)) caller.set(name, own);
      reached.add(name);
    }
  }
  if (!reached.has(to)) return undefined;
  const chain: Expr[] = [];
  for (let at = to; at !== from; ) {
    const own = caller.get(at);
    if (own === undefined) return undefined;
    for (const { name, call } of calls.get(own) ?? []) if (name === at) chain.push(call);
    at = own;
  }
  return chain;
}
