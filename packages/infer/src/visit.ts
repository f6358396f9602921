/**
 * Visiting the graph in the reference's order and gathering what types must be equal. Without recursion on depth: a
 * frame is an expression and how many of its children have been visited. Follows TypeInferencer
 * (src/relay/transforms/type_infer.cc).
 */
import {
  assertNever,
  at,
  type Expr,
  type Func,
  funcType,
  type If,
  incompleteType,
  isDeclaration,
  isIncomplete,
  isTooLarge,
  type Let,
  type Match,
  patternVars,
  type RefWrite,
  scalarType,
  type TupleGetItem,
  type Type,
  tupleType,
} from "@relayscope/ir";
import { assumeRest } from "./assume.ts";
import { instantiate, typeOfCall } from "./calls.ts";
import { messages } from "./diagnostics.ts";
import { patternText, unmatchedCases } from "./exhaustiveness.ts";
import type { Inference } from "./inference.ts";
import { visitPattern } from "./patterns.ts";
import { WideningNeeded } from "./solver.ts";

/** Visits everything reachable from `root`; afterwards `inference.types` has its type, and what could be solved is. */
export function visit(inference: Inference, root: Expr): void {
  const nodes: Expr[] = [];
  const steps: number[] = [];
  const push = (expr: Expr) => {
    if (inference.types.has(expr) || expr.kind === "Op") return;
    const leaf = leafType(inference, expr);
    if (leaf) {
      inference.finish(expr, leaf);
      return;
    }
    nodes.push(expr);
    steps.push(0);
  };
  push(root);
  while (nodes.length > 0) {
    const top = nodes.length - 1;
    const expr = at(nodes, top);
    const step = at(steps, top);
    steps[top] = step + 1;
    const child = nextChild(inference, expr, step);
    if (child) {
      push(child);
      continue;
    }
    nodes.pop();
    steps.pop();
    if (inference.types.has(expr)) continue;
    const visited = typeOfVisited(inference, expr);
    const computed = isTooLarge(visited) ? inference.refuse(messages.typeTooLarge(expr)) : visited;
    inference.finish(expr, inference.trust === "types" && expr.checkedType ? expr.checkedType : computed);
  }
  inference.solve();
  assumeRest(inference);
}

/** The type of a node without children to visit, or whose type is trusted. */
function leafType(inference: Inference, expr: Expr): Type | undefined {
  const isTrusted = inference.trust !== "nothing" && expr.checkedType !== undefined;
  switch (expr.kind) {
    case "Constant":
      return expr.tensorType ?? expr.checkedType ?? inference.solver.unknown();
    case "Var": {
      if (isTrusted) return expr.checkedType;
      const annotation = inference.annotationOf(expr);
      if (annotation) inference.checkAnnotation(annotation, expr);
      // Without an annotation, an eager solver would find the hole only at the end.
      else if (inference.isEager) throw new WideningNeeded();
      return annotation ?? incompleteType();
    }
    case "GlobalVar":
      return inference.signatureOf(expr.name) ?? inference.solver.unknown();
    case "Constructor": {
      const data = inference.module.types.get(expr.belongTo.name);
      if (!data) return inference.refuse(messages.undefinedType(expr, expr.belongTo.name));
      return funcType(expr.inputs, { kind: "TypeCall", func: expr.belongTo, args: data.typeParams }, data.typeParams);
    }
    case "Op":
      return undefined;
    default:
      if (inference.trust !== "subgraphs" || !expr.checkedType) return undefined;
      inference.skipped.push(expr);
      return expr.checkedType;
  }
}

/** The child to visit at the given step, after the work between children; undefined when all are visited. */
function nextChild(inference: Inference, expr: Expr, step: number): Expr | undefined {
  switch (expr.kind) {
    case "Call":
      return step === 0 ? expr.op : expr.args[step - 1];
    case "Tuple":
      return expr.fields[step];
    case "TupleGetItem":
      return step === 0 ? expr.tuple : undefined;
    case "Function":
      if (step === 0) inference.solve();
      return step < expr.params.length ? expr.params[step] : step === expr.params.length ? expr.body : undefined;
    case "Let":
      if (step === 0) {
        // A function literal may call itself by the variable's name.
        if (expr.value.kind === "Function") return expr.variable;
        return expr.value;
      }
      if (step === 1 && expr.value.kind === "Function") return expr.value;
      if (step === (expr.value.kind === "Function" ? 2 : 1)) {
        bind(inference, expr);
        return expr.body;
      }
      return undefined;
    case "If":
      if (step === 1) checkCondition(inference, expr);
      return step === 0 ? expr.condition : step === 1 ? expr.thenBranch : step === 2 ? expr.elseBranch : undefined;
    case "Match":
      if (step === 0) return expr.data;
      if (step === 1) visitPatterns(inference, expr);
      return expr.clauses[step - 1]?.body;
    case "RefCreate":
      return step === 0 ? expr.value : undefined;
    case "RefRead":
      return step === 0 ? expr.ref : undefined;
    case "RefWrite":
      return step === 0 ? expr.ref : step === 1 ? expr.value : undefined;
    default:
      return undefined;
  }
}

