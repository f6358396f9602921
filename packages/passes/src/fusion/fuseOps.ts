/**
 * FuseOps: puts operators that one kernel can compute into functions marked Primitive; removes
 * `annotation.stop_fusion`. Follows src/relay/transforms/fuse_ops.cc.
 */
import {
  at,
  type Call,
  call,
  type Expr,
  type Func,
  func,
  isTruthy,
  keptIn,
  type LineageRecorder,
  present,
  pushTo,
  rewriter,
  type Type,
  tuple,
  tupleGetItem,
  type Var,
  variable,
} from "@relayscope/ir";
import { inContext, ofContext } from "../core/contextOptions.ts";
import type { Decision } from "../core/decisions.ts";
import { type FunctionRun, functionPass } from "../core/functionPass.ts";
import { inferType } from "../core/inferType.ts";
import { choice, flag, integer } from "../core/options.ts";
import { notInDataflow } from "./diagnostics.ts";
import { type ForwardGraph, forwardGraph, patterns } from "./forwardGraph.ts";
import type { FusionGroups } from "./groupSets.ts";
import { fusionGroups } from "./groups.ts";

const options = {
  fuse_opt_level: choice([-1, 0, 1, 2, 3, 4], -1, "0 fuses nothing; -1 takes the context's level."),
  max_depth: ofContext("relay.FuseOps.max_depth", integer(256, "How many operators a function may hold at most.")),
  link_params: ofContext("relay.FuseOps.link_params", flag(false, "Constants go into the functions that read them.")),
};

export const fuseOps = functionPass({
  name: "FuseOps",
  summary: "Puts operators that one kernel can compute into primitive functions.",
  upstream: ["src/relay/transforms/fuse_ops.cc"],
  requires: [inferType],
  options,
  runFunction: fusedFunction,
});

function fusedFunction({ f, context, lineage, decide, options: given }: FunctionRun<typeof options>): Func {
  const level = given.fuse_opt_level === -1 ? context.optLevel : given.fuse_opt_level;
  const graph = forwardGraph(f, context.operators);
  const groups = fusionGroups(graph, {
    level,
    maxDepth: inContext(options.max_depth, given.max_depth, context),
    maxArguments: Number(/-max_function_args=(\d+)/.exec(context.target ?? "")?.[1] ?? 0),
  });
  const linksConstants = inContext(options.link_params, given.link_params, context);
  const result = fuse(f, graph, groups, linksConstants, lineage);
  if (decide) for (const decision of explain(graph, groups)) decide(decision);
  return result;
}

/** The parameters and arguments of a fused function while its group is being rewritten. */
interface Fused {
  readonly params: Var[];
  readonly args: Expr[];
  readonly paramOf: Map<Expr, Var>;
}

