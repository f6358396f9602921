/** From a model to a module. Follows from_onnx in python/tvm/relay/frontend/onnx.py. */
import { inferTypes } from "@relayscope/infer";
import {
  type Diagnostic,
  type Expr,
  Failure,
  freeVars,
  func,
  lineageRecorder,
  type Module,
  moduleOf,
  raise,
  rewrite,
  type Var,
} from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { passContext } from "@relayscope/passes";
import { findPass } from "@relayscope/passes/all";
import type { Imported, ImportOptions, ImportProblem } from "../../contract.ts";
import { ConversionFailure, ModelFailure } from "../../diagnostics.ts";
import { Relay } from "../../relay/relay.ts";
import { Sources } from "../../relay/sources.ts";
import { messages } from "../diagnostics.ts";
import type { Graph, Model, Node } from "../file/model.ts";
import { type Importing, Scope } from "./scope.ts";

/** The opset that operators are read in: the first import of the standard domain; 1 where there is none. */
export function opsetOf(model: Model): number {
  return model.opsetImports.find((o) => o.domain === "" || o.domain === "ai.onnx")?.version ?? 1;
}

/** A loop's body is converted twice, so the nodes of one that is within nine others 1,024 times. */
const conversionsPerNode = 8;
const conversionsAtLeast = 4_000;

/** The nodes of a graph and of those inside it. */
function nodeCount(whole: Graph): number {
  let count = 0;
  const pending = [whole];
  for (let graph = pending.pop(); graph; graph = pending.pop()) {
    count += graph.nodes.length;
    for (const { attributes } of graph.nodes) for (const { g } of attributes) if (g) pending.push(g);
  }
  return count;
}

/**
 * The module that a model means. Throws a `ConversionFailure` or a `ModelFailure` with a sentence where it cannot be
 * imported; with `leavesHoles` only where nothing can be.
 */
export function importModel(model: Model, options: ImportOptions = {}): Imported {
  if (options.dtypes && options.dtypes.size > 0) throw messages.noTypes();
  const typing = { hasFailed: false };
  const result = imported(model, options, typing);
  if (!typing.hasFailed) return result;
  try {
    // What a node becomes may get its types only once the whole module is there.
    return imported(model, { ...options, leavesHoles: false }, typing);
  } catch (error) {
    if (!(error instanceof ConversionFailure)) throw error;
    return result;
  }
}

function imported(model: Model, options: ImportOptions, typing: Importing["typing"]): Imported {
  const problems: ImportProblem[] = [];
  const sources = new Sources();
  const importing: Importing = {
    relay: new Relay(sources),
    opset: opsetOf(model),
    keepsParameters: options.keepsParameters ?? false,
    shapes: options.shapes ?? new Map(),
    unnamed: new Map(),
    names: new Map<Node | Graph, string>(),
    operatorOf: new Map(),
    report: options.leavesHoles ? (problem) => problems.push(problem) : undefined,
    leftOut: [],
    typing,
    conversions: { done: 0, most: conversionsAtLeast + conversionsPerNode * nodeCount(model.graph) },
    afterNode: options.progress,
  };
  const scope = new Scope(importing);
  const outputs = importGraph(scope, model, importing);
  const params = parametersOf(scope, outputs);
  const body = bound(outputs, params, sources, options.leavesHoles ?? false);
  const module = moduleOf([["main", func({ params, body })]]);
  const { operatorOf, leftOut } = importing;
  const rest = { format: "ONNX", sources, operatorOf, params: scope.params, problems, leftOut };
  if (importing.keepsParameters) return { module, isTyped: false, ...rest };
  return { module: finished(module, sources, problems, options.leavesHoles ?? false), isTyped: true, ...rest };
}

function importGraph(scope: Scope, model: Model, importing: Importing): Expr {
  const outputs = scope.outputsOf(model.graph, true);
  const unknown = [...importing.shapes.keys()].filter((name) => !scope.inputNames.includes(name));
  if (unknown.length > 0) throw messages.unknownInputs(unknown, scope.inputNames);
  return outputs;
}

/** The inputs in the file's order, then the weights that are used and are not inputs. */
function parametersOf(scope: Scope, outputs: Expr): readonly Var[] {
  const free = new Set<Expr>(freeVars(outputs));
  for (const name of scope.params.keys()) {
    const value = scope.nodes.get(name);
    if (value && !scope.inputs.has(name) && free.has(value)) scope.inputs.set(name, value);
  }
  return [...scope.inputs.values()].filter((v): v is Var => v.kind === "Var");
}

/**
 * The outputs over the parameters alone. Inside of a subgraph the reference makes an input a variable of its own where
 * no node before used it, and then finds that it is bound by nothing; with `leavesHoles` it becomes the parameter
 * again.
 */
function bound(outputs: Expr, params: readonly Var[], sources: Sources, leavesHoles: boolean): Expr {
  const known = new Set(params);
  const strays = new Set(freeVars(outputs).filter((v) => !known.has(v)));
  if (strays.size === 0) return outputs;
  if (!leavesHoles) throw messages.unboundInputs(new Set([...strays].map((v) => v.name)));
  const byName = new Map(params.map((p) => [p.name, p]));
  const lineage = lineageRecorder();
  const body = rewrite(outputs, {
    lineage,
    post: (original, e) => (e.kind === "Var" && strays.has(e) ? (byName.get(e.name) ?? original) : e),
  });
  sources.follow(moduleOf([["main", func({ params, body })]]), lineage);
  return body;
}

/**
 * Infers types, and makes operators static that are dynamic only in form. Some can be typed only then, as in the
 * reference, which infers no types before.
 */
function finished(module: Module, sources: Sources, problems: ImportProblem[], leavesHoles: boolean): Module {
  const typed = inferTypes(module, operators, { trust: "nothing" });
  sources.follow(typed.module, typed.lineage);
  const error = typed.diagnostics.find((d) => d.severity === "error");
  const illTyped = (error: Diagnostic): Module => {
    const failure = new ConversionFailure(`The module is ill-typed: ${error.message}`, "onnx-ill-typed");
    const source = error.node && sources.of(error.node);
    if (!leavesHoles)
      throw source === undefined
        ? failure
        : new ConversionFailure(`What node \`${source}\` became is ill-typed: ${error.message}`, failure.code);
    problems.push({ operator: undefined, node: source, code: failure.code, message: failure.message });
    return typed.module;
  };
  const pass = findPass("DynamicToStatic") ?? raise(new ModelFailure("pass-missing", "The pass `DynamicToStatic` is missing."));
  let result: ReturnType<typeof pass.run>;
  try {
    result = pass.run({ module: typed.module, options: {}, context: passContext(operators, { hasHoles: error !== undefined }) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (!leavesHoles) throw new ConversionFailure(error.message, error.code);
    problems.push({ operator: undefined, node: error.node && sources.of(error.node), code: error.code, message: error.message });
    return typed.module;
  }
  // The reference infers once more, when functions say what they return.
  const again = inferTypes(result.module, operators, { trust: "nothing" });
  const failed = result.diagnostics.find((d) => d.severity === "error");
  if (error && (failed || again.diagnostics.some((d) => d.severity === "error"))) return illTyped(error);
  if (failed && !leavesHoles) throw new ConversionFailure(failed.message, failed.code);
  if (failed) problems.push({ operator: undefined, node: undefined, code: failed.code, message: failed.message });
  sources.follow(result.module, result.lineage);
  sources.follow(again.module, again.lineage);
  return again.module;
}
