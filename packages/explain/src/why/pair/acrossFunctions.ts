/**
 * `scope`, `external-already` and `skip-optimization`: the two are in different functions, or in a function that passes
 * skip, or one of them calls a function that is external already.
 */
import { type Func, isSkippedByPasses } from "@relayscope/ir";
import { nameOf } from "../../names.ts";
import { causeOf } from "../cause.ts";
import { external, externalCall } from "../node/externalAlready.ts";
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
    if (fromScope === toScope) return externalCall(ground, from) ?? externalCall(ground, to);
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
