/**
 * Modules in the reference's JSON, as `tvm.ir.save_json` writes them. Follows src/node/serialization.cc and the nodes'
 * VisitAttrs. Nodes are built children first, without recursion; one node of the JSON is one object.
 */
import {
  type AttrValue,
  at,
  type Clause,
  type Constructor,
  call,
  constant,
  constructor_,
  type Diagnostic,
  type Dim,
  type Expr,
  emptyModule,
  type Func,
  freeVars,
  func,
  funcType,
  type GlobalTypeVar,
  globalVar,
  if_,
  incompleteType,
  isAttrList,
  let_,
  type MatchPattern,
  type Module,
  match,
  type OperatorTable,
  op,
  present,
  refCreate,
  refRead,
  refWrite,
  type Type,
  type TypeData,
  type TypeVar,
  tensorType,
  tuple,
  tupleGetItem,
  tupleType,
  type Var,
  variable,
} from "@relayscope/ir";
import { report } from "../diagnostics.ts";
import { attributeStruct } from "./attributeStruct.ts";
import { type GraphNode, type NodeGraph, readNodeGraph } from "./nodeGraph.ts";

export interface JsonModule {
  readonly module: Module;
  readonly diagnostics: readonly Diagnostic[];
}

/** The module that a JSON text holds; a lone function or expression becomes its @main. Reports what cannot be read. */
export function readJsonModule(text: string, operators: OperatorTable): JsonModule {
  const span = { start: 0, end: Math.min(text.length, 1) };
  const graph = readNodeGraph(text);
  if (typeof graph === "string") return { module: emptyModule, diagnostics: [report.jsonUnread(span, graph)] };
  const unread = new Set<string>();
  const b: Builder = { graph, operators, built: new Map(), unread };
  const module = moduleOfGraph(b);
  const diagnostics = [...unread].map((type) => report.jsonNode(span, type));
  if (module.functions.size === 0 && module.types.size === 0) diagnostics.push(report.nothingToRead(span));
  return { module, diagnostics };
}

/** What a node of the JSON became. */
type Built =
  | { readonly is: "expression"; readonly expr: Expr }
  | { readonly is: "type"; readonly type: Type }
  | { readonly is: "clause"; readonly clause: Clause }
  | { readonly is: "pattern"; readonly pattern: MatchPattern }
  | { readonly is: "data"; readonly data: TypeData };

interface Builder {
  readonly graph: NodeGraph;
  readonly operators: OperatorTable;
  readonly built: Map<number, Built>;
  /** Types of nodes that could not be read. */
  readonly unread: Set<string>;
}

function moduleOfGraph(b: Builder): Module {
  const { graph } = b;
  const root = graph.node(graph.root);
  const functions = new Map<string, Func>();
  const types = new Map<string, TypeData>();
  if (root.type === "IRModule") {
    for (const [key, value] of pairs(graph.node(graph.reference(root, "functions")))) {
      const built = build(b, value);
      const name = graph.text(graph.reference(graph.node(key), "name_hint"));
      if (built?.is === "expression" && built.expr.kind === "Function") functions.set(name, built.expr);
    }
    for (const [, value] of pairs(graph.node(graph.reference(root, "type_definitions")))) {
      const built = build(b, value);
      if (built?.is === "data") types.set(built.data.header.name, built.data);
    }
  } else {
    const built = build(b, graph.root);
    if (built?.is === "expression") {
      const { expr } = built;
      functions.set("main", expr.kind === "Function" ? expr : func({ params: freeVars(expr), body: expr }));
    }
  }
  return { ...emptyModule, functions, types };
}

/** Keys and values of a mapping whose keys are nodes. */
function pairs(map: GraphNode): (readonly [number, number])[] {
  const out: (readonly [number, number])[] = [];
  for (let i = 0; i + 1 < map.data.length; i += 2) out.push([at(map.data, i), at(map.data, i + 1)]);
  return out;
}

