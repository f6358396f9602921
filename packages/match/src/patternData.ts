/** Patterns as plain JSON, `{root, nodes}`: nodes name each other by index, so that a pattern used twice stays one. */
import { type AttrValue, at, type DictAttr, type Expr, type Failure, failure, isAttrList, op, present, type Type } from "@relayscope/ir";
import type { Pattern, WildcardPattern } from "./pattern.ts";
import { subPatterns } from "./patternGraph.ts";

/** One node: its kind and fields; sub-patterns are indices into `nodes`. */
export interface PatternNodeData {
  readonly kind: string;
  readonly [field: string]: unknown;
}

export interface PatternData {
  readonly root: number;
  readonly nodes: readonly PatternNodeData[];
}

/** How texts inside pattern data are read. */
export interface PatternReaders {
  /** An expression from its Relay text. */
  readonly parseExpr: (text: string) => Expr;
  /** A type from its text, e.g. `Tensor[(1, 4), float32]`. */
  readonly parseType: (text: string) => Type;
}

/** How expressions and types are written into pattern data. */
export interface PatternWriters {
  readonly printExpr: (expr: Expr) => string;
  readonly printType: (type: Type) => string;
}

/** A pattern from its data. Throws `Failure` (`pattern-data`) if the data is not a pattern. */
export function patternFromData(data: PatternData, readers: PatternReaders): Pattern {
  const built = new Map<number, Pattern>();
  const building = new Set<number>();
  const redirects: [WildcardPattern, number][] = [];
  const node = (index: unknown): Pattern => {
    if (typeof index !== "number") throw malformed(`a sub-pattern is \`${String(index)}\``);
    const known = built.get(index);
    if (known) return known;
    const spec = data.nodes[index];
    if (!spec || building.has(index)) throw malformed(`node ${index} is missing or holds itself`);
    building.add(index);
    const pattern = make(spec);
    building.delete(index);
    built.set(index, pattern);
    if (pattern.kind === "WildcardPattern" && typeof spec.redirect === "number") redirects.push([pattern, spec.redirect]);
    return pattern;
  };
  const nodes = (indices: unknown): readonly Pattern[] => {
    if (!Array.isArray(indices)) throw malformed("a list of sub-patterns is missing");
    return indices.map(node);
  };
  const nodesOrAny = (indices: unknown) => (indices === null || indices === undefined ? null : nodes(indices));
  const make = (spec: PatternNodeData): Pattern => {
    switch (spec.kind) {
      case "ExprPattern": {
        const text = String(spec.expr);
        return { kind: "ExprPattern", expr: text.startsWith("op:") ? op(text.slice(3)) : readers.parseExpr(text) };
      }
      case "VarPattern":
        return { kind: "VarPattern", name: String(spec.name ?? "") };
      case "ConstantPattern":
        return { kind: "ConstantPattern" };
      case "CallPattern":
        return { kind: "CallPattern", op: node(spec.op), args: nodesOrAny(spec.args) };
      case "FunctionPattern":
        return { kind: "FunctionPattern", params: nodesOrAny(spec.params), body: node(spec.body) };
      case "IfPattern":
        return { kind: "IfPattern", condition: node(spec.cond), thenBranch: node(spec.true), elseBranch: node(spec.false) };
      case "LetPattern":
        return { kind: "LetPattern", variable: node(spec.var), value: node(spec.value), body: node(spec.body) };
      case "TuplePattern":
        return { kind: "TuplePattern", fields: nodesOrAny(spec.fields) };
      case "TupleGetItemPattern":
        return { kind: "TupleGetItemPattern", tuple: node(spec.tuple), index: Number(spec.index ?? -1) };
      case "AltPattern":
        return { kind: "AltPattern", left: node(spec.left), right: node(spec.right) };
      case "WildcardPattern":
        return { kind: "WildcardPattern", redirect: undefined };
      case "TypePattern":
        return { kind: "TypePattern", pattern: node(spec.pattern), type: readers.parseType(String(spec.type)) };
      case "DataTypePattern":
        return { kind: "DataTypePattern", pattern: node(spec.pattern), dtype: String(spec.dtype) };
      case "ShapePattern":
        return { kind: "ShapePattern", pattern: node(spec.pattern), shape: shapeFromData(spec.shape) };
      case "AttrPattern":
        return { kind: "AttrPattern", pattern: node(spec.pattern), attrs: attrsFromData(spec.attrs) };
      case "DominatorPattern":
        return { kind: "DominatorPattern", parent: node(spec.parent), path: node(spec.path), child: node(spec.child) };
      default:
        throw malformed(`there is no pattern of kind \`${spec.kind}\``);
    }
  };
  const root = node(data.root);
  for (let i = 0; i < redirects.length; i++) {
    const [wildcard, target] = at(redirects, i);
    wildcard.redirect = node(target);
  }
  return root;
}