function fuse(f: Func, graph: ForwardGraph, groups: FusionGroups, linksConstants: boolean, lineage: LineageRecorder): Func {
  const fused = new Map<number, Fused>();
  const groupOf = (e: Expr): number => {
    const at = graph.indexOf.get(e);
    if (at === undefined) throw notInDataflow(e);
    return groups.rootOf(at);
  };
  const infoOf = (group: number): Fused => keptIn(fused, group, () => ({ params: [], args: [], paramOf: new Map() }));
  /** Arguments as the group sees them: members as they are, everything else as a parameter. */
  const seenFrom = (group: number, originals: readonly Expr[], rewritten: readonly Expr[]): Expr[] =>
    originals.map((original, i) => {
      const arg = at(rewritten, i);
      if (groupOf(original) === group || (linksConstants && arg.kind === "Constant")) return arg;
      const info = infoOf(group);
      return keptIn(info.paramOf, arg, () => {
        const param = variable(`p${info.params.length}`, original.checkedType);
        lineage.record(param, original);
        info.params.push(param);
        info.args.push(arg);
        return param;
      });
    });
  const asFunction = (group: number, type: Type | undefined, body: Expr): Expr => {
    const info = infoOf(group);
    lineage.record(body, at(graph.nodes, group));
    const { hasCall, isReshapeOnly } = contentOf(body, info.params);
    const attrs = new Map<string, number>([["Primitive", hasCall ? 1 : 0]]);
    if (hasCall && isReshapeOnly) attrs.set("relay.reshape_only", 1);
    const fusedFunction = func({ params: info.params, body, returnType: type, attrs });
    lineage.record(fusedFunction, at(graph.nodes, group));
    return call(fusedFunction, info.args);
  };
  const fuseCall = (original: Call, rebuilt: Call): Expr => {
    if (original.op.kind !== "Op" || notComputed.has(original.op.name)) return rebuilt;
    if (original.op.name === "annotation.stop_fusion") return rebuilt.args[0] ?? rebuilt;
    const group = groupOf(original);
    const fusedCall = call(original.op, seenFrom(group, original.args, rebuilt.args), original.attrs, { typeArgs: original.typeArgs });
    return graph.nodes[group] === original ? asFunction(group, original.checkedType, fusedCall) : fusedCall;
  };
  return rewriter({
    lineage,
    keepsLeaves: true,
    pre: (e) => (e.kind === "Function" && isTruthy(e.attrs.get("Primitive")) ? e : undefined),
    post: (original, rebuilt) => {
      if (original.kind === "Call" && rebuilt.kind === "Call") return fuseCall(original, rebuilt);
      if (original.kind === "Tuple" && rebuilt.kind === "Tuple") {
        const group = groupOf(original);
        return graph.nodes[group] === original ? rebuilt : tuple(seenFrom(group, original.fields, rebuilt.fields));
      }
      if (original.kind === "TupleGetItem" && rebuilt.kind === "TupleGetItem") {
        const group = groupOf(original);
        const isRoot = graph.nodes[group] === original;
        if (isRoot && groupOf(original.tuple) !== group) return rebuilt;
        const [value] = seenFrom(group, [original.tuple], [rebuilt.tuple]);
        const item = tupleGetItem(present(value), original.index);
        return isRoot ? asFunction(group, original.checkedType, item) : item;
      }
      return rebuilt;
    },
  }).rewriteFunction(f);
}

const reshapes: ReadonlySet<string> = new Set([
  "contrib_reverse_reshape",
  "dyn.reshape",
  "dyn.squeeze",
  "expand_dims",
  "nn.batch_flatten",
  "reshape",
  "squeeze",
]);

/** Whether a fused body has calls, and whether all of them are reshapes (TReshapeOp). */
function contentOf(body: Expr, params: readonly Var[]): { hasCall: boolean; isReshapeOnly: boolean } {
  let hasCall = false;
  let isReshapeOnly = true;
  const seen = new Set<Expr>(params);
  const stack = [body];
  while (stack.length > 0) {
    const e = present(stack.pop());
    if (seen.has(e)) continue;
    seen.add(e);
    if (e.kind === "Call") {
      hasCall = true;
      if (e.op.kind !== "Op" || !reshapes.has(e.op.name)) isReshapeOnly = false;
      stack.push(...e.args);
    } else if (e.kind === "Tuple") stack.push(...e.fields);
    else if (e.kind === "TupleGetItem") stack.push(e.tuple);
  }
  if (params.some((p) => p.annotation?.kind !== "TensorType" && seen.has(p))) isReshapeOnly = false;
  return { hasCall, isReshapeOnly };
}

/** Operators that compute nothing (TNonComputational) and that no quantized lowering replaces. */
const notComputed: ReadonlySet<string> = new Set([
  "call_lowered",
  "memory.alloc_storage",
  "memory.alloc_tensor",
  "memory.kill",
  "on_device",
  "parser.MetaRef",
  "qnn.conv2d_transpose",
  "vm.invoke_tvm_op",
  "vm.reshape_tensor",
  "vm.shape_of",
]);

const kindNames: ReadonlyMap<number, string> = new Map(Object.entries(patterns).map(([name, number]) => [number, name]));

function explain(graph: ForwardGraph, groups: FusionGroups): Decision[] {
  const members = new Map<number, Expr[]>();
  graph.nodes.forEach((e, i) => {
    if (e.kind === "Var" || e.kind === "Constant") return;
    const root = groups.rootOf(i);
    pushTo(members, root, e);
  });
  const isStop = (e: Expr) => e.kind === "Call" && e.op.kind === "Op" && e.op.name === "annotation.stop_fusion";
  const decisions: Decision[] = [];
  for (const [root, nodes] of members) {
    if (nodes.every(isStop)) continue;
    const cutBy = (graph.consumers[root] ?? []).map((c) => at(graph.nodes, c)).filter(isStop);
    decisions.push({ kind: "fusion", nodes, groupKind: kindNames.get(groups.patternOf(root)) ?? "opaque", cutBy });
  }
  return decisions;
}
