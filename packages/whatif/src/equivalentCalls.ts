/**
 * Calls in the text in another form of the same meaning: targets name one form of an operator, and models have another.
 */
import { attrOf, type Call, calledOp, type Expr, intsOf, isCallOf, isTruthy, type TensorType } from "@relayscope/ir";
import type { Range } from "@relayscope/run/contract";
import type { ScopeRewrite } from "./scopeRewrites.ts";
import { partsOf } from "./sourceText.ts";

interface Form {
  /** The new text of the call, from its name on. */
  readonly text: string;
  readonly operator: string;
  /** Where the operator's name is in the new text. */
  readonly at: number;
}

/** One call as another operator; none if its meaning has no other form here. */
export function equivalentCalls(text: string, e: Expr): readonly ScopeRewrite[] {
  const name = calledOp(e);
  const type = e.kind === "Call" ? e.args[0]?.checkedType : undefined;
  if (e.kind !== "Call" || !e.span || name === undefined || type?.kind !== "TensorType") return [];
  const { start, end } = e.span;
  const parts = partsOf(text, e.span);
  if (!text.startsWith(`${name}(`, start) || parts.length === 0) return [];
  const form = formOf(e, type, (at) => sourceOf(text, parts[at]));
  if (!form) return [];
  const moved = [{ from: start, to: start + form.at, sort: form.operator }];
  return [{ what: `${form.operator} for ${name}`, replacements: [{ start, end, text: form.text }], moved }];
}

function sourceOf(text: string, part: Range | undefined): string {
  return part ? text.slice(part.start, part.end) : "";
}

function formOf(e: Call, type: TensorType, source: (at: number) => string): Form | undefined {
  const plain = (operator: string, text: string): Form => ({ operator, text: `${operator}(${text})`, at: 0 });
  switch (calledOp(e)) {
    case "mean":
      return pooled(e, type, source(0));
    case "nn.relu": {
      const most = type.dtype === "uint8" ? 255 : type.dtype === "int8" ? 127 : undefined;
      return most === undefined ? undefined : plain("clip", `${source(0)}, a_min=0f, a_max=${most}f`);
    }
    case "minimum": {
      const [data] = e.args;
      const most = literalOf(source(1));
      if (!data || !isCallOf(data, "nn.relu") || most === undefined || most.startsWith("-")) return undefined;
      return plain("clip", `${source(0)}, a_min=0f, a_max=${most}f`);
    }
    case "subtract": {
      const right = literalOf(source(1));
      if (right === undefined || !type.dtype.startsWith("float")) return undefined;
      return plain("add", `${source(0)}, ${right.startsWith("-") ? right.slice(1) : `-${right}`}f`);
    }
    default:
      return undefined;
  }
}

/** The digits of a scalar that is written in the text; undefined for anything else. */
function literalOf(source: string): string | undefined {
  return /^(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)f(?: \/\*[^*]*\*\/)?$/.exec(source)?.[1];
}

/** The mean of an image's two dimensions, as a pooling. */
function pooled(e: Call, { shape, dtype }: TensorType, data: string): Form | undefined {
  const given = attrOf(e.attrs, "axis");
  const axes = (typeof given === "number" ? [given] : (intsOf(given) ?? [])).map((axis) => (axis < 0 ? axis + shape.length : axis));
  const places = axes.toSorted((a, b) => a - b).join();
  const layout = places === "1,2" ? "NHWC" : places === "2,3" ? "NCHW" : undefined;
  if (shape.length !== 4 || layout === undefined || dtype !== "float32" || isTruthy(attrOf(e.attrs, "exclude"))) return undefined;
  const operator = "nn.global_avg_pool2d";
  const call = `${operator}(${data}${layout === "NCHW" ? "" : `, layout="${layout}"`})`;
  if (isTruthy(attrOf(e.attrs, "keepdims"))) return { operator, text: call, at: 0 };
  return { operator, text: `squeeze(${call}, axis=[${places.replace(",", ", ")}])`, at: "squeeze(".length };
}