/** A pattern's data; the root is node 0, nodes follow in depth-first order. */
export function patternToData(root: Pattern, writers: PatternWriters): PatternData {
  const order: Pattern[] = [];
  const places = new Map<Pattern, number>();
  const stack: Pattern[] = [root];
  while (stack.length > 0) {
    const pattern = present(stack.pop());
    if (places.has(pattern)) continue;
    places.set(pattern, order.length);
    order.push(pattern);
    stack.push(...[...subPatterns(pattern)].reverse());
  }
  const at = (p: Pattern) => present(places.get(p));
  return { root: 0, nodes: order.map((p) => nodeData(p, at, writers)) };
}

function nodeData(p: Pattern, at: (p: Pattern) => number, writers: PatternWriters): PatternNodeData {
  const list = (patterns: readonly Pattern[] | null) => patterns?.map(at) ?? null;
  switch (p.kind) {
    case "ExprPattern":
      return { kind: p.kind, expr: p.expr.kind === "Op" ? `op:${p.expr.name}` : writers.printExpr(p.expr) };
    case "VarPattern":
      return { kind: p.kind, name: p.name };
    case "ConstantPattern":
      return { kind: p.kind };
    case "WildcardPattern":
      return p.redirect ? { kind: p.kind, redirect: at(p.redirect) } : { kind: p.kind };
    case "CallPattern":
      return { kind: p.kind, op: at(p.op), args: list(p.args) };
    case "FunctionPattern":
      return { kind: p.kind, params: list(p.params), body: at(p.body) };
    case "IfPattern":
      return { kind: p.kind, cond: at(p.condition), true: at(p.thenBranch), false: at(p.elseBranch) };
    case "LetPattern":
      return { kind: p.kind, var: at(p.variable), value: at(p.value), body: at(p.body) };
    case "TuplePattern":
      return { kind: p.kind, fields: list(p.fields) };
    case "TupleGetItemPattern":
      return { kind: p.kind, tuple: at(p.tuple), index: p.index };
    case "AltPattern":
      return { kind: p.kind, left: at(p.left), right: at(p.right) };
    case "TypePattern":
      return { kind: p.kind, pattern: at(p.pattern), type: writers.printType(p.type) };
    case "DataTypePattern":
      return { kind: p.kind, pattern: at(p.pattern), dtype: p.dtype };
    case "ShapePattern":
      return { kind: p.kind, pattern: at(p.pattern), shape: p.shape.map(String) };
    case "AttrPattern":
      return { kind: p.kind, pattern: at(p.pattern), attrs: Object.fromEntries([...p.attrs].map(([k, v]) => [k, attrToData(v)])) };
    case "DominatorPattern":
      return { kind: p.kind, parent: at(p.parent), path: at(p.path), child: at(p.child) };
  }
}

/** An attribute's value from JSON: `{"float": 6}` is a float, other objects are dictionaries. */
function attrFromData(value: unknown): AttrValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isInteger(value) ? value : { kind: "Float", value };
  if (Array.isArray(value)) return value.map(attrFromData);
  const entries = Object.entries(value as Record<string, unknown>);
  const [only] = entries;
  if (entries.length === 1 && only?.[0] === "float" && typeof only[1] === "number") return { kind: "Float", value: only[1] };
  return { kind: "Dict", entries: new Map(entries.map(([k, v]) => [k, attrFromData(v)])) } satisfies DictAttr;
}

function attrToData(value: AttrValue): unknown {
  if (value === null || typeof value !== "object") return typeof value === "bigint" ? Number(value) : value;
  if (isAttrList(value)) return value.map(attrToData);
  switch (value.kind) {
    case "Float":
      return { float: value.value };
    case "Int":
      return Number(value.value);
    case "Dict":
      return Object.fromEntries([...value.entries].map(([k, v]) => [k, attrToData(v)]));
    case "Meta":
      return `meta[${value.type}][${value.index}]`;
    case "Raw":
      return value.text;
  }
}

function attrsFromData(attrs: unknown): ReadonlyMap<string, AttrValue> {
  if (typeof attrs !== "object" || attrs === null) throw malformed("attributes are missing");
  return new Map(Object.entries(attrs).map(([name, value]) => [name, attrFromData(value)]));
}

function shapeFromData(shape: unknown): readonly (number | "?")[] {
  if (!Array.isArray(shape)) throw malformed("a shape is missing");
  return shape.map((d) => (d === "?" ? "?" : Number(d)));
}

function malformed(what: string): Failure {
  return failure("pattern-data", `This is not a pattern: ${what}.`);
}
