/**
 * Changes of the text that may help: what is between two nodes is removed if the text contains it, and nothing else
 * changes.
 */
import { attrOf, calledOp, dimValue, type Expr, type Func, isCallOf, type Match, type Module, type Tuple } from "@relayscope/ir";
import { weightsOf } from "@relayscope/passes";
import type { Edit, Replacement } from "@relayscope/run/contract";
import type { Moved } from "./anchors.ts";
import { equivalentCalls } from "./equivalentCalls.ts";
import { type ScopeInput, scopeRewrites } from "./scopeRewrites.ts";
import { closingOf, partsOf } from "./sourceText.ts";

/** Edits that belong together; the first may change the text, and say where nodes went. */
export interface Candidate {
  readonly edits: readonly Edit[];
  readonly moved?: readonly Moved[];
}

/** The input of a text, and where rules would be added. */
export interface InputText extends ScopeInput {
  /** All nodes. */
  readonly order: readonly Expr[];
  readonly target: string;
}

/** Candidates from the nodes near the boundary and from the whole module. */
export function textCandidates(input: InputText): readonly Candidate[] {
  const { module, target, text, order } = input;
  const near = order.filter((e) => input.near.has(e));
  return [
    ...unannotated(text, order),
    ...withoutStops(text, near),
    ...unskipped(text, module),
    ...renamedComposites(text, order, target),
    ...inlinedExternals(module),
    ...inlinedFunctions(text, module),
    ...[...scopeRewrites(input), ...near.flatMap((e) => equivalentCalls(text, e))].map(
      ({ what, replacements, moved }): Candidate => ({ edits: [{ kind: "text", what, replacements }], moved }),
    ),
    ...near.flatMap((e) => (e.kind === "Tuple" ? copied(text, e, target) : [])),
    ...order.flatMap((e) => (e.kind === "Match" ? resolved(text, e) : [])),
    ...fourPaddings(text, order),
    ...keptSizes(text, near),
    ...padded(text, near),
    ...near.flatMap((e) => [e, ...(input.users.get(e) ?? []), ...(e.kind === "Call" ? e.args : [])]).flatMap((e) => asBias(text, e)),
    ...sizeCandidates(text, module),
  ];
}

/** A call's first argument in the place of the call. */
function firstArgument(text: string, expr: Expr): Replacement | undefined {
  const [first] = expr.span ? partsOf(text, expr.span) : [];
  return expr.span && first ? { start: expr.span.start, end: expr.span.end, text: text.slice(first.start, first.end) } : undefined;
}

function unannotated(text: string, nodes: readonly Expr[]): readonly Candidate[] {
  const found = nodes.filter((e) => isCallOf(e, "annotation.compiler_begin") || isCallOf(e, "annotation.compiler_end"));
  const replacements = found.flatMap((e) => firstArgument(text, e) ?? []);
  return replacements.length === 0 ? [] : [{ edits: [{ kind: "text", what: "without the annotations", replacements }] }];
}

function withoutStops(text: string, nodes: readonly Expr[]): readonly Candidate[] {
  const replacements = nodes.filter((e) => isCallOf(e, "annotation.stop_fusion")).flatMap((e) => firstArgument(text, e) ?? []);
  return replacements.length === 0 ? [] : [{ edits: [{ kind: "text", what: "without stop_fusion", replacements }] }];
}

/** Functions that passes skip, without the attribute that causes that. */
function unskipped(text: string, module: Module): readonly Candidate[] {
  return withoutAttributes(text, module, (attribute) => attribute === "SkipOptimization" || attribute === "Extern");
}

/** Functions without attributes that keep a pass from them, or that make it raise. */
export function withoutAttributes(text: string, module: Module, isMeant: (attribute: string) => boolean): readonly Candidate[] {
  const found = new Set<string>();
  const replacements = [...module.functions.values()].flatMap((f): readonly Replacement[] => {
    if (!f.span || ![...f.attrs.keys()].some(isMeant)) return [];
    return partsOf(text, f.span).flatMap(({ start, end }) => {
      const [, attribute] = /^(\w+)\s*=/.exec(text.slice(start, end)) ?? [];
      if (attribute === undefined || !isMeant(attribute)) return [];
      found.add(attribute);
      const comma = /,\s*$/.exec(text.slice(0, start));
      return [{ start: comma ? comma.index : start, end, text: "" }];
    });
  });
  return replacements.length === 0 ? [] : [{ edits: [{ kind: "text", what: `without ${[...found].join(" and ")}`, replacements }] }];
}

