/** The reference's check of each function that it adds to a module (WarnIfMalformed in src/relay/ir/function.cc). */
import { checkScopes } from "@relayscope/infer";
import type { Expr, Func } from "@relayscope/ir";
import { illScoped } from "./diagnostics.ts";

/**
 * Throws a `Failure` if a variable of `f` is free, bound twice, or used outside of its scope. Faults that the original
 * function had are accepted: they were reported when it was read.
 */
export function demandWellFormed(name: string, f: Func, before?: Func): void {
  const found = checkScopes(f, true);
  if (found.length === 0) return;
  const known = new Set<Expr | undefined>(before ? checkScopes(before, true).map((d) => d.node) : []);
  const fresh = found.find((d) => !known.has(d.node));
  if (fresh) throw illScoped(name, fresh);
}
