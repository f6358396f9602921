/**
 * Branches and loops. Follows If, Loop and Scan in python/tvm/relay/frontend/onnx.py and while_loop in
 * python/tvm/relay/loops.py.
 */
import {
  at,
  call,
  type Dim,
  dimValue,
  type Expr,
  elementOf,
  firstOf,
  func,
  if_,
  let_,
  present,
  raise,
  type TensorType,
  tensorType,
  type Var,
  variable,
} from "@relayscope/ir";
import { ConversionFailure, quoted } from "../../diagnostics.ts";
import { add, less, subtract } from "../../relay/arithmetic.ts";
import { narrowed, type Several } from "../../relay/relay.ts";
import { broadcastTo, concatenate, expandDims, reshape, shapeOf, stridedSlice, take, zeros } from "../../relay/wrappers.ts";
import type { Graph } from "../file/model.ts";
import { listed } from "../import/attributes.ts";
import { type Conversion, type Converter, type ConverterTable, type GraphScope, versioned } from "../import/conversion.ts";

/** Adds the parameters and values of inner graphs to the graph around them. */
function adopt(outer: GraphScope, ...inner: readonly GraphScope[]): void {
  for (const { params } of inner) for (const [name, data] of params) outer.params.set(name, data);
  outer.nodes.adopt(...inner.map(({ nodes }) => nodes));
}

function adoptFree({ r, scope: outer }: Conversion, expr: Expr, isInput: boolean): void {
  for (const v of r.free.of(expr)) {
    outer.nodes.set(v.name, v);
    if (isInput && outer.inputs.has(v.name)) outer.inputs.set(v.name, v);
  }
}

function graphOf(c: Conversion, name: string): Graph {
  const graph = c.attributes.graph(name) ?? raise(new ConversionFailure(`its graph ${quoted(name)} is missing.`));
  return graph;
}

const branch: Converter = (c) => {
  const { r, scope } = c;
  let condition = c.input(0);
  if (r.rankOf(condition) > 0) condition = take(r, condition, r.constant(0, "int64"));
  const [thenGraph, elseGraph] = [graphOf(c, "then_branch"), graphOf(c, "else_branch")];
  const [thenScope, elseScope] = [scope.inner(), scope.inner()];
  let thenExpr = thenScope.outputsOf(thenGraph, true);
  let elseExpr = elseScope.outputsOf(elseGraph, true);
  adopt(scope, thenScope, elseScope);
  adoptFree(c, thenExpr, true);
  adoptFree(c, elseExpr, true);
  if (thenExpr.kind !== "Tuple" && elseExpr.kind !== "Tuple") {
    const [thenRank, elseRank] = [rankOf(c, thenExpr), rankOf(c, elseExpr)];
    if (thenRank !== elseRank) [thenExpr, elseExpr] = ofOneRank(c, thenExpr, elseExpr, thenRank, elseRank);
  }
  const whole = if_(condition, thenExpr, elseExpr);
  return thenGraph.outputs.length > 1 ? { kind: "Several", tuple: whole, size: thenGraph.outputs.length } : whole;
};

/** The rank of a tensor, or how many fields a tuple has. */
function rankOf(c: Conversion, expr: Expr): number {
  const type = c.r.typeOf(expr);
  if (type.kind === "TupleType") return type.fields.length;
  return c.r.rankOf(expr);
}

/** Gives two branches the same rank: drops a branch that is never taken, else broadcasts the smaller one. */
function ofOneRank(c: Conversion, thenExpr: Expr, elseExpr: Expr, thenRank: number, elseRank: number): [Expr, Expr] {
  const { r } = c;
  const given = c.input(0);
  let [first, second] = [thenExpr, elseExpr];
  if (given.kind === "Constant" && given.data) {
    if (given.data.shape.length === 0) throw new ConversionFailure("its branches are of different rank, and its condition is a scalar.");
    if (elementOf(given.data, 0)) second = first;
    else first = second;
  }
  if (thenRank < elseRank) return [r.call("broadcast_to_like", [first, second]), second];
  return [first, r.call("broadcast_to_like", [second, first])];
}

