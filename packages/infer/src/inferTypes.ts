/** InferType over modules, functions and expressions. Follows InferType (src/relay/transforms/type_infer.cc). */
import {
  addNew,
  at,
  childAt,
  type Diagnostic,
  type Expr,
  emptyModule,
  type Func,
  isIncomplete,
  isLeaf,
  type Lineage,
  type LineageRecorder,
  lineageRecorder,
  listedChildren,
  type Module,
  type Type,
  typesEqual,
  withFunctions,
} from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { messages } from "./diagnostics.ts";
import { type Claims, Inference, type Trust } from "./inference.ts";
import { separateConstants } from "./separateConstants.ts";
import { settle } from "./settle.ts";
import { isSignature } from "./signatures.ts";
import { WideningNeeded } from "./solver.ts";
import { mapType } from "./substitute.ts";
import { visit } from "./visit.ts";
import { checkScopes } from "./wellFormed.ts";

export interface InferenceOptions {
  /**
   * The types that a text claims for its nodes, used if a type is otherwise unknown. Only for a module that was just
   * read.
   */
  readonly claims?: Claims;
  /** How far existing types on nodes are trusted; by default `subgraphs`. After reading a text: `nothing`. */
  readonly trust?: Trust;
  /** A fully typed module: functions of both modules whose callees all kept their signatures are skipped. */
  readonly since?: Module;
}

