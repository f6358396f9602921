/**
 * DeadCodeElimination: removes unused let-bound values and, if requested, inlines those with a single use. Follows
 * src/relay/transforms/dead_code.cc.
 */
import {
  childrenOf,
  type Expr,
  type Func,
  isLeaf,
  type LineageRecorder,
  mapFunctions,
  present,
  type Rewriter,
  rewriter,
  runTask,
  type Task,
  type Var,
} from "@relayscope/ir";
import { inferType } from "../core/inferType.ts";
import { modulePass } from "../core/modulePass.ts";
import { flag } from "../core/options.ts";
import { findPurity } from "./purity.ts";

export const deadCodeElimination = modulePass({
  name: "DeadCodeElimination",
  summary: "Removes let-bound values that nothing uses.",
  upstream: ["src/relay/transforms/dead_code.cc"],
  optLevel: 1,
  requires: [inferType],
  options: {
    inline_once: flag(false, "Inline values that are used once."),
    ignore_impurity: flag(false, "Also remove unused values whose computation has side effects."),
  },
  run({ module, options: { inline_once: inlinesOnce, ignore_impurity: ignoresImpurity }, context, lineage }) {
    const purity = ignoresImpurity ? undefined : findPurity(module, context.operators);
    const isPure = (v: Var) => purity?.get(v) ?? ignoresImpurity;
    return mapFunctions(module, (f) => {
      const usage = countUses(f, isPure);
      return eliminate(f, usage, isPure, inlinesOnce, lineage);
    });
  },
});

interface Usage {
  readonly valueOf: ReadonlyMap<Var, Expr>;
  /** Uses of each let-bound variable, counted no further than it matters. */
  readonly uses: ReadonlyMap<Var, number>;
}

/**
 * Counts uses; a pure value is looked into when its variable is first used. A use inside a local function counts twice:
 * it may run often.
 */
function countUses(f: Func, isPure: (v: Var) => boolean): Usage {
  const valueOf = new Map<Var, Expr>();
  const uses = new Map<Var, number>();
  const levelOf = new Map<Var, number>();
  const visits = new Map<Expr, number>();
  let level = 0;

  function* visit(e: Expr): Task<void> {
    const count = (visits.get(e) ?? 0) + 1;
    visits.set(e, count);
    if (count > 2) return;
    if (e.kind === "Var") yield visitVariable(e);
    else if (e.kind === "Let") yield visitLets(e);
    else {
      if (e.kind === "Function") level++;
      for (const child of childrenOf(e)) if (child.kind === "Var" || !isLeaf(child)) yield visit(child);
      if (e.kind === "Function") level--;
    }
  }

  function* visitLets(e: Expr): Task<void> {
    let rest = e;
    for (; rest.kind === "Let"; rest = rest.body) {
      visits.set(rest, (visits.get(rest) ?? 0) + 1);
      valueOf.set(rest.variable, rest.value);
      uses.set(rest.variable, 0);
      levelOf.set(rest.variable, level);
      if (!isPure(rest.variable)) yield visit(rest.value);
    }
    yield visit(rest);
  }

  function* visitVariable(v: Var): Task<void> {
    const value = valueOf.get(v);
    if (!value) return;
    const count = (uses.get(v) ?? 0) + 1;
    uses.set(v, count);
    if (count === 1 && isPure(v)) yield visit(value);
    if ((levelOf.get(v) ?? 0) < level) uses.set(v, (uses.get(v) ?? 0) + 1);
  }

  runTask(visit(f));
  return { valueOf, uses };
}

function eliminate(f: Func, usage: Usage, isPure: (v: Var) => boolean, inlinesOnce: boolean, lineage: LineageRecorder): Func {
  const actionFor = (v: Var): "leave-out" | "inline" | "keep" => {
    if (!usage.valueOf.has(v) || !isPure(v)) return "keep";
    const count = usage.uses.get(v) ?? 0;
    if (count === 0) return "leave-out";
    return count === 1 && inlinesOnce ? "inline" : "keep";
  };
  const eliminator: Rewriter = rewriter({
    lineage,
    children: (e) => (e.kind === "Let" ? (actionFor(e.variable) === "keep" ? [e.value, e.body] : [e.body]) : undefined),
    needs: (e) => (e.kind === "Var" && actionFor(e) === "inline" ? [present(usage.valueOf.get(e))] : []),
    post(original, rebuilt) {
      if (original.kind === "Var" && actionFor(original) === "inline")
        return present(eliminator.rewritten(present(usage.valueOf.get(original))));
      if (original.kind === "Let" && actionFor(original.variable) !== "keep") return present(eliminator.rewritten(original.body));
      // The types are kept: the reference changes its nodes in place.
      return rebuilt === original ? original : { ...rebuilt, checkedType: original.checkedType };
    },
  });
  return eliminator.rewriteFunction(f);
}