/** A variable that a loop carries: sizes of 0 may grow. */
function carried(c: Conversion, name: string, value: Expr): Var {
  const type = c.r.tensorTypeOf(value);
  const shape = type.shape.map((d): Dim => (dimValue(d) === 0 ? "?" : d));
  return c.r.variable(name, tensorType(shape, type.dtype));
}

/** A function that calls itself while the condition holds; its variables are what the loop carries. */
function whileLoop(
  c: Conversion,
  variables: readonly Var[],
  condition: (fresh: readonly Expr[]) => Expr,
  body: (fresh: readonly Expr[]) => readonly Expr[],
): Expr {
  const { sources } = c.r;
  const loop = variable("while_loop");
  const fresh = variables.map((v) => {
    const copy = variable(v.name, v.annotation, { checkedType: v.annotation });
    const source = sources.of(v);
    if (source !== undefined) sources.set(copy, source);
    return copy;
  });
  const holds = condition(fresh);
  const whole = if_(holds, call(loop, body(fresh)), c.r.tuple(fresh));
  return let_(loop, func({ params: fresh, body: whole }), loop);
}

/** A scan output of a loop: the variable that collects it step by step, and its initial value. */
interface ScanOutput {
  readonly variable: Var;
  readonly initial: Expr;
}

function typeOfField(c: Conversion, outputs: Expr, index: number, count: number): TensorType {
  const type = c.r.typeOf(outputs);
  const field = count === 1 && type.kind !== "TupleType" ? type : type.kind === "TupleType" ? type.fields[index] : undefined;
  if (field?.kind !== "TensorType") throw new ConversionFailure("an output of its body is not a tensor.");
  return field;
}

const loop: Converter = (c) => {
  const { r, scope } = c;
  const [limit, condition] = [c.optional(0), c.optional(1)];
  const carriedInputs = c.inputs.slice(2).map((_, i) => c.input(i + 2));
  const count = carriedInputs.length;
  const body = graphOf(c, "body");
  if (!limit) throw new ConversionFailure("it has no limit on its steps, which is not supported.");
  if (!condition) throw new ConversionFailure("it has no condition, which is not supported.");
  const dtype = r.dtypeOf(limit);
  const inner = scope.inner();
  const inputName = (i: number) => body.inputs[i]?.name ?? failBody();
  const scalarVar = (name: string) => r.variable(name, tensorType([], dtype));
  const variables = [scalarVar(inputName(0)), scalarVar("max_count"), carried(c, inputName(1), condition)];
  for (const [i, value] of carriedInputs.entries()) variables.push(carried(c, inputName(i + 2), value));
  for (const v of variables) r.sources.set(v, `${v.name}.${body.name}`);
  const names = variables.map((v) => v.name);
  const scanCount = body.outputs.length - (1 + count);
  const scans: ScanOutput[] = [];
  if (scanCount > 0) {
    const outputs = inner.outputsOf(body, true);
    for (let i = 0; i < scanCount; i++) {
      const type = typeOfField(c, outputs, i + 1 + count, body.outputs.length);
      const scan = r.variable(
        body.outputs[i + 1 + count]?.name ?? "",
        tensorType(new Array<Dim>(type.shape.length + 1).fill("?"), type.dtype),
      );
      const initial = reshape(r, r.constant([], narrowed(type.dtype)), [0, ...type.shape.map(() => 1)]);
      scans.push({ variable: scan, initial });
    }
  }
  const holds = (fresh: readonly Expr[]) => {
    const [i, most, w] = firstOf(fresh, 3);
    return r.call("logical_and", [r.call("equal", [w, r.constant(true, "bool")]), less(r, i, most)]);
  };
  const step = (fresh: readonly Expr[]) => loopStep(c, { inner, body, names, count, dtype }, fresh);
  const whole = r.fold(whileLoop(c, [...variables, ...scans.map((s) => s.variable)], holds, step));
  const results = call(whole, [r.constant(0, dtype), limit, condition, ...carriedInputs, ...scans.map((s) => s.initial)]);
  const outputs = Array.from({ length: count + scanCount }, (_, i) => r.field(results, i + 3));
  adopt(scope, inner);
  adoptFree(c, whole, false);
  return outputs.length === 1 ? present(outputs[0]) : r.several(outputs);
};