export interface ModuleInference {
  readonly module: Module;
  readonly lineage: Lineage;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ExpressionInference<E extends Expr = Expr> {
  readonly expr: E;
  readonly lineage: Lineage;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The module with the type of every node, as far as it can be inferred. Types are written on the nodes. A node is
 * rebuilt if it must record more than before (a variable its annotation, a function its return type, a call its type
 * arguments) or if its type changed. The same module if nothing was rebuilt. Near-linear in the visited nodes.
 */
export function inferTypes(module: Module, operators: OperatorDefinitions, options: InferenceOptions = {}): ModuleInference {
  const lineage = lineageRecorder();
  const diagnostics: Diagnostic[] = [];
  const trust = options.trust ?? "subgraphs";
  const isSettled = unchangedSince(module, options.since);
  const mayBeStale = trust === "subgraphs" && module.functions.size > 1 && holdsStaleType(module, isSettled);
  const functions = new Map<string, Func>();
  for (const [name, f] of module.functions) {
    if (f.kind !== "Function" || isSettled(name, f)) {
      functions.set(name, f);
      continue;
    }
    const isHalfTyped = trust === "subgraphs" && !f.checkedType && f.body.checkedType !== undefined;
    const own = (mayBeStale || isHalfTyped) && hasStaleType(f, module) ? "nothing" : trust;
    if (own === "subgraphs" && f.checkedType) {
      functions.set(name, f);
      continue;
    }
    const result = infer(f, { module, operators, trust: own, claims: options.claims }, lineage);
    const typed = result.expr as Func;
    functions.set(name, typed);
    const found = result.diagnostics.length > 0 ? result.diagnostics : checkFunction(typed);
    diagnostics.push(...found);
  }
  const typed = withFunctions(module, functions);
  // What a pass made has no text in which you could declare a type.
  const hinted = (found: Diagnostic) => (trust === "nothing" ? withResultHint(found, typed) : found);
  // A module that was typed before is already separated. Passes that move nodes between functions separate them
  // themselves.
  return { module: trust === "nothing" ? separateConstants(typed, lineage) : typed, lineage, diagnostics: diagnostics.map(hinted) };
}

/** The message about a call of a function without a return type, with the type that the function would need. */
function withResultHint(found: Diagnostic, { functions }: Module): Diagnostic {
  const { code, node } = found;
  if (code !== "undeclared-result" || node?.kind !== "Call" || node.op.kind !== "GlobalVar") return found;
  const type = functions.get(node.op.name)?.returnType;
  return { ...found, hints: [messages.hintOfResult(type && !isIncomplete(type) ? type : undefined)] };
}

/** As `inferTypes`, for one function that is, or is about to be, one of the module's. */
export function inferFunction(
  f: Func,
  module: Module,
  operators: OperatorDefinitions,
  options: InferenceOptions = {},
): ExpressionInference<Func> {
  const result = inferExpression(f, module, operators, options);
  return { ...result, expr: result.expr as Func };
}

/**
 * Like `inferTypes`, for a separate expression, whose free variables need annotations. Without a module, global names
 * stay unknown.
 */
export function inferExpression(
  expr: Expr,
  module: Module | undefined,
  operators: OperatorDefinitions,
  options: InferenceOptions = {},
): ExpressionInference {
  const lineage = lineageRecorder();
  const how = { module: module ?? emptyModule, operators, trust: options.trust ?? "subgraphs", claims: options.claims };
  const result = infer(expr, how, lineage);
  return { ...result, lineage };
}

/** What an inference rests on. */
interface Given {
  readonly module: Module;
  readonly operators: OperatorDefinitions;
  readonly trust: Trust;
  readonly claims: Claims | undefined;
}

function infer(root: Expr, given: Given, lineage: LineageRecorder) {
  let inference = visitEagerly(root, given);
  if (!inference) {
    inference = new Inference(given.module, given.operators, given.trust, false, given.claims);
    visit(inference, root);
  }
  const expr = settle(inference, root, lineage);
  return { expr, diagnostics: inference.diagnostics };
}

/**
 * Undefined if the order of events may affect the types, and inference must keep the reference's order: if types widen,
 * or if holes were filled, since a hole inside a type stays one if it was filled too late.
 */
function visitEagerly(root: Expr, { module, operators, trust, claims }: Given): Inference | undefined {
  const inference = new Inference(module, operators, trust, true, claims);
  try {
    visit(inference, root);
  } catch (error) {
    if (error instanceof WideningNeeded) return undefined;
    throw error;
  }
  return inference.solver.isIdle || inference.diagnostics.length > 0 ? inference : undefined;
}

/** Checks that need a function's types. */
function checkFunction(f: Func): readonly Diagnostic[] {
  const free = f.checkedType && unboundTypeVariable(f.checkedType, new Set(f.typeParams));
  return [...checkScopes(f, true), ...(free ? [messages.unboundTypeVariable(f, free)] : [])];
}

function unboundTypeVariable(type: Type, bound: ReadonlySet<Type>): string | undefined {
  let name: string | undefined;
  mapType(type, (inner) => {
    if (inner.kind === "TypeVar" && !bound.has(inner)) name ??= inner.name;
    if (inner.kind === "FuncType" && inner.typeParams.length > 0 && inner !== type) {
      const all = new Set([...bound, ...inner.typeParams]);
      name ??= [...inner.params, inner.result].map((t) => unboundTypeVariable(t, all)).find((n) => n !== undefined);
      return inner;
    }
    return undefined;
  });
  return name;
}

/** The functions to skip: typed, the same as in `since`, and no function of `since` has another signature now. */
function unchangedSince(module: Module, since: Module | undefined): (name: string, f: Func) => boolean {
  if (!since) return () => false;
  for (const [name, f] of module.functions) {
    // A new function has no callers that knew it otherwise.
    const before = since.functions.get(name);
    if (before && before !== f && !isSignature(before.checkedType, f)) return () => false;
  }
  return (name, f) => f.checkedType !== undefined && since.functions.get(name) === f;
}

/** Whether any of the other functions holds a type that can't be trusted: one walk over all of them. */
function holdsStaleType(module: Module, isSettled: (name: string, f: Func) => boolean): boolean {
  const seen = new Set<Expr>();
  for (const [name, f] of module.functions) {
    if (f.kind === "Function" && !isSettled(name, f) && hasStaleType(f, module, seen)) return true;
  }
  return false;
}

/**
 * Whether a typed function has a stale type: it was typed against a callee's former signature, has a typed node above
 * one without a type, or contains a function that was typed with other parameters. Some passes rewrite a part and leave
 * the old types above it. Nodes already `seen` are skipped.
 */
function hasStaleType(f: Func, module: Module, seen: Set<Expr> = new Set()): boolean {
  const pending: Expr[] = [f];
  for (let expr = pending.pop(); expr; expr = pending.pop()) {
    if (!addNew(seen, expr)) continue;
    if (expr.kind === "Function" && expr.checkedType && !isTypedOverParameters(expr)) return true;
    const list = listedChildren(expr);
    for (let i = 0, child = list ? list[0] : childAt(expr, 0); child; i++, child = list ? list[i] : childAt(expr, i)) {
      const isInner = !isLeaf(child);
      const isTypable = isInner || child.kind === "Var" || (child.kind === "Constant" && child.tensorType !== undefined);
      if (expr.checkedType && !child.checkedType && isTypable) return true;
      if (isInner) pending.push(child);
      else if (child.kind === "GlobalVar" && f.checkedType) {
        const callee = module.functions.get(child.name);
        if (callee && !isSignature(child.checkedType, callee)) return true;
      }
    }
  }
  return false;
}

/** Whether a typed function's type has the types of its parameters. */
function isTypedOverParameters({ checkedType, params, typeParams }: Func): boolean {
  if (checkedType?.kind !== "FuncType" || checkedType.params.length !== params.length) return false;
  const pairs = checkedType.typeParams.length === 0 ? undefined : new Map(checkedType.typeParams.map((v, i) => [v, at(typeParams, i)]));
  return checkedType.params.every((type, i) => {
    const own = params[i]?.checkedType;
    return own === undefined || typesEqual(type, own, pairs);
  });
}
