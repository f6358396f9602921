/**
 * `scope`, `external-already` and `skip-optimization`: the two are in different functions, or in a function that passes
 * skip.
 */
import { type Expr, type Func, isSkippedByPasses } from "@relayscope/ir";
import { nameOf } from "../../names.ts";
import { type Cause, causeOf } from "../cause.ts";
import type { Ground } from "../ground.ts";
import { sentences } from "../sentences.ts";
import { callsBetween } from "./callsBetween.ts";
import type { PairFinder } from "./pairAsked.ts";

export const acrossFunctions: PairFinder = {
  codes: ["scope", "external-already", "skip-optimization"],
  find({ ground, nodes, from, to }) {
    const [a, b] = [ground.functionOf(from), ground.functionOf(to)];
    if (!a || !b) return undefined;
    if (a.func !== b.func) {
      const calls = callsBetween(ground, a.name, b.name);
      const outside = [a, b].find((f) => f.func.attrs.has("Compiler"));
      if (outside) return external(ground, `\`@${outside.name}\``, outside.func, calls);
      const target = ground.regionOf(from)?.target ?? ground.regionOf(to)?.target ?? "";
      return {
        ...causeOf("scope", ground.base, target),
        sentence: sentences.twoFunctions(nameOf(from), a.name, nameOf(to), b.name),
        also: [a, b].some((f) => isSkippedByPasses(f.func)) ? ["skip-optimization"] : [],
        blockers: calls,
      };
    }
    if (isSkippedByPasses(a.func)) return nodes.causeOf(from);
    const [fromScope, toScope] = [ground.scopeOf(from), ground.scopeOf(to)];
    if (fromScope === toScope) return undefined;
    const closures = [fromScope, toScope].filter((f): f is Func => f !== undefined && f !== a.func);
    const outside = closures.find((f) => f.attrs.has("Compiler"));
    if (outside) return external(ground, "A function", outside, ground.usersOf(outside));
    return {
      ...causeOf("scope", ground.base, ground.regionOf(from)?.target ?? ""),
      sentence: sentences.twoScopes(nameOf(from), nameOf(to)),
      blockers: closures,
    };
  },
};

/** A function that is external where targets are chosen, and the calls of it. */
export function external(ground: Ground, name: string, func: Func, calls: readonly Expr[]): Cause {
  const compiler = String(func.attrs.get("Compiler"));
  return {
    ...causeOf("external-already", ground.base, compiler),
    sentence: sentences.externalAlready(name, compiler),
    also: ["scope", "skip-optimization"],
    blockers: [func, ...calls],
  };
}
