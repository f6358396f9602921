/** Matching, partitioning and rewriting with patterns. Follows src/relay/ir/dataflow_matcher.cc. */
import { inferExpression } from "@relayscope/infer";
import { type AttrValue, type Expr, emptyModule, postOrderList, rewrite, withFunctions } from "@relayscope/ir";
import { type MatchOptions, matches, type NodeMap, type PatternCallback, partition, rewritePatterns } from "@relayscope/match";
import { typingFailureOf } from "@relayscope/passes";
import { call, collect, hostFunction, hostMethod, type Runtime, spend, truth, type Value } from "@relayscope/python";
import { stateOf } from "../host/state.ts";
import { asMapOfDict } from "../objects/attrsObjects.ts";
import { MapObject } from "../objects/containers.ts";
import { ExprObject, exprArray, wrapExpr } from "../objects/exprHolder.ts";
import { attrsByName } from "../objects/functionObjects.ts";
import { moduleOfValue } from "../objects/moduleObjects.ts";
import { give } from "../objects/nodeClasses.ts";
import { PatternObject, patternClass, patternOf } from "../objects/patternObjects.ts";
import { exprOf } from "../objects/toCompiler.ts";
import { ask } from "../passes/ask.ts";
import { currentContext } from "../passes/contexts.ts";
import { guarded } from "../passes/failures.ts";
import { notifyInferType } from "../passes/instruments.ts";
import { withOwnNodes } from "../passes/ownNodes.ts";
import { unexpected } from "../passes/runPass.ts";

/** Which nodes each pattern met, as a callback of a file gets it. */
function nodeMap(nodes: NodeMap): MapObject {
  return new MapObject(
    nodes,
    () => [...nodes].map(([pattern, met]) => [new PatternObject(pattern), exprArray(met)] as const),
    (key) => {
      const met = key instanceof PatternObject ? nodes.get(key.pattern) : undefined;
      return met && exprArray(met);
    },
  );
}

/**
 * How patterns of a program are matched. A node that a file made has no type yet: where a pattern asks for it, the
 * reference infers it from what is below the node.
 */
function matchOptions(m: Runtime): MatchOptions {
  const { operators, hasHoles } = stateOf(m);
  const typeOf = (expr: Expr) => {
    spend(m, postOrderList(expr).length);
    // The reference types a copy: the node itself has no type after the match either.
    const copy = rewrite(expr, { post: (_, rebuilt) => ({ ...rebuilt }) });
    const { expr: typed, diagnostics } = inferExpression(copy, emptyModule, operators, { trust: hasHoles ? "subgraphs" : "nothing" });
    const failed = typingFailureOf({ diagnostics }, { hasHoles });
    if (failed) throw failed;
    return typed.checkedType;
  };
  return { operators, typeOf };
}

function matchesAt(m: Runtime, pattern: Value, expr: Value): boolean {
  return guarded(() => matches(patternOf(pattern), exprOf(m, expr), undefined, matchOptions(m)));
}

function partitioned(m: Runtime, pattern: Value, expr: Value, attrs: Value, check: Value): Value {
  const given: ReadonlyMap<string, AttrValue> | undefined = attrs === null ? undefined : asMapOfDict(attrsByName(attrs));
  const options = {
    attrs: given,
    check: check === null ? undefined : (root: Expr) => ask(m, check, root),
    ...matchOptions(m),
  };
  return guarded(() => wrapExpr(partition(patternOf(pattern), exprOf(m, expr), options)));
}

/** The steps of the budget that a match and its rewrite cost, as they take time and memory of their own. */
const matchSteps = 200;

/**
 * A callback of a file: a tuple of its pattern, its function, whether it wants types, whether it rewrites once, and its
 * name.
 */
function callbackOf(m: Runtime, step: Value): PatternCallback {
  const [pattern = null, callback = null, requireType = null, once = null] = collect(m, step);
  return {
    pattern: patternOf(pattern),
    requireType: truth(m, requireType),
    rewriteOnce: truth(m, once),
    rewrite: (pre, post, nodes) => {
      // A callback that never comes to an end may double the expression in each round.
      spend(m, matchSteps);
      const made = call(m, callback, [wrapExpr(pre), wrapExpr(post), nodeMap(nodes)]);
      if (made === null) return undefined;
      if (made instanceof ExprObject) return made.node;
      throw unexpected("RelayExpr", made);
    },
  };
}

/** A rewrite of an expression; `around` is the module that it is typed in, where there is one. */
function rewritten(m: Runtime, steps: Value, expr: Value, around: Value): Value {
  const { operators, notes, hasHoles } = stateOf(m);
  const callbacks = collect(m, steps);
  for (const step of callbacks) notes.add(String(collect(m, step)[4] ?? ""));
  const module = around === null ? emptyModule : moduleOfValue(around).module;
  const inferTypes = (e: Expr) => {
    notifyInferType(
      m,
      e.kind === "Function" ? withFunctions(module, new Map([...module.functions, ["main", e]])) : module,
      currentContext(m),
    );
    const own = hasHoles ? e : withOwnNodes(e);
    // New nodes lack types below nodes that keep theirs.
    const { expr: typed, diagnostics } = inferExpression(own, module, operators, { trust: hasHoles ? "subgraphs" : "nothing" });
    const failed = typingFailureOf({ diagnostics }, { hasHoles });
    if (failed) throw failed;
    return typed;
  };
  return guarded(() =>
    wrapExpr(
      rewritePatterns(
        callbacks.map((step) => callbackOf(m, step)),
        exprOf(m, expr),
        { ...matchOptions(m), inferTypes },
      ),
    ),
  );
}

const partitionSignature = "expr, attrs=None, check=None";

give(patternClass, {
  match: hostMethod("match", "self, expr", (m, self, expr = null) => matchesAt(m, self ?? null, expr)),
  partition: hostMethod("partition", `self, ${partitionSignature}`, (m, self = null, expr = null, attrs = null, check = null) => {
    return partitioned(m, self, expr, attrs, check);
  }),
});

/** The members of `dataflow_pattern` and of the library that match and rewrite. */
export const rewritingMembers: Readonly<Record<string, Value>> = {
  match: hostFunction("match", "pattern, expr", (m, pattern = null, expr = null) => matchesAt(m, pattern, expr)),
  partition: hostFunction("partition", `pattern, ${partitionSignature}`, (m, pattern = null, expr = null, attrs = null, check = null) => {
    return partitioned(m, pattern, expr, attrs, check);
  }),
  rewrite_with: hostFunction("rewrite_with", "steps, expr, mod=None", (m, steps = null, expr = null, mod = null) => {
    return rewritten(m, steps, expr, mod);
  }),
};