/** Composites of other targets in the text, renamed for the target. */
function renamedComposites(text: string, nodes: readonly Expr[], target: string): readonly Candidate[] {
  const replacements = nodes.flatMap((f): readonly Replacement[] => {
    const name = f.kind === "Function" ? f.attrs.get("Composite") : undefined;
    if (typeof name !== "string" || !f.span || target.includes(".") || name.startsWith(`${target}.`)) return [];
    return partsOf(text, f.span).flatMap(({ start, end }) => {
      const [, before, given] = /^(Composite\s*=\s*)("[^"]*")/.exec(text.slice(start, end)) ?? [];
      if (before === undefined || given !== JSON.stringify(name)) return [];
      const own = `${target}.${name.slice(name.indexOf(".") + 1)}`;
      return [{ start: start + before.length, end: start + before.length + given.length, text: JSON.stringify(own) }];
    });
  });
  return replacements.length === 0 ? [] : [{ edits: [{ kind: "text", what: `composites of ${target}`, replacements }] }];
}

function inlinedExternals(module: Module): readonly Candidate[] {
  const names = [...module.functions].filter(([, f]) => f.attrs.has("Compiler")).map(([name]) => name);
  if (names.length === 0) return [];
  return [{ edits: [{ kind: "add-pass", pass: "InlineCompilerFunctionsBoundTo", options: { global_vars: names }, at: 0 }] }];
}

function inlinedFunctions(text: string, module: Module): readonly Candidate[] {
  const edits = [...module.functions].flatMap(([name, f]): Replacement[] => {
    if (name === "main" || f.attrs.has("Compiler") || !f.span) return [];
    if (f.attrs.has("Inline")) return [];
    const open = text.indexOf("(", f.span.start);
    const close = open < 0 ? undefined : closingOf(text, open);
    if (close === undefined || close > f.span.end) return [];
    const isEmpty = text.slice(open + 1, close).trim() === "";
    return [{ start: close, end: close, text: isEmpty ? "Inline=1" : ", Inline=1" }];
  });
  const pass: Edit = { kind: "add-pass", pass: "Inline", options: {}, at: 0 };
  const all: Candidate[] = edits.map((r) => ({ edits: [{ kind: "text", what: "Inline=1", replacements: [r] }, pass] }));
  return edits.length > 1 ? [...all, { edits: [{ kind: "text", what: "Inline=1", replacements: edits }, pass] }] : all;
}

/**
 * Copies a tuple's variables and constants by calls that the target supports, so that all of its fields are in its
 * regions.
 */
function copied(text: string, { fields, span }: Tuple, target: string): readonly Candidate[] {
  const parts = span ? partsOf(text, span) : [];
  if (parts.length !== fields.length) return [];
  const replacements = fields.flatMap((field, i): Replacement[] => {
    const part = parts[i];
    if (!part || (field.kind !== "Var" && field.kind !== "Constant")) return [];
    return [
      { start: part.start, end: part.start, text: "copy(" },
      { start: part.end, end: part.end, text: ")" },
    ];
  });
  if (replacements.length === 0) return [];
  return [
    {
      edits: [
        { kind: "text", what: "copy in the tuple", replacements },
        { kind: "add-rule", target, operator: "copy" },
      ],
    },
  ];
}

/** A match on a value with a known constructor, replaced by the clause's body with its bindings. */
function resolved(text: string, { data, clauses, span }: Match): readonly Candidate[] {
  if (!span || data.kind !== "Call" || data.op.kind !== "Constructor" || !data.span) return [];
  const { name } = data.op;
  const args = partsOf(text, data.span).map(({ start, end }) => text.slice(start, end));
  const clause = clauses.find(({ pattern }) => pattern.kind === "PatternConstructor" && pattern.constructor_.name === name);
  const body = clause?.body.span;
  if (clause?.pattern.kind !== "PatternConstructor" || !body || body.start < span.start || body.end > span.end) return [];
  const replacements: Replacement[] = [
    { start: span.start, end: body.start, text: newlinesIn(text, span.start, body.start) },
    { start: body.end, end: span.end, text: newlinesIn(text, body.end, span.end) },
  ];
  clause.pattern.patterns.forEach((inner, i) => {
    const arg = args[i];
    if (inner.kind !== "PatternVar" || arg === undefined) return;
    const mention = `%${inner.variable.name}`;
    for (let start = text.indexOf(mention, body.start); start >= 0 && start < body.end; start = text.indexOf(mention, start + 1)) {
      const end = start + mention.length;
      if (!/[\w.]/.test(text.charAt(end))) replacements.push({ start, end, text: arg });
    }
  });
  return [{ edits: [{ kind: "text", what: "without the match", replacements }] }];
}