/** Builds a node and all below it. */
function build(b: Builder, root: number): Built | undefined {
  const stack: number[] = [root];
  const entered = new Set<number>();
  while (stack.length > 0) {
    const index = present(stack.at(-1));
    if (b.built.has(index)) {
      stack.pop();
    } else if (entered.has(index)) {
      stack.pop();
      const made = make(b, index);
      if (made) b.built.set(index, made);
    } else {
      entered.add(index);
      for (const child of childrenOf(b, b.graph.node(index))) {
        if (!b.built.has(child) && !entered.has(child)) stack.push(child);
      }
    }
  }
  return b.built.get(root);
}

/** Which attributes of a node refer to nodes that are built before it; a list is looked into. */
const childFields: ReadonlyMap<string, readonly string[]> = new Map([
  ["relay.Function", ["params", "body", "ret_type", "type_params"]],
  ["relay.Var", ["type_annotation"]],
  ["relay.Call", ["op", "args", "type_args"]],
  ["relay.Tuple", ["fields"]],
  ["relay.TupleGetItem", ["tuple_value"]],
  ["relay.Let", ["var", "value", "body"]],
  ["relay.If", ["cond", "true_branch", "false_branch"]],
  ["relay.Match", ["data", "clauses"]],
  ["relay.Clause", ["lhs", "rhs"]],
  ["relay.PatternVar", ["var"]],
  ["relay.PatternConstructor", ["constructor", "patterns"]],
  ["relay.PatternTuple", ["patterns"]],
  ["relay.RefCreate", ["value"]],
  ["relay.RefRead", ["ref"]],
  ["relay.RefWrite", ["ref", "value"]],
  ["relay.Constructor", ["inputs", "belong_to"]],
  ["relay.TypeData", ["header", "type_vars", "constructors"]],
  ["TupleType", ["fields"]],
  ["FuncType", ["arg_types", "ret_type", "type_params"]],
  ["RelayRefType", ["value"]],
  ["relay.RefType", ["value"]],
  ["TypeCall", ["func", "args"]],
]);

function childrenOf(b: Builder, node: GraphNode): number[] {
  const out: number[] = [];
  for (const field of childFields.get(node.type) ?? []) {
    const index = b.graph.reference(node, field);
    const child = b.graph.node(index);
    if (child.type === "Array") out.push(...child.data);
    else if (index > 0) out.push(index);
  }
  return out;
}

function make(b: Builder, index: number): Built | undefined {
  const node = b.graph.node(index);
  const expr = makeExpression(b, node);
  if (expr) return { is: "expression", expr };
  const type = makeType(b, node);
  if (type) return { is: "type", type };
  const pattern = makePattern(b, node);
  if (pattern) return { is: "pattern", pattern };
  if (node.type === "relay.Clause") {
    const lhs = builtAt(b, node, "lhs");
    return {
      is: "clause",
      clause: { pattern: lhs?.is === "pattern" ? lhs.pattern : { kind: "PatternWildcard" }, body: exprAt(b, node, "rhs") },
    };
  }
  if (node.type === "relay.TypeData") {
    const constructors = exprsAt(b, node, "constructors").filter((e): e is Constructor => e.kind === "Constructor");
    const header = typeAt(b, node, "header");
    if (header?.kind !== "GlobalTypeVar") return undefined;
    return { is: "data", data: { header, typeParams: typeVars(b, node, "type_vars"), constructors, isExtern: constructors.length === 0 } };
  }
  if (node.type !== "") b.unread.add(node.type);
  return undefined;
}