const failBody = () => raise(new ConversionFailure("its body takes too few inputs."));
const failOutputs = () => raise(new ConversionFailure("its body has too few outputs."));
interface LoopBody {
  readonly inner: GraphScope;
  readonly body: Graph;
  readonly names: readonly string[];
  readonly count: number;
  readonly dtype: string;
}

function loopStep(c: Conversion, { inner, body, names, count, dtype }: LoopBody, fresh: readonly Expr[]): readonly Expr[] {
  const { r } = c;
  for (const [i, name] of names.entries()) inner.nodes.set(name, at(fresh, i));
  const made = inner.outputsOf(body, false);
  const outputs = body.outputs.length === 1 ? [made] : made.kind === "Tuple" ? made.fields : [made];
  const [i, most] = firstOf(fresh, 2);
  const scans = fresh.slice(3 + count).map((scan, k) => {
    const next = outputs[1 + count + k] ?? failOutputs();
    const row = expandDims(r, next, 0);
    let before = scan;
    if (r.rankOf(scan) - 1 > 0) before = broadcastTo(r, scan, concatenate(r, [reshape(r, i, [1]), shapeOf(r, next, dtype)], 0));
    return concatenate(r, [before, row], 0);
  });
  const next = add(r, i, r.constant(1, dtype));
  return [next, most, outputs[0] ?? failOutputs(), ...outputs.slice(1, 1 + count), ...scans];
}

interface ScanPlan {
  readonly body: Graph;
  readonly inner: GraphScope;
  readonly names: readonly string[];
  readonly states: number;
  readonly steps: number;
  readonly inputs: readonly Expr[];
  readonly inputAxes: readonly number[];
  readonly inputDirections: readonly number[];
  readonly outputAxes: readonly number[];
  readonly outputDirections: readonly number[];
}

function scanOver(c: Conversion, inputs: readonly Expr[]): Several {
  const { r, scope } = c;
  const body = graphOf(c, "body");
  const scanned = c.attributes.demandInt("num_scan_inputs");
  const states = body.inputs.length - scanned;
  const outputCount = body.outputs.length - states;
  if (states < 0 || outputCount < 0) failBody();
  const none = (n: number) => new Array<number>(n).fill(0);
  const inputAxes = c.attributes.ints("scan_input_axes", none(scanned));
  const outputAxes = [...c.attributes.ints("scan_output_axes", none(outputCount))];
  const first = inputs[states] ?? failBody();
  const sizes = r.sizesOf(first);
  const axis = inputAxes[0] ?? 0;
  const steps = sizes[axis < 0 ? axis + sizes.length : axis] ?? raise(new ConversionFailure("its number of steps is dynamic."));
  const inner = scope.inner();
  const scans: ScanOutput[] = [];
  if (outputCount > 0) {
    const outputs = inner.outputsOf(body, true);
    for (let i = 0; i < outputCount; i++) {
      const type = typeOfField(c, outputs, i + states, body.outputs.length);
      const place = listed(outputAxes, i, "scan_output_axes");
      if (place < 0) outputAxes[i] = type.shape.length + place + 1;
      const shape: Dim[] = [...type.shape];
      shape.splice(listed(outputAxes, i, "scan_output_axes"), 0, steps);
      const initial = zeros(
        r,
        shape.map((d) => dimValue(d) ?? failDynamic()),
        type.dtype,
      );
      scans.push({ variable: r.variable(body.outputs[i + states]?.name ?? "", tensorType(shape, type.dtype)), initial });
    }
  }
  const variables = [r.variable("iter", tensorType([], "int32"))];
  for (let i = 0; i < states; i++) variables.push(carried(c, body.inputs[i]?.name ?? failBody(), inputs[i] ?? failBody()));
  for (const v of variables) r.sources.set(v, `${v.name}.${body.name}`);
  const names = ["iter", ...body.inputs.map((i) => i.name)];
  const inputDirections = c.attributes.ints("scan_input_directions", none(scanned));
  const outputDirections = c.attributes.ints("scan_output_directions", none(outputCount));
  const plan: ScanPlan = { body, inner, names, states, steps, inputs, inputAxes, inputDirections, outputAxes, outputDirections };
  const whole = r.fold(
    whileLoop(
      c,
      [...variables, ...scans.map((s) => s.variable)],
      (fresh) => less(r, at(fresh, 0), r.constant(steps, "int32")),
      (fresh) => scanStep(c, plan, fresh),
    ),
  );
  const results = call(whole, [r.constant(0, "int32"), ...inputs.slice(0, states), ...scans.map((s) => s.initial)]);
  const outputs = r.several(body.outputs.map((_, i) => r.field(results, i + 1)));
  adopt(scope, inner);
  adoptFree(c, whole, false);
  return outputs;
}