/** The type of an expression whose children have been visited. */
function typeOfVisited(inference: Inference, expr: Expr): Type {
  switch (expr.kind) {
    case "Call":
      return inference.trust !== "nothing" && expr.checkedType ? expr.checkedType : typeOfCall(inference, expr);
    case "Tuple":
      return tupleType(expr.fields.map((f) => inference.typeOf(f)));
    case "TupleGetItem":
      return typeOfItem(inference, expr);
    case "Function":
      return typeOfFunction(inference, expr);
    case "Let":
      return inference.typeOf(expr.body);
    case "If":
      return inference.solver.unify(inference.typeOf(expr.thenBranch), inference.typeOf(expr.elseBranch), (m) =>
        inference.report(messages.branchTypes(expr, m.left, m.right, m.detail)),
      );
    case "Match":
      return typeOfMatch(inference, expr);
    case "RefCreate":
      return { kind: "RefType", value: inference.typeOf(expr.value) };
    case "RefRead":
      return heldType(inference, expr, expr.ref);
    case "RefWrite":
      return typeOfWrite(inference, expr);
    case "Constant":
    case "Var":
    case "GlobalVar":
    case "Op":
    case "Constructor":
      throw new Error(`A ${expr.kind} has no children to wait for.`);
    default:
      return assertNever(expr);
  }
}

/** Gives a `let`'s variable its type: the value's, unified with the annotation. */
function bind(inference: Inference, expr: Let): void {
  const { solver } = inference;
  const { variable } = expr;
  const value = inference.typeOf(expr.value);
  const before = inference.types.get(variable);
  const declared = before ?? (inference.trust !== "nothing" ? variable.checkedType : undefined) ?? inference.annotationOf(variable);
  if (!before && declared) inference.checkAnnotation(declared, variable);
  const bound = declared
    ? solver.unify(declared, value, (m) => inference.report(messages.letType(expr, variable.name, m.left, m.right, m.detail)))
    : solver.outermost(value);
  inference.types.set(variable, bound);
  if (!before) inference.order.push(variable);
}

function checkCondition(inference: Inference, expr: If): void {
  inference.solver.unify(inference.typeOf(expr.condition), scalarType("bool"), (m) =>
    inference.report(messages.conditionType(expr, m.left)),
  );
}

function typeOfFunction(inference: Inference, expr: Func): Type {
  const { solver } = inference;
  let result = inference.typeOf(expr.body);
  if (result.kind === "FuncType") result = instantiate(result);
  if (expr.returnType) {
    inference.checkAnnotation(expr.returnType, expr);
    // A declaration has no body to infer a type from.
    if (isDeclaration(expr)) result = expr.returnType;
    else result = solver.unify(expr.returnType, result, (m) => inference.report(messages.returnType(expr, m.left, m.right, m.detail)));
  }
  return solver.resolveOnce(
    funcType(
      expr.params.map((p) => inference.typeOf(p)),
      result,
      expr.typeParams,
    ),
  );
}

function typeOfItem(inference: Inference, expr: TupleGetItem): Type {
  const { solver } = inference;
  const tuple = inference.typeOf(expr.tuple);
  const compute = ([type]: readonly Type[]): Type | "failed" | undefined => {
    if (!type || type.kind === "IncompleteType") return undefined;
    if (type.kind !== "TupleType") inference.report(messages.notTuple(expr, type));
    else if (expr.index < 0 || expr.index >= type.fields.length) {
      inference.report(messages.tupleIndex(expr, expr.index, type, type.fields.length));
    } else return type.fields[expr.index];
    return "failed";
  };
  if (inference.isEager) {
    // Only the field is resolved: otherwise each item of a wide tuple would cost the tuple's width.
    const top = solver.outermost(tuple);
    const field = top.kind === "TupleType" ? top.fields[expr.index] : undefined;
    const fieldType = field && solver.resolve(field);
    if (fieldType && !isIncomplete(fieldType)) return fieldType;
    const known = field ? undefined : solver.resolve(tuple);
    if (known && !isIncomplete(known)) {
      const type = compute([known]);
      return type === "failed" || type === undefined ? inference.claimedOrUnknown(expr) : type;
    }
  }
  const result = incompleteType();
  inference.relationNodes.set(result, expr);
  solver.add({ args: [tuple], result, field: expr.index, compute, isQueued: false });
  return result;
}

function visitPatterns(inference: Inference, expr: Match): void {
  const type = inference.typeOf(expr.data);
  for (const clause of expr.clauses) {
    for (const variable of patternVars(clause.pattern)) {
      if (!inference.types.has(variable)) inference.finish(variable, leafType(inference, variable) ?? incompleteType());
    }
    visitPattern(inference, expr, clause.pattern, type);
  }
}

function typeOfMatch(inference: Inference, expr: Match): Type {
  let type: Type = incompleteType();
  for (const clause of expr.clauses) {
    type = inference.solver.unify(type, inference.typeOf(clause.body), (m) =>
      inference.report(messages.clauseTypes(expr, m.left, m.right, m.detail)),
    );
  }
  if (expr.isComplete) {
    const missing = unmatchedCases(expr, inference.module);
    if (missing.length > 0) inference.report(messages.unhandledCases(expr, missing.map(patternText)));
  }
  return type;
}

function heldType(inference: Inference, expr: Expr, ref: Expr): Type {
  const value = incompleteType();
  inference.solver.unify(inference.typeOf(ref), { kind: "RefType", value }, (m) => {
    inference.report(messages.notReference(expr, m.left));
    inference.solver.markUnknown(value);
  });
  return value;
}

function typeOfWrite(inference: Inference, expr: RefWrite): Type {
  const held = heldType(inference, expr, expr.ref);
  inference.solver.unify(inference.typeOf(expr.value), held, (m) =>
    inference.report(messages.writtenType(expr, m.right, m.left, m.detail)),
  );
  return tupleType([]);
}
