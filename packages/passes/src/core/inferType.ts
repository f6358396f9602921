/**
 * InferType: fills in the type of every expression.
 * Follows src/relay/transforms/type_infer.cc; the inference itself is packages/infer.
 */
import { inferTypes, type Trust } from "@relayscope/infer";
import type { Diagnostic, Module } from "@relayscope/ir";
import { illTypedResult } from "./diagnostics.ts";
import { definePass, type PassContext, type PassResult } from "./pass.ts";
import { followedBy } from "./sequence.ts";

/**
 * The pass as other passes require it: it skips what is typed already. Its findings are warnings: a module that can't
 * be typed completely was reported when it was read, and passes can still run on it.
 */
export const inferType = definePass({
  name: "InferType",
  summary: "Fills in the type of every expression.",
  upstream: ["src/relay/transforms/type_infer.cc"],
  optLevel: 0,
  requires: [],
  options: {},
  run: ({ module, context }) => inferred(module, context, "subgraphs"),
});

/**
 * The pass as a pipeline names it: all types are computed again. That gives the same types but where `?` or an int64
 * dimension met another size: there the reference's second run knows more than its first.
 */
export const inferTypeAgain = definePass({
  ...inferType,
  options: {},
  run: ({ module, context }) => inferred(module, context, "nothing"),
});

function inferred(module: Module, context: PassContext, trust: Trust): PassResult {
  const { module: typed, lineage, diagnostics } = inferTypes(module, context.operators, { trust });
  return { module: typed, lineage, decisions: [], diagnostics: diagnostics.map(asWarning) };
}

/**
 * A pass's result with types inferred if it changed something. If the result can't be typed although the pass's `input`
 * could, the pass has failed, as in the reference. If the text has holes, types that can't be inferred stay unknown.
 */
export function typedAgain(result: PassResult, context: PassContext, input: Module): PassResult {
  const { module, lineage, diagnostics } = inferTypes(result.module, context.operators, { since: input });
  const error = context.hasHoles ? undefined : diagnostics.find(isError);
  if (error && !inferTypes(input, context.operators).diagnostics.some(isError)) throw illTypedResult(error);
  return followedBy(result, { module, lineage, decisions: [], diagnostics: [] });
}

function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error";
}

/** An error as a warning; other diagnostics unchanged. */
export function asWarning(diagnostic: Diagnostic): Diagnostic {
  return isError(diagnostic) ? { ...diagnostic, severity: "warning" } : diagnostic;
}
