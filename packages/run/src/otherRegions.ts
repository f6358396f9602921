/** Reports passes that the reference's code binds to one target, if the module has only regions of others. */
import type { Diagnostic, Module } from "@relayscope/ir";
import type { GivenOptions, Pass } from "@relayscope/passes";
import { countsOf } from "@relayscope/regions";
import { givenMessages } from "./laterDiagnostics.ts";

/** That a pass changes the regions of a target that the module has none of, where it has regions of others. */
export function otherRegions(pass: Pass, options: GivenOptions, module: Module): readonly Diagnostic[] {
  const bound = pass.options.compiler ? (options.compiler ?? pass.options.compiler.default) : pass.boundTo;
  if (typeof bound !== "string" || bound === "") return [];
  const found = countsOf(module).targets.map(({ target }) => target);
  if (found.length === 0 || found.includes(bound)) return [];
  return [{ ...givenMessages.otherRegions(pass.name, bound, found), pass: pass.name }];
}
