/**
 * Combining parallel calls of one operator that share an input: finding the branches, and replacing them by one
 * combined branch. Follows src/relay/transforms/combine_parallel_op.cc, which visits the shared inputs in the order of
 * their addresses; here they come in the order in which the graph is read.
 */
import {
  at,
  attrsEqual,
  type Call,
  childrenOf,
  type Expr,
  type Func,
  type LineageRecorder,
  postOrder,
  present,
  pushTo,
  type Rewriter,
  rewriter,
} from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { argumentAt } from "../../core/callArguments.ts";
import { fusionKindOf } from "../../core/fusionKindOf.ts";
import { integer } from "../../core/options.ts";
import { recordMade } from "../../core/recordMade.ts";
import { branchIntoFunction } from "../diagnostics.ts";

/** The option by which small groups are left alone. */
export const fewestBranches = integer(3, "Groups of fewer branches are left alone.");

/** The operator itself, followed by a chain of elementwise or broadcast calls. */
export type Branch = readonly Call[];

/** Branches that become one. Never empty. */
export type BranchGroup = readonly [Branch, ...Branch[]];

export interface ParallelRules {
  readonly operator: string;
  readonly fewestBranches: number;
  isSupported(call: Call): boolean;
  canCombine(a: Call, b: Call): boolean;
  /** Whether the arguments of that index, of two calls at the same place of their branches, can be joined. */
  areCompatible(a: Call, b: Call, index: number, group: BranchGroup): boolean;
  /** One call for all the operators. */
  combine(group: BranchGroup): Call;
  /** One call for the calls at `depth`. Its argument `parent` is the combined result of the branches so far. */
  follow(data: Call, group: BranchGroup, depth: number, parent: number): Call;
  /** The replacement of the end of each branch, in order. */
  parts(data: Call, group: BranchGroup, depth: number): readonly Expr[];
}

/** Combines all groups of a function. */
export function combineParallel(f: Func, rules: ParallelRules, operators: OperatorDefinitions, lineage: LineageRecorder): Func {
  const replacement = new Map<Expr, Expr>();
  for (const group of findGroups(f, rules, operators)) {
    if (group.length >= rules.fewestBranches) combineGroup(group, rules, replacement, lineage);
  }
  if (replacement.size === 0) return f;
  const substitute: Rewriter = rewriter({
    // Branch replacements are made in this pass, so a replacement is not recorded as its own origin.
    lineage: {
      ...lineage,
      record(output, ...origins) {
        for (const origin of origins) if (origin && origin !== output) lineage.record(output, origin);
      },
    },
    children: (e) => (replacement.has(e) ? [] : childrenOf(e)),
    needs: (e) => {
      const other = replacement.get(e);
      return other ? [other] : [];
    },
    post: (original, rebuilt) => {
      const other = replacement.get(original);
      return other ? present(substitute.rewritten(other)) : rebuilt;
    },
  });
  return substitute.rewriteFunction(f);
}

function findGroups(f: Func, rules: ParallelRules, operators: OperatorDefinitions): BranchGroup[] {
  const roots = new Set<Expr>();
  const users = new Map<Expr, Call[]>();
  const use = (value: Expr, user: Call) => {
    pushTo(users, value, user);
  };
  const isOperator = (call: Call) => call.op.kind === "Op" && call.op.name === rules.operator;
  postOrder(f, (e) => {
    if (e.kind !== "Call") return;
    if (isOperator(e) && rules.isSupported(e)) {
      const root = argumentAt(e, 0);
      roots.add(root);
      use(root, e);
    } else for (const arg of e.args) use(arg, e);
  });
  const branchFrom = (call: Call): Branch => {
    const branch = [call];
    for (let next = users.get(call); next?.length === 1; ) {
      const follower = at(next, 0);
      if (!isPointwise(follower, operators)) break;
      branch.push(follower);
      next = users.get(follower);
    }
    return branch;
  };
  const groups: [Branch, ...Branch[]][] = [];
  for (const root of roots) {
    const own: [Branch, ...Branch[]][] = [];
    for (const child of users.get(root) ?? []) {
      if (!isOperator(child)) continue;
      const branch = branchFrom(child);
      const group = own.find(([first]) => rules.canCombine(child, at(first, 0)));
      if (group) group.push(branch);
      else own.push([branch]);
    }
    groups.push(...own);
  }
  return groups;
}

function isPointwise(call: Call, operators: OperatorDefinitions): boolean {
  if (call.op.kind !== "Op") throw branchIntoFunction(call);
  const kind = fusionKindOf(call, operators);
  return kind === "elemwise" || kind === "broadcast";
}

function combineGroup(group: BranchGroup, rules: ParallelRules, replacement: Map<Expr, Expr>, lineage: LineageRecorder): void {
  const record = (made: Expr, depth: number, ...known: readonly Expr[]) => {
    const calls = group.map((branch) => at(branch, depth));
    recordMade(made, [...known, ...calls.flatMap((call) => call.args)], lineage, ...calls);
  };
  let combined = rules.combine(group);
  record(combined, 0);
  const [first] = group;
  const shortest = Math.min(...group.map((b) => b.length));
  let depth = 1;
  for (; depth < shortest; depth++) {
    const parent = at(first, depth).args.indexOf(at(first, depth - 1));
    if (!isLevelAlike(group, depth, parent, rules)) break;
    const before = combined;
    combined = rules.follow(before, group, depth, parent);
    record(combined, depth, before);
  }
  const parts = rules.parts(combined, group, depth - 1);
  for (const part of parts) record(part, depth - 1, combined);
  group.forEach((branch, i) => {
    const end = present(branch[depth - 1]);
    if (!replacement.has(end)) replacement.set(end, at(parts, i));
  });
}

/** Whether the calls at one depth of all branches are the same operation on arguments that can be joined. */
function isLevelAlike(group: BranchGroup, depth: number, parent: number, rules: ParallelRules): boolean {
  const [first, ...others] = group;
  const call = at(first, depth);
  return others.every((branch) => {
    const other = at(branch, depth);
    const isSame = other.op.kind === "Op" && call.op.kind === "Op" && other.op.name === call.op.name && attrsEqual(other.attrs, call.attrs);
    if (!isSame || other.args.length !== call.args.length || other.args[parent] !== branch[depth - 1]) return false;
    return call.args.every((_, i) => i === parent || rules.areCompatible(call, other, i, group));
  });
}
