/**
 * InferType: fills in the type of every expression.
 * Follows src/relay/transforms/type_infer.cc; the inference itself is packages/infer.
 */
import { endingError, inferTypes, type Trust } from "@relayscope/infer";
import {
  addNew,
  childAt,
  type Diagnostic,
  type Expr,
  Failure,
  type Func,
  isIncomplete,
  isLeaf,
  listedChildren,
  type Module,
  typesEqual,
} from "@relayscope/ir";
import { illTypedResult, typingFailure } from "./diagnostics.ts";
import { definePass, type PassContext, type PassResult } from "./pass.ts";
import { followedBy } from "./sequence.ts";

/**
 * The variant that other passes require: it skips typed nodes. Its findings are warnings, since an untypable module was
 * already reported when it was read, and passes can still run on it.
 */
export const inferType = definePass({
  name: "InferType",
  summary: "Fills in the type of every expression.",
  upstream: ["src/relay/transforms/type_infer.cc"],
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
 * The trust in a module's types. A callback's rewrite leaves new nodes without types below nodes that keep theirs
 * (`keepingType` in packages/match): then all types are computed again, as the reference always does.
 */
function trustIn(module: Module, { hasHoles }: PassContext): Trust {
  return hasHoles || isWhollyTyped(module) ? "subgraphs" : "nothing";
}

/** Functions in which no typed node is made of nodes without types, and all types are complete. */
const whollyTyped = new WeakSet<Func>();

function isWhollyTyped(module: Module): boolean {
  for (const f of module.functions.values()) {
    if (whollyTyped.has(f)) continue;
    if (isPartlyTyped(f)) return false;
    whollyTyped.add(f);
  }
  return true;
}

/**
 * Whether a typed node has an untyped child, or a type with a part that was not known in time, or a function's type
 * another result than the function: the reference's next inference may know more.
 */
function isPartlyTyped(f: Func): boolean {
  const seen = new Set<Expr>([f]);
  const pending: Expr[] = [f];
  for (let expr = pending.pop(); expr; expr = pending.pop()) {
    if (expr.checkedType && isIncomplete(expr.checkedType)) return true;
    if (expr.kind === "Function" && !isTypedOverResult(expr)) return true;
    const list = listedChildren(expr);
    for (let i = 0, child = list ? list[0] : childAt(expr, 0); child; i++, child = list ? list[i] : childAt(expr, i)) {
      if (isLeaf(child)) continue;
      if (expr.checkedType && !child.checkedType && isComputed(child)) return true;
      if (addNew(seen, child)) pending.push(child);
    }
  }
  return false;
}

/** Whether a function's type has the result that the function states: with `?` among sizes, it may be older. */
function isTypedOverResult({ checkedType, returnType, typeParams }: Func): boolean {
  if (checkedType?.kind !== "FuncType" || !returnType) return true;
  const pairs = typeParams.length === 0 ? undefined : new Map(checkedType.typeParams.map((v, i) => [v, typeParams[i] ?? v]));
  return typesEqual(checkedType.result, returnType, pairs);
}

const isComputed = ({ kind }: Expr): boolean =>
  kind === "Call" || kind === "Tuple" || kind === "TupleGetItem" || kind === "If" || kind === "Let";

function inferred(module: Module, context: PassContext, trust: Trust): PassResult {
  const { module: typed, lineage, diagnostics } = inferTypes(module, context.operators, { trust });
  return { module: typed, lineage, decisions: [], diagnostics: diagnostics.map(asWarning) };
}

/** Codes for what is unknown here. The reference does not fail for these. */
const unknowns = ["type-too-large", "undefined-storage", "untyped-operator"];

/** The failure of the reference's InferType for these findings; undefined if it does not fail. */
export function typingFailureOf(
  { diagnostics }: Pick<PassResult, "diagnostics">,
  { hasHoles }: Pick<PassContext, "hasHoles">,
): Failure | undefined {
  if (hasHoles) return undefined;
  const error = endingError(diagnostics.filter(({ code }) => !unknowns.includes(code)));
  return error && typingFailure(new Failure({ ...error, severity: "error" }));
}

/**
 * A pass's result with types inferred if it changed something. If the result can't be typed although the pass's `input`
 * could, the pass has failed, as in the reference. If the text has holes, types that can't be inferred stay unknown.
 */
export function typedAgain(result: PassResult, context: PassContext, input: Module): PassResult {
  const trust = trustIn(input, context);
  const options = trust === "nothing" ? { trust } : { trust, since: input };
  const { module, lineage, diagnostics } = inferTypes(result.module, context.operators, options);
  const error = context.hasHoles ? undefined : endingError(diagnostics.filter(isError));
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
