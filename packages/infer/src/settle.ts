/**
 * The end of an inference: every visited node gets its type, and nodes whose structure says less than is known now are
 * rebuilt. Follows TypeInferencer::Resolver (src/relay/transforms/type_infer.cc).
 */
import {
  addNew,
  at,
  childrenOf,
  type Diagnostic,
  dimText,
  type Expr,
  isIncomplete,
  isLeaf,
  type LineageRecorder,
  mapList,
  rewriter,
  type Span,
  type TensorType,
  type Type,
  typesEqual,
  typeText,
  type Var,
  withChildren,
} from "@relayscope/ir";
import { holdsUnknown } from "./calls.ts";
import { messages } from "./diagnostics.ts";
import type { Inference } from "./inference.ts";

/** Writes types on nodes and returns the new `root`; the same one if no node had to be rebuilt. */
export function settle(inference: Inference, root: Expr, lineage: LineageRecorder): Expr {
  const became = new Map<Expr, Expr>();
  const replace = (expr: Expr): Expr => became.get(expr) ?? expr;
  let hasNewVariables = false;
  for (const expr of inference.order) {
    const type = settledType(inference, expr);
    const rebuilt = became.size === 0 ? expr : withChildren(expr, replace);
    if (rebuilt !== expr) (rebuilt as { span: Span | undefined }).span = expr.span;
    const settled = settleNode(inference, expr, rebuilt, type);
    if (settled === expr) continue;
    became.set(expr, settled);
    lineage.record(settled, expr);
    if (expr.kind === "Var") hasNewVariables = true;
  }
  if (hasNewVariables && useReplaced(inference.skipped, became)) return replaceEverywhere(root, became, lineage);
  return replace(root);
}

/**
 * The type to write on a node; undefined if it is unknown. Reports a type that should be known and is not, at its root
 * cause.
 */
function settledType(inference: Inference, expr: Expr): Type | undefined {
  const { solver } = inference;
  const type = solver.resolveOnce(inference.typeOf(expr));
  if (type.kind !== "IncompleteType") return type;
  if (!solver.isUnknown(type)) {
    if (!childrenOf(expr).some((child) => restsOnUnknown(inference, child))) inference.report(unknownType(inference, expr));
    // Nodes that depend on it are unknown for the same reason.
    solver.markUnknown(type);
  }
  return inference.claimOf(expr);
}

function unknownType(inference: Inference, expr: Expr): Diagnostic {
  if (expr.kind === "Call" && expr.op.kind === "GlobalVar") {
    const callee = inference.module.functions.get(expr.op.name);
    if (callee && !callee.returnType) return messages.undeclaredResult(expr, expr.op.name);
  }
  return messages.unknownType(expr);
}

function restsOnUnknown(inference: Inference, expr: Expr): boolean {
  const type = inference.types.get(expr);
  return type !== undefined && holdsUnknown(inference, inference.solver.resolve(type));
}

function settleNode(inference: Inference, original: Expr, rebuilt: Expr, type: Type | undefined): Expr {
  let node = rebuilt;
  if (node.kind === "Var") {
    const annotation = resolvedAnnotation(inference, original as Var) ?? type;
    if (annotation !== node.annotation) node = { ...node, annotation };
  } else if (node.kind === "Function") {
    const written = node.returnType && resolveKnown(inference, node.returnType);
    const inferred = type?.kind === "FuncType" && type.result.kind !== "IncompleteType" ? type.result : undefined;
    // A body that keeps its type shares its sizes with the result: the text numbers unknown ones by identity.
    const ofBody = node.body.checkedType;
    const returnType = written ?? (ofBody && inferred && sameType(ofBody, inferred) ? ofBody : inferred);
    if (returnType !== node.returnType) node = { ...node, returnType };
  } else if (node.kind === "Constant" && !node.tensorType && type?.kind === "TensorType") {
    node = { ...node, tensorType: type, assumed: inference.groundOf(node) };
  } else if (node.kind === "Call" && original.kind === "Call") {
    const typeArgs = inference.typeArgs.get(original)?.map((t) => inference.solver.resolveOnce(t));
    if (typeArgs && !sameTypes(typeArgs, node.typeArgs)) node = { ...node, typeArgs };
  }
  return withType(node, node !== original, type);
}

