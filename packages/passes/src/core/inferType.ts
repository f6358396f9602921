/**
 * InferType: fills in the type of every expression.
 * Follows src/relay/transforms/type_infer.cc; the inference itself is packages/infer.
 */
import { inferTypes, type Trust } from "@relayscope/infer";
import { childrenOf, type Diagnostic, type Expr, type Module, postOrderOfInner } from "@relayscope/ir";
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
  run: ({ module, context }) => inferred(module, context, trustIn(module, context)),
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

/**
 * How far the types of a module are trusted. A callback's rewrite leaves new nodes without types below nodes that keep
 * theirs (`keepingType` in packages/match): then all types are computed again, as the reference always does.
 */
function trustIn(module: Module, { hasHoles }: PassContext): Trust {
  return hasHoles || !isPartlyTyped(module) ? "subgraphs" : "nothing";
}

/** Whether a node has a type and what it is made of has none. */
function isPartlyTyped(module: Module): boolean {
  for (const f of module.functions.values()) {
    let found = false;
    postOrderOfInner(f, (e) => {
      found ||= e.checkedType !== undefined && childrenOf(e).some((child) => isComputed(child) && child.checkedType === undefined);
    });
    if (found) return true;
  }
  return false;
}

const isComputed = ({ kind }: Expr): boolean => kind === "Call" || kind === "Tuple" || kind === "TupleGetItem" || kind === "If";

function inferred(module: Module, context: PassContext, trust: Trust): PassResult {
  const { module: typed, lineage, diagnostics } = inferTypes(module, context.operators, { trust });
  return { module: typed, lineage, decisions: [], diagnostics: diagnostics.map(asWarning) };
}

/**
 * A pass's result with types inferred if it changed something. If the result can't be typed although the pass's `input`
 * could, the pass has failed, as in the reference. If the text has holes, types that can't be inferred stay unknown.
 */
export function typedAgain(result: PassResult, context: PassContext, input: Module): PassResult {
  const trust = trustIn(input, context);
  const options = trust === "nothing" ? { trust } : { trust, since: input };
  const { module, lineage, diagnostics } = inferTypes(result.module, context.operators, options);
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