/** Keeps lines in place. */
function newlinesIn(text: string, from: number, to: number): string {
  return text.slice(from, to).replace(/[^\n]/g, "");
}

/**
 * Paddings of two axes with a number for each side, if the text has fewer: the meaning is the same, and some checks
 * need all four.
 */
function fourPaddings(text: string, nodes: readonly Expr[]): readonly Candidate[] {
  const replacements = nodes.flatMap((e): readonly Replacement[] => {
    const padding = e.kind === "Call" && e.span && /2d/.test(calledOp(e) ?? "") ? attrOf(e.attrs, "padding") : undefined;
    if (e.kind !== "Call" || !e.span || !Array.isArray(padding) || padding.length === 0 || padding.length > 2) return [];
    const [first, second = first] = padding.map(String);
    const whole = `padding=[${[first, second, first, second].join(", ")}]`;
    const parts = partsOf(text, e.span);
    const written = parts.find(({ start, end }) => /^padding\s*=/.test(text.slice(start, end)));
    const last = parts.at(-1);
    if (written) return [{ ...written, text: whole }];
    return last ? [{ start: last.end, end: last.end, text: `, ${whole}` }] : [];
  });
  return replacements.length === 0 ? [] : [{ edits: [{ kind: "text", what: "padding as four numbers", replacements }] }];
}

/**
 * Writes 0 in reshapes for an inferred size that equals the input's size at that place. The meaning is the same, and
 * checks see that an unknown batch is kept.
 */
function keptSizes(text: string, nodes: readonly Expr[]): readonly Candidate[] {
  const replacements = nodes.flatMap((e): readonly Replacement[] => {
    if (e.kind !== "Call" || calledOp(e) !== "reshape" || !e.span || attrOf(e.attrs, "allowzero") === true) return [];
    const newShape = attrOf(e.attrs, "newshape");
    const type = e.args[0]?.checkedType;
    if (!Array.isArray(newShape) || type?.kind !== "TensorType") return [];
    const sizes = newShape.map(Number);
    const place = sizes.indexOf(-1);
    const own = type.shape.map(dimValue);
    const kept = sizes.map((size, i) => (size === 0 ? own[i] : size));
    const [asked, given] = [kept, own].map((all) => all.filter((_, i) => i !== place));
    if (place < 0 || place >= own.length || sizes.some((size) => size < -1) || productOf(asked) !== productOf(given)) return [];
    const written = partsOf(text, e.span).find(({ start, end }) => /^newshape\s*=/.test(text.slice(start, end)));
    return written && productOf(given) !== undefined ? [{ ...written, text: `newshape=[${sizes.with(place, 0).join(", ")}]` }] : [];
  });
  return replacements.length === 0 ? [] : [{ edits: [{ kind: "text", what: "0 for -1 in newshape", replacements }] }];
}

/** Convolutions whose paddings differ on two sides, with an `nn.pad` before them: the meaning is the same. */
function padded(text: string, nodes: readonly Expr[]): readonly Candidate[] {
  const replacements = nodes.flatMap((e): readonly Replacement[] => {
    if (e.kind !== "Call" || calledOp(e) !== "nn.conv2d" || !e.span) return [];
    const [padding, layout] = [attrOf(e.attrs, "padding"), attrOf(e.attrs, "data_layout")];
    const type = e.args[0]?.checkedType;
    const isFloat = type?.kind === "TensorType" && type.dtype.startsWith("float");
    if (!isFloat || !Array.isArray(padding) || padding.length !== 4 || (layout !== "NCHW" && layout !== "NHWC")) return [];
    const [top, left, bottom, right] = padding.map(String);
    const parts = partsOf(text, e.span);
    const [data] = parts;
    const written = parts.find(({ start, end }) => /^padding\s*=/.test(text.slice(start, end)));
    if (!data || !written || (top === bottom && left === right)) return [];
    const widths = [...layout].map((axis) => (axis === "H" ? `[${top}, ${bottom}]` : axis === "W" ? `[${left}, ${right}]` : "[0, 0]"));
    return [
      { start: data.start, end: data.start, text: "nn.pad(" },
      { start: data.end, end: data.end, text: `, 0f, pad_width=[${widths.join(", ")}])` },
      { ...written, text: "padding=[0, 0, 0, 0]" },
    ];
  });
  return replacements.length === 0 ? [] : [{ edits: [{ kind: "text", what: "nn.pad for paddings that differ", replacements }] }];
}