function makeExpression(b: Builder, node: GraphNode): Expr | undefined {
  const { graph } = b;
  switch (node.type) {
    case "relay.Constant": {
      const data = graph.tensor(Number(node.attrs.data ?? -1));
      const made = constant(data, data && tensorType(data.shape, data.dtype));
      made.checkedType = undefined;
      return made;
    }
    case "relay.Var": {
      const name = graph.text(graph.reference(graph.node(graph.reference(node, "vid")), "name_hint"));
      return variable(name, typeAt(b, node, "type_annotation"));
    }
    case "GlobalVar":
    case "relay.GlobalVar":
      return globalVar(graph.text(graph.reference(node, "name_hint")));
    case "Op":
    case "relay.Op":
      return op(node.text);
    case "relay.Call":
      return makeCall(b, node);
    case "relay.Tuple":
      return tuple(exprsAt(b, node, "fields"));
    case "relay.TupleGetItem":
      return tupleGetItem(exprAt(b, node, "tuple_value"), Number(node.attrs.index ?? 0));
    case "relay.Let":
      return let_(varAt(b, node, "var"), exprAt(b, node, "value"), exprAt(b, node, "body"));
    case "relay.If":
      return if_(exprAt(b, node, "cond"), exprAt(b, node, "true_branch"), exprAt(b, node, "false_branch"));
    case "relay.Match": {
      const clauses = builtList(b, node, "clauses").flatMap((c) => (c.is === "clause" ? [c.clause] : []));
      return match(exprAt(b, node, "data"), clauses, node.attrs.complete !== "0");
    }
    case "relay.RefCreate":
      return refCreate(exprAt(b, node, "value"));
    case "relay.RefRead":
      return refRead(exprAt(b, node, "ref"));
    case "relay.RefWrite":
      return refWrite(exprAt(b, node, "ref"), exprAt(b, node, "value"));
    case "relay.Constructor": {
      const belongTo = typeAt(b, node, "belong_to");
      const owner: GlobalTypeVar = belongTo?.kind === "GlobalTypeVar" ? belongTo : { kind: "GlobalTypeVar", name: "_" };
      return constructor_(textAttr(b, node, "name_hint"), typesAt(b, node, "inputs"), owner);
    }
    case "relay.Function":
      return makeFunction(b, node);
    default:
      return undefined;
  }
}

function makeFunction(b: Builder, node: GraphNode): Func {
  const { graph } = b;
  const attrs = new Map<string, AttrValue>();
  const value = graph.attribute(graph.reference(node, "attrs"));
  if (value && typeof value === "object" && !isAttrList(value) && value.kind === "Dict")
    for (const [k, v] of value.entries) attrs.set(k, v);
  const params = exprsAt(b, node, "params").filter((e): e is Var => e.kind === "Var");
  const device = graph.attribute(graph.reference(node, "virtual_device_"));
  if (isSet(device)) attrs.set("virtual_device", device);
  return func({
    params,
    body: exprAt(b, node, "body"),
    returnType: typeAt(b, node, "ret_type"),
    typeParams: typeVars(b, node, "type_params"),
    attrs,
  });
}

/** Whether a virtual device says anything. */
function isSet(device: AttrValue | undefined): device is AttrValue {
  return (
    typeof device === "object" && device !== null && !isAttrList(device) && device.kind === "Raw" && device.text !== "VirtualDevice(?)"
  );
}

function makeCall(b: Builder, node: GraphNode): Expr {
  const callee = exprAt(b, node, "op");
  const args = exprsAt(b, node, "args");
  const known = callee.kind === "Op" ? b.operators.get(callee.name)?.attrs : undefined;
  const made = call(callee, args, attributeStruct(b.graph, b.graph.reference(node, "attrs"), known, callee.kind === "Op"), {
    typeArgs: typesAt(b, node, "type_args"),
  });
  return made;
}