const failDynamic = () => raise(new ConversionFailure("it needs sizes that are dynamic."));
function scanStep(c: Conversion, plan: ScanPlan, fresh: readonly Expr[]): readonly Expr[] {
  const { r } = c;
  const { states, steps } = plan;
  const i = at(fresh, 0);
  const scanned = plan.inputs.slice(states).map((input, k) => {
    const place = plan.inputDirections[k] ? subtract(r, r.constant(steps - 1, "int32"), i) : i;
    return take(r, input, place, plan.inputAxes[k] ?? 0);
  });
  const values = [...fresh.slice(0, 1 + states), ...scanned];
  for (const [k, value] of values.entries()) plan.inner.nodes.set(plan.names[k] ?? failBody(), value);
  const made = plan.inner.outputsOf(plan.body, false);
  const outputs = plan.body.outputs.length === 1 ? [made] : made.kind === "Tuple" ? made.fields : [made];
  const scans = fresh.slice(1 + states).map((scan, k) => {
    const axis = listed(plan.outputAxes, k, "scan_output_axes");
    const row = expandDims(r, outputs[states + k] ?? failOutputs(), axis);
    const isForward = !plan.outputDirections[k];
    const joined = concatenate(r, isForward ? [scan, row] : [row, scan], axis);
    return stridedSlice(r, joined, [isForward ? 1 : 0], [isForward ? steps + 1 : steps], { strides: [1], axes: [axis] });
  });
  return [add(r, i, r.constant(1, "int32")), ...outputs.slice(0, states), ...scans];
}

/** Before opset 9 a scan runs over each item of a batch. */
const batchedScan: Converter = (c, r) => {
  const inputs = c.inputs.slice(1).map((_, i) => c.input(i + 1));
  const batch = r.knownSizesOf(c.input(1))[0] ?? 0;
  let out: readonly Expr[] = [];
  for (let i = 0; i < batch; i++) {
    const items = inputs.map((input) => take(r, input, r.constant(i, "int32"), 0));
    const results = r.fields(scanOver(c, items)).map((value) => expandDims(r, value, 0));
    out = i === 0 ? results : results.map((value, k) => concatenate(r, [at(out, k), value], 0));
  }
  return r.several(out);
};

export const control: ConverterTable = {
  If: branch,
  Loop: loop,
  Scan: versioned({ 8: batchedScan, 9: (c) => scanOver(c, c.all()) }),
};
