/**
 * EliminateCommonSubexpr: merges equal calls and equal tuple items into one node. Follows
 * src/relay/transforms/eliminate_common_subexpr.cc, which compares each call with all earlier calls of its operator;
 * here equal calls are found in a table.
 */
import { type Attrs, type AttrValue, type Expr, type Func, isAttrList, keptIn, rewriteFunction } from "@relayscope/ir";
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
  const firstOf = new Map<string, Expr>();
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
  const keyOf = (e: Expr): string | undefined => {
    if (e.kind === "TupleGetItem") return `${numberOf(e.tuple)}.${e.index}`;
    if (e.kind !== "Call" || e.op.kind !== "Op" || e.args.length === 0) return undefined;
    if (context.operators.get(e.op.name)?.isStateful) return undefined;
    return `${e.op.name}|${e.args.map(argumentKey).join()}|${attrsKey(e.attrs)}`;
  };
  const post = (_original: Expr, rebuilt: Expr): Expr => {
    const key = keyOf(rebuilt);
    if (key === undefined || context.keepsApart?.(rebuilt)) return rebuilt;
    return keptIn(firstOf, key, () => rebuilt);
  };
  return rewriteFunction(f, { post, lineage });
}

function attrsKey(attrs: Attrs | undefined): string {
  return attrs ? attrs.schema.fields.map((f, i) => `${f.name}=${valueKey(attrs.values[i] ?? null)}`).join() : "";
}

function valueKey(value: AttrValue): string {
  if (value === null || typeof value !== "object") return typeof value === "string" ? JSON.stringify(value) : `${typeof value}:${value}`;
  if (isAttrList(value)) return `[${value.map(valueKey).join()}]`;
  switch (value.kind) {
    case "Float":
      return `${Object.is(value.value, -0) ? "-0" : value.value}f`;
    case "Int":
      return `${value.value}${value.dtype}`;
    case "Dict":
      return `{${[...value.entries].map(([name, v]) => `${JSON.stringify(name)}:${valueKey(v)}`).join()}}`;
    case "Meta":
      return `${value.type}#${value.index}`;
    case "Raw":
      return `raw:${JSON.stringify(value.text)}`;
  }
}