function makeType(b: Builder, node: GraphNode): Type | undefined {
  const { graph } = b;
  switch (node.type) {
    case "relay.TensorType": {
      const shape = graph.node(graph.reference(node, "shape")).data.map((d) => dimOf(graph, d));
      return tensorType(shape, node.attrs.dtype ?? "float32");
    }
    case "TupleType":
      return tupleType(typesAt(b, node, "fields"));
    case "FuncType":
      return funcType(typesAt(b, node, "arg_types"), typeAt(b, node, "ret_type") ?? incompleteType(), typeVars(b, node, "type_params"));
    case "RelayRefType":
    case "relay.RefType":
      return { kind: "RefType", value: typeAt(b, node, "value") ?? incompleteType() };
    case "TypeVar":
      return { kind: "TypeVar", name: textAttr(b, node, "name_hint"), typeKind: "Type" };
    case "GlobalTypeVar":
      return { kind: "GlobalTypeVar", name: textAttr(b, node, "name_hint") };
    case "TypeCall":
      return { kind: "TypeCall", func: typeAt(b, node, "func") ?? incompleteType(), args: typesAt(b, node, "args") };
    case "IncompleteType":
      return incompleteType();
    default:
      return undefined;
  }
}

function dimOf(graph: NodeGraph, index: number): Dim {
  const node = graph.node(index);
  if (node.type === "tir.Any") return "?";
  if (node.type === "IntImm") {
    const value = Number(node.attrs.value ?? 0);
    return node.attrs.dtype === "int64" ? { kind: "LongDim", value } : value;
  }
  const name = graph.text(graph.reference(node, "name"));
  return { kind: "SymbolicDim", name: name === "" ? "n" : name };
}

function makePattern(b: Builder, node: GraphNode): MatchPattern | undefined {
  const patterns = () => builtList(b, node, "patterns").flatMap((p) => (p.is === "pattern" ? [p.pattern] : []));
  switch (node.type) {
    case "relay.PatternWildcard":
      return { kind: "PatternWildcard" };
    case "relay.PatternVar":
      return { kind: "PatternVar", variable: varAt(b, node, "var") };
    case "relay.PatternTuple":
      return { kind: "PatternTuple", patterns: patterns() };
    case "relay.PatternConstructor": {
      const made = exprAt(b, node, "constructor");
      return made.kind === "Constructor" ? { kind: "PatternConstructor", constructor_: made, patterns: patterns() } : undefined;
    }
    default:
      return undefined;
  }
}

// ---- parts that were built before

function builtAt(b: Builder, node: GraphNode, field: string): Built | undefined {
  return b.built.get(b.graph.reference(node, field));
}

function builtList(b: Builder, node: GraphNode, field: string): Built[] {
  return b.graph.node(b.graph.reference(node, field)).data.flatMap((i) => b.built.get(i) ?? []);
}

/** The expression a field refers to; an empty tuple where it could not be read. */
function exprAt(b: Builder, node: GraphNode, field: string): Expr {
  const built = builtAt(b, node, field);
  return built?.is === "expression" ? built.expr : tuple([]);
}

function exprsAt(b: Builder, node: GraphNode, field: string): Expr[] {
  return builtList(b, node, field).flatMap((e) => (e.is === "expression" ? [e.expr] : []));
}

function varAt(b: Builder, node: GraphNode, field: string): Var {
  const expr = exprAt(b, node, field);
  return expr.kind === "Var" ? expr : variable("v", undefined);
}

function typeAt(b: Builder, node: GraphNode, field: string): Type | undefined {
  const built = builtAt(b, node, field);
  return built?.is === "type" ? built.type : undefined;
}

function typesAt(b: Builder, node: GraphNode, field: string): Type[] {
  return builtList(b, node, field).flatMap((t) => (t.is === "type" ? [t.type] : []));
}

function typeVars(b: Builder, node: GraphNode, field: string): TypeVar[] {
  return typesAt(b, node, field).filter((t): t is TypeVar => t.kind === "TypeVar");
}

/** A name: the text itself in some versions, the number of a text's node in others. */
function textAttr(b: Builder, node: GraphNode, name: string): string {
  const text = node.attrs[name] ?? "";
  return /^\d+$/.test(text) && b.graph.node(Number(text)).type === "runtime.String" ? b.graph.text(Number(text)) : text;
}
