/**
 * EliminateCommonSubexpr: merges equal calls and equal tuple items into one node. Follows
 * src/relay/transforms/eliminate_common_subexpr.cc, which compares each call with all earlier calls of its operator;
 * here equal calls are found in a table.
 */
import { type Attrs, type AttrValue, attrsEqual, type Expr, type Func, floatTolerance, isAttrList, rewriteFunction } from "@relayscope/ir";
import { type FunctionRun, functionPass } from "../core/functionPass.ts";
import { inferType } from "../core/inferType.ts";

export const eliminateCommonSubexpr = functionPass({
  name: "EliminateCommonSubexpr",
  summary: "Merges equal calls and equal tuple items into one node.",
  upstream: ["src/relay/transforms/eliminate_common_subexpr.cc"],
  optLevel: 3,
  requires: [inferType],
  runFunction,
});

function runFunction({ f, context, lineage }: FunctionRun): Func {
  const firstOf = new Map<string, readonly Expr[]>();
  /** The order of those that stay. */
  const places = new Map<Expr, number>();
  const numbers = new Map<Expr, number>();
  const numberOf = (e: Expr): number => {
    const known = numbers.get(e);
    if (known !== undefined) return known;
    numbers.set(e, numbers.size);
    return numbers.size - 1;
  };
  const argumentKey = (arg: Expr): string => (arg.kind === "Tuple" ? `(${arg.fields.map(fieldKey).join()})` : fieldKey(arg));
  const fieldKey = (e: Expr): string => {
    if (e.kind !== "Constant" || e.data?.shape.length !== 0) return String(numberOf(e));
    return `${e.data.dtype}=${Object.is(e.data.values[0], -0) ? "-0" : String(e.data.values[0])}`;
  };
  /** The keys under which equal expressions are, its own first. */
  const keysOf = (e: Expr): readonly string[] => {
    if (e.kind === "TupleGetItem") return [`${numberOf(e.tuple)}.${e.index}`];
    if (e.kind !== "Call" || e.op.kind !== "Op" || e.args.length === 0) return [];
    if (context.operators.get(e.op.name)?.isStateful) return [];
    const parts = `${e.op.name}|${e.args.map(argumentKey).join()}|`;
    return attrsKeys(e.attrs).map((key) => parts + key);
  };
  const post = (_original: Expr, rebuilt: Expr): Expr => {
    const keys = keysOf(rebuilt);
    const [own] = keys;
    if (own === undefined || context.keepsApart?.(rebuilt)) return rebuilt;
    const equal = keys.flatMap((key) => firstOf.get(key) ?? []).filter((other) => hasEqualAttrs(other, rebuilt));
    const [found] = equal.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
    if (found) return found;
    places.set(rebuilt, places.size);
    firstOf.set(own, [...(firstOf.get(own) ?? []), rebuilt]);
    return rebuilt;
  };
  return rewriteFunction(f, { post, lineage });
}

/** Attributes with more floats than that are compared exactly. */
const mostNear = 2;

/**
 * Keys of attributes: with the cells of their floats, then with all cells next to them. Floats that count as equal are
 * in one cell or next to one another.
 */
function attrsKeys(attrs: Attrs | undefined): readonly string[] {
  const floats: number[] = [];
  const text = attrs ? attrs.schema.fields.map((f, i) => `${f.name}=${valueKey(attrs.values[i] ?? null, floats)}`).join() : "";
  if (floats.length > mostNear) return [`${text}|${floats.map((x) => (Object.is(x, -0) ? "-0" : x)).join()}`];
  let keys = [text];
  for (const x of floats) {
    const cell = Math.round(x / floatTolerance);
    keys = [...new Set([cell, cell - 1, cell + 1])].flatMap((near) => keys.map((key) => `${key}|${near}`));
  }
  return keys;
}

function hasEqualAttrs(a: Expr, b: Expr): boolean {
  return a.kind !== "Call" || b.kind !== "Call" || attrsEqual(a.attrs, b.attrs);
}

/** A value as a text, without its floats, which go to `floats`. */
function valueKey(value: AttrValue, floats: number[]): string {
  if (value === null || typeof value !== "object") return typeof value === "string" ? JSON.stringify(value) : `${typeof value}:${value}`;
  if (isAttrList(value)) return `[${value.map((v) => valueKey(v, floats)).join()}]`;
  switch (value.kind) {
    case "Float":
      floats.push(value.value);
      return "f";
    case "Int":
      return `${value.value}${value.dtype}`;
    case "Dict":
      return `{${[...value.entries].map(([name, v]) => `${JSON.stringify(name)}:${valueKey(v, floats)}`).join()}}`;
    case "Meta":
      return `${value.type}#${value.index}`;
    case "Raw":
      return `raw:${JSON.stringify(value.text)}`;
  }
}
