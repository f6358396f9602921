/**
 * The node of a model file that a node of the graph comes from, and how its tensors are quantized: an imported text
 * says the origin after each node as the reference prints spans, and names the operators in its first comment.
 */
import { readOperatorComment } from "@relayscope/import/notes";
import { argumentNames, type Call, calledOp, type Expr, elementOf, pushTo, type Span } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import type { Run } from "@relayscope/run";
import type { Fact } from "@relayscope/run/contract";
import { numberText, rangeOf } from "./valuesInWords.ts";

/** A comment right after a node: its type, and the name of its origin. */
const sourceComment = /^\s*\/\*(?: ty=(?:[^*\n]|\*(?!\/))*?)? span=((?:[^*\n]|\*(?!\/))+?):\d+:\d+ \*\//;

/** The name of the model's node after the text that ends at `end`. */
function nameAfter(text: string, end: number): string | undefined {
  return sourceComment.exec(text.slice(end, end + longestComment))?.[1];
}

/**
 * The model's node that a place in the input text comes from, its operator, and the quantization of its tensors, as far
 * as the text has them; else empty.
 */
export function modelNodeFacts(run: Run, source: Span): readonly Fact[] {
  const { text } = run.request;
  const name = nameAfter(text, source.end);
  if (name === undefined) return [];
  const notes = readOperatorComment(text);
  const format = notes?.format ?? "Model";
  const operator = notes?.operatorOf(name);
  return [
    { label: `${format} node`, value: name },
    ...(operator === undefined ? [] : [{ label: `${format} operator`, value: operator }]),
    ...quantizationFacts(callsOf(run, name)),
  ];
}

/** The quantized calls of the input that a node of the model became, in order. */
function callsOf(run: Run, name: string): readonly Call[] {
  const { text } = run.request;
  return run.index(0).order.filter((e): e is Call => {
    const span = e.kind === "Call" && calledOp(e)?.startsWith("qnn.") ? run.sourceOf(0, e) : undefined;
    return span !== undefined && nameAfter(text, span.end) === name;
  });
}

/** `input_scale`, `weight_zero_point`, `lhs_scale`, `input_scales`. */
const quantityName = /^(?:(\w+)_)?(scale|zero_point)s?$/;

/**
 * The scale and zero point of each tensor of a model's node. Of several calls, the first has the inputs' and the last
 * the outputs'. The values in between do not exist in the model.
 */
function quantizationFacts(calls: readonly Call[]): readonly Fact[] {
  const facts = new Map<string, string>();
  for (const call of calls) {
    const own = new Map<string, string[]>();
    for (const [i, name] of argumentNames(operators, calledOp(call)).entries()) {
      const [, tensor = "input", quantity] = quantityName.exec(name) ?? [];
      const arg = call.args[i];
      if (!quantity || !arg) continue;
      const words = `${quantity.replace("_", " ")} ${quantityText(arg)}`;
      pushTo(own, tensor, words);
    }
    for (const [tensor, words] of own) if (tensor === "output" || !facts.has(tensor)) facts.set(tensor, words.sort().join(", "));
  }
  return [...facts].map(([tensor, value]) => ({ label: `quantized ${tensor}`, value }));
}

/** A scale or zero point: one number, or how many there are and from which to which. */
function quantityText(expr: Expr): string {
  if (expr.kind === "Tuple") return expr.fields.map(quantityText).join(" and ");
  if (expr.kind !== "Constant") return "computed";
  const { data } = expr;
  if (!data) return "not in the text";
  return data.values.length === 1 ? numberText(elementOf(data, 0)) : [...rangeOf(data), `(${data.values.length} channels)`].join(" ");
}

/** How far a node's comment can reach: types of tuples are long. */
const longestComment = 4_000;
