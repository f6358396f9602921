/**
 * Inline: puts the bodies of global functions marked `Inline` in the place of their calls, callees first, and removes
 * them. Follows src/relay/transforms/inline.cc, its limit included: a function that calls the same inlined function
 * twice raises.
 */
import {
  at,
  call,
  type Expr,
  type Func,
  func,
  isTruthy,
  type LineageRecorder,
  type Module,
  postOrder,
  present,
  raise,
  rewrite,
  withFunctions,
} from "@relayscope/ir";
import { functionMissing, wrongArgumentCount } from "../core/diagnostics.ts";
import { modulePass } from "../core/modulePass.ts";
import { substitute } from "../core/substitute.ts";
import { withTypeOf } from "../core/withType.ts";
import { inlinedTwice, notInlined } from "./diagnostics.ts";

export const inline = modulePass({
  name: "Inline",
  infoName: "InlineGlobals",
  summary: "Replaces calls of functions marked Inline with their bodies.",
  upstream: ["src/relay/transforms/inline.cc"],
  optLevel: 1,
  run: ({ module, lineage }) => inlined(module, lineage),
});

/** A function's place in the call graph. */
interface Entry {
  /** The functions it calls or mentions and that are not inlined yet. */
  readonly callees: Set<string>;
  readonly isRecursive: boolean;
  callers: number;
}

function inlined(module: Module, lineage: LineageRecorder): Module {
  const graph = callGraph(module);
  const functions = new Map(module.functions);
  const isEntry = new Set([...graph].filter(([, entry]) => entry.callers === 0).map(([name]) => name));
  for (const name of calleesFirst(graph)) {
    const entry = present(graph.get(name));
    if (entry.callees.size === 0 || (entry.isRecursive && entry.callees.size === 1)) continue;
    functions.set(name, inlineInto(functionOf(functions, name), entry, graph, functions, lineage));
  }
  for (const [name, entry] of graph) {
    if (entry.isRecursive || isEntry.has(name) || !isMarked(functions.get(name), "Inline")) continue;
    if (entry.callers > 0) throw notInlined(name);
    functions.delete(name);
  }
  return withFunctions(module, functions);
}

function callGraph(module: Module): Map<string, Entry> {
  const graph = new Map<string, Entry>();
  for (const [name, f] of module.functions) {
    const callees = new Set<string>();
    postOrder(f, (e) => {
      if (e.kind === "GlobalVar") callees.add(e.name);
    });
    graph.set(name, { callees, isRecursive: callees.has(name), callers: 0 });
  }
  for (const { callees } of graph.values()) {
    for (const callee of callees) {
      const entry = graph.get(callee) ?? raise(functionMissing(callee));
      entry.callers++;
    }
  }
  return graph;
}

/** The functions, callees before callers; a cycle is cut at the function that is reached again. */
function calleesFirst(graph: ReadonlyMap<string, Entry>): readonly string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  for (const root of graph.keys()) {
    const stack = [{ name: root, isDone: false }];
    for (let top = stack.pop(); top; top = stack.pop()) {
      if (top.isDone) order.push(top.name);
      else if (!seen.has(top.name)) {
        seen.add(top.name);
        stack.push({ name: top.name, isDone: true });
        for (const callee of graph.get(top.name)?.callees ?? []) stack.push({ name: callee, isDone: false });
      }
    }
  }
  return order;
}

function inlineInto(
  f: Func,
  entry: Entry,
  graph: ReadonlyMap<string, Entry>,
  functions: ReadonlyMap<string, Func>,
  lineage: LineageRecorder,
): Func {
  const canInline = (name: string) => {
    const callee = graph.get(name);
    return callee?.callees.size === 0 && !callee.isRecursive && isMarked(functions.get(name), "Inline");
  };
  const take = (name: string, at: Expr): Func => {
    if (!entry.callees.delete(name)) {
      throw inlinedTwice(name, at);
    }
    present(graph.get(name)).callers--;
    const callee = functionOf(functions, name);
    const copy = func(callee);
    lineage.record(copy, callee);
    return copy;
  };
  const body = rewrite(f.body, {
    lineage,
    children: (e) => (e.kind === "Call" && e.op.kind === "GlobalVar" && canInline(e.op.name) ? e.args : undefined),
    post(original, rebuilt) {
      if (original.kind === "GlobalVar" && canInline(original.name)) {
        const callee = take(original.name, original);
        return original.checkedType?.kind === "FuncType" || isExternal(callee) ? callee : callee.body;
      }
      if (original.kind === "Call" && rebuilt.kind === "Call" && original.op.kind === "GlobalVar" && canInline(original.op.name)) {
        const callee = take(original.op.name, original);
        if (isExternal(callee)) return call(callee, rebuilt.args, original.attrs, { typeArgs: original.typeArgs });
        if (callee.params.length !== rebuilt.args.length) throw wrongArgumentCount(original, callee.params.length, rebuilt.args.length);
        return substitute(callee.body, new Map(callee.params.map((p, i) => [p, at(rebuilt.args, i)])), lineage);
      }
      return withTypeOf(original, rebuilt);
    },
  });
  if (body === f.body) return f;
  const changed = func({ ...f, body }, { checkedType: f.checkedType });
  lineage.record(changed, f);
  return changed;
}

function isExternal(f: Func): boolean {
  return typeof f.attrs.get("Compiler") === "string" || isMarked(f, "Extern");
}

function isMarked(f: Func | undefined, name: string): boolean {
  return isTruthy(f?.attrs.get(name));
}

function functionOf(functions: ReadonlyMap<string, Func>, name: string): Func {
  const f = functions.get(name) ?? raise(functionMissing(name));
  return f;
}