/** Sets a node's type: in place if it had none, on a copy if it had another one. */
function withType(node: Expr, isFresh: boolean, type: Type | undefined): Expr {
  const before = node.checkedType;
  if (type === undefined || (before && sameType(before, type))) return node;
  if (before === undefined || isFresh) {
    node.checkedType = type;
    return node;
  }
  return { ...node, checkedType: type };
}

function resolvedAnnotation(inference: Inference, variable: Var): Type | undefined {
  const { annotation } = variable;
  if (!annotation) return undefined;
  const resolved = inference.solver.resolveOnce(inference.annotationOf(variable) ?? annotation);
  return sameType(resolved, annotation) ? annotation : resolved;
}

function resolveKnown(inference: Inference, type: Type): Type {
  const resolved = inference.solver.resolveOnce(type);
  return sameType(resolved, type) ? type : resolved;
}

function sameTypes(a: readonly Type[], b: readonly Type[]): boolean {
  return a.length === b.length && a.every((t, i) => sameType(t, at(b, i)));
}

/** Exact equality: `3` differs from `3i64`. A type with holes equals only itself. */
function sameType(a: Type, b: Type): boolean {
  return a === b || (!isIncomplete(a) && sameWholeType(a, b));
}

function sameWholeType(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (a.kind === "TensorType") return b.kind === "TensorType" && a.dtype === b.dtype && haveSameDims(a, b);
  if (a.kind === "TupleType") return b.kind === "TupleType" && sameWholeTypes(a.fields, b.fields);
  if (a.kind === "FuncType" && a.typeParams.length === 0) {
    return b.kind === "FuncType" && b.typeParams.length === 0 && sameWholeTypes(a.params, b.params) && sameWholeType(a.result, b.result);
  }
  return typesEqual(a, b) && typeText(a) === typeText(b);
}

function sameWholeTypes(a: readonly Type[], b: readonly Type[]): boolean {
  return a.length === b.length && a.every((type, i) => sameWholeType(type, at(b, i)));
}

function haveSameDims(a: TensorType, b: TensorType): boolean {
  if (a.shape.length !== b.shape.length) return false;
  return a.shape.every((dim, i) => dim === b.shape[i] || dimText(dim) === dimText(at(b.shape, i)));
}

/** Whether a variable that was rebuilt is used below nodes that were not visited. */
function useReplaced(skipped: readonly Expr[], became: ReadonlyMap<Expr, Expr>): boolean {
  const pending = [...skipped];
  const seen = new Set(pending);
  for (let expr = pending.pop(); expr; expr = pending.pop()) {
    for (const child of childrenOf(expr)) {
      if (isLeaf(child)) {
        if (isReplacedBy(became.get(child))) return true;
      } else if (addNew(seen, child)) pending.push(child);
    }
  }
  return false;
}

function isReplacedBy(to: Expr | undefined): to is Expr {
  return to?.kind === "Var" || to?.kind === "GlobalVar";
}

function replaceEverywhere(root: Expr, became: ReadonlyMap<Expr, Expr>, lineage: LineageRecorder): Expr {
  const original = new Map<Expr, Expr>([...became].map(([from, to]) => [to, from]));
  return rewriter({
    pre: (expr) => {
      const to = became.get(expr);
      return isReplacedBy(to) ? to : undefined;
    },
    post: (before, rebuilt) => {
      const settled = became.get(before);
      if (rebuilt === before) return settled ?? before;
      const like = settled ?? before;
      const node = { ...like, ...childFields(rebuilt), checkedType: like.checkedType } as Expr;
      lineage.record(node, original.get(before) ?? before);
      return node;
    },
  }).rewrite(root);
}

function childFields(expr: Expr): Partial<Expr> {
  switch (expr.kind) {
    case "Call":
      return { op: expr.op, args: expr.args };
    case "Function":
      return { params: mapList(expr.params, (p) => p), body: expr.body };
    default: {
      const { checkedType: _, span: __, ...rest } = expr;
      return rest;
    }
  }
}