/** Undefined if a size is unknown. */
function productOf(sizes: readonly (number | undefined)[] = []): number | undefined {
  return sizes.reduce((product: number | undefined, size) => (product === undefined || size === undefined ? undefined : product * size), 1);
}

/** A constant of one axis that is added to the last axis of a tensor, as the bias that patterns name. */
function asBias(text: string, sum: Expr): readonly Candidate[] {
  if (!isCallOf(sum, "add") || !sum.span || !text.startsWith("add(", sum.span.start)) return [];
  const [data, bias] = sum.args;
  const [own, other] = [data?.checkedType, bias?.checkedType];
  const isBias = bias?.kind === "Constant" && other?.kind === "TensorType" && other.shape.length === 1;
  const last = partsOf(text, sum.span).at(-1);
  if (!isBias || own?.kind !== "TensorType" || own.shape.length < 2 || !last) return [];
  const { start } = sum.span;
  const axis = own.shape.length === 2 ? "" : `, axis=${own.shape.length - 1}`;
  const replacements = [
    { start, end: start + "add".length, text: "nn.bias_add" },
    { start: last.end, end: last.end, text: axis },
  ];
  const moved = [{ from: start, to: start, sort: "nn.bias_add" }];
  return [{ edits: [{ kind: "text", what: "nn.bias_add for add", replacements }], moved }];
}

/** Other sizes of the inputs of @main: given where they are open, and a batch of 1. */
export function sizeCandidates(text: string, module: Module): readonly Candidate[] {
  return [...sized(text, module), ...unbatched(text, module)];
}

/** A size for an axis that is not a batch: large enough for what pools it several times. */
const plainSize = 224;

/**
 * Gives the unknown sizes in the parameters of @main: those of batches alone, or all. The return type, which would
 * leave them unknown again, is removed.
 */
function sized(text: string, module: Module): readonly Candidate[] {
  const main = module.functions.get("main");
  if (!main?.span) return [];
  const open = partsOf(text, main.span).flatMap(({ start, end }) =>
    [...text.slice(start, end).matchAll(/(\(\s*)?\?/g)].map(({ index, 1: before }) => ({
      start: start + index + (before?.length ?? 0),
      end: start + index + (before?.length ?? 0) + 1,
      isBatch: before !== undefined,
    })),
  );
  const result = returnTypeOf(text, main).filter(({ start, end }) => text.slice(start, end).includes("?"));
  const given = (sizes: typeof open, what: string): readonly Candidate[] => {
    const replacements = sizes.map(({ start, end, isBatch }) => ({ start, end, text: isBatch ? "1" : String(plainSize) }));
    return sizes.length === 0 ? [] : [{ edits: [{ kind: "text", what, replacements: [...replacements, ...result] }] }];
  };
  const batches = open.filter(({ isBatch }) => isBatch);
  const others = open.length > batches.length;
  return [...given(batches, "a fixed batch, here 1"), ...(others ? given(open, `fixed sizes, here ${plainSize}`) : [])];
}

/** The inputs of @main with a batch of 1, where they have a larger one. */
function unbatched(text: string, module: Module): readonly Candidate[] {
  const main = module.functions.get("main");
  if (!main?.span) return [];
  const weights = weightsOf(main, undefined);
  const found = new Set<string>();
  const replacements = partsOf(text, main.span).flatMap(({ start, end }, at): readonly Replacement[] => {
    const param = main.params[at];
    if (!param || weights.has(param)) return [];
    return [...text.slice(start, end).matchAll(/(Tensor\[\(\s*)(\d+)(?=\s*,\s*\d)/g)].flatMap(({ index, 1: before = "", 2: size = "" }) => {
      if (Number(size) < 2) return [];
      found.add(size);
      return [{ start: start + index + before.length, end: start + index + before.length + size.length, text: "1" }];
    });
  });
  const [batch, ...others] = found;
  if (batch === undefined || others.length > 0) return [];
  return [
    { edits: [{ kind: "text", what: `a batch of 1 instead of ${batch}`, replacements: [...replacements, ...returnTypeOf(text, main)] }] },
  ];
}

/** The return type of a function in the text, removed; empty without one. */
function returnTypeOf(text: string, { span }: Func): readonly Replacement[] {
  const open = span ? text.indexOf("(", span.start) : -1;
  const close = open < 0 ? undefined : closingOf(text, open);
  const body = close === undefined ? -1 : text.indexOf("{", close);
  if (!span || close === undefined || body < 0 || body > span.end) return [];
  const arrow = text.indexOf("->", close);
  return arrow < 0 || arrow > body ? [] : [{ start: arrow, end: body, text: "" }];
}
