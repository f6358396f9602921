/**
 * FakeQuantizationToInteger: computes on integers what is computed on reals between `qnn.dequantize` and
 * `qnn.quantize`. Follows src/relay/transforms/fake_quantization_to_integer.cc; `rules.ts` has the rule of each
 * operator.
 */
import { inferExpression, inferFunction } from "@relayscope/infer";
import {
  addNew,
  attrOf,
  type Call,
  calledOp,
  call as callTo,
  childrenOf,
  type Diagnostic,
  type Dim,
  type Expr,
  Failure,
  type Func,
  freeVars,
  lineageRecorder,
  numberOf,
  postOrder,
  rewriter,
  tuple,
  tupleGetItem,
} from "@relayscope/ir";
import { argumentAt } from "../../core/callArguments.ts";
import { illTypedResult } from "../../core/diagnostics.ts";
import { type FunctionRun, functionPass } from "../../core/functionPass.ts";
import { inferType } from "../../core/inferType.ts";
import { leftAlone } from "../../core/leftAlone.ts";
import { operatorCalls } from "../../core/operatorCalls.ts";
import { flag, texts } from "../../core/options.ts";
import { recordThrough } from "../../core/recordMade.ts";
import { tensorOf } from "../../core/tensorOf.ts";
import { constantFolder } from "../../prepare/foldConstant.ts";
import { callInRegion, regionNotConverted, regionUnknown } from "../diagnostics.ts";
import type { Affine, AffineMap, TensorAffine } from "./affineTypes.ts";
import { divToMul } from "./divToMul.ts";
import { type RuleTools, ruleOf } from "./rules.ts";
import { Unconvertible } from "./unconvertible.ts";

export const fakeQuantizationToInteger = functionPass({
  name: "FakeQuantizationToInteger",
  summary: "Computes the operators between dequantize and quantize on integers.",
  upstream: ["src/relay/transforms/fake_quantization_to_integer.cc", "python/tvm/relay/transform/fake_quantization_to_integer.py"],
  requires: [inferType, divToMul],
  options: {
    hard_fail: flag(false, "Fail where a region can't be converted, instead of leaving it as it was."),
    use_qat: flag(false, "Convert what is left operator by operator, where all that one takes is dequantized."),
    optional_qnn_ops: texts([], "Operators that are converted only where they are named here: `nn.softmax`."),
  },
  runFunction(run) {
    const converted = withRegionsConverted(run);
    if (!run.options.use_qat) return converted;
    const { module, context, lineage } = run;
    const typed = inferFunction(converted, module, context.operators);
    const error = context.hasHoles ? undefined : typed.diagnostics.find((d) => d.severity === "error");
    if (error) throw illTypedResult(error);
    recordThrough(typed.expr, typed.lineage, lineage);
    return withCallsConverted(typed.expr, run);
  },
});

/** A rule needs the shape of an expression that can't be typed. */
class IllTyped extends Error {
  constructor(readonly diagnostic: Diagnostic) {
    super(diagnostic.message);
  }
}

type Run = FunctionRun<{
  hard_fail: ReturnType<typeof flag>;
  use_qat: ReturnType<typeof flag>;
  optional_qnn_ops: ReturnType<typeof texts>;
}>;

/** Each region that ends in a quantization, from the first to the last. */
function withRegionsConverted(run: Run): Func {
  const rewriting = rewriter({
    lineage: run.lineage,
    post(pre, post) {
      if (post.kind !== "Call" || calledOp(post) !== "qnn.quantize" || pre.kind !== "Call") return post;
      return leftAlone(
        run.context,
        () => {
          const region = regionOf(pre, (e) => tensorOf(e).dtype);
          const became = (e: Expr) => (e === pre ? post : (rewriting.rewritten(e) ?? e));
          const map: AffineMap = new Map(region.meanings.map(([e, meaning]) => [became(e), meaning]));
          return converted(post, pre, region.calls.map(became), { map, outType: map.get(post) }, run);
        },
        post,
      );
    },
  });
  return rewriting.rewriteFunction(run.f);
}

interface Region {
  /**
   * The calls above `root`, without quantizations; none where something else than calls, tuples and constants feeds it.
   */
  readonly calls: readonly Call[];
  readonly meanings: readonly (readonly [Call, TensorAffine])[];
}

/**
 * The nodes above a quantization up to dequantizations, or above any call. Throws `Failure` if a function is called
 * above a quantization.
 */
function regionOf(root: Call, dtypeOf: (e: Expr | undefined) => string): Region {
  const endsInQuantize = calledOp(root) === "qnn.quantize";
  const calls: Call[] = [];
  const meanings: (readonly [Call, TensorAffine])[] = [];
  const seen = new Set<Expr>();
  const pending: Expr[] = [root];
  let isDataflow = true;
  for (let e = pending.pop(); e; e = pending.pop()) {
    if (e.kind === "Constant" || e.kind === "Op" || !addNew(seen, e)) continue;
    if (e.kind === "Tuple") pending.push(...e.fields.toReversed());
    else if (e.kind === "TupleGetItem") pending.push(e.tuple);
    else if (e.kind !== "Call") isDataflow = false;
    else if (e.op.kind !== "Op") {
      if (endsInQuantize) throw callInRegion(e);
      isDataflow = false;
    } else {
      const { name } = e.op;
      const isConversion = endsInQuantize && name === "qnn.quantize";
      if (!isConversion && e !== root) calls.push(e);
      if (isConversion) {
        meanings.push([e, meaningOfConversion(e, String(attrOf(e.attrs, "out_dtype")))]);
        pending.push(argumentAt(e, 0));
      } else if (name === "qnn.dequantize") meanings.push([e, meaningOfConversion(e, dtypeOf(e.args[0]))]);
      else pending.push(...e.args.toReversed());
    }
  }
  return { calls: isDataflow ? calls : [], meanings };
}

function meaningOfConversion(e: Call, dtype: string): TensorAffine {
  const [, scale = e, zeroPoint = e] = e.args;
  return { kind: "tensor", scale, zeroPoint, dtype, axis: numberOf(attrOf(e.attrs, "axis")) ?? -1 };
}

/** What the integers of a region mean, and those of its result if that is known. */
interface Meanings {
  readonly map: AffineMap;
  readonly outType: Affine | undefined;
}

/** A region on integers; unchanged if one of its operators can't be converted. */
function converted(root: Call, origin: Expr, calls: readonly Expr[], meanings: Meanings, run: Run): Expr {
  const { options, report } = run;
  if (calls.length === 0) return root;
  try {
    for (const e of calls) {
      const name = e.kind === "Call" ? (calledOp(e) ?? "") : "";
      if (!ruleOf(name, options.optional_qnn_ops)) throw new Unconvertible(`\`${name}\` has no rule`);
    }
    return onIntegers(root, origin, meanings, run);
  } catch (error) {
    // The reference continues after reporting an error, and raises at the end.
    if (error instanceof IllTyped) throw illTypedResult(error.diagnostic);
    if (!(error instanceof Unconvertible) && !(error instanceof Failure)) throw error;
    const why = error instanceof Unconvertible ? error.why : error.message;
    if (options.hard_fail) throw regionNotConverted(root, why);
    if (error instanceof Unconvertible && error.isUnknown) report(regionUnknown(origin));
    return root;
  }
}

/** The region below `root` with each node as its rule makes it. */
function onIntegers(root: Call, origin: Expr, meanings: Meanings, run: Run): Expr {
  const { lineage } = run;
  const tools = toolsOf(run);
  if (root !== origin) lineage.record(root, origin);
  const became = new Map<Expr, Expr>();
  const known = new Set<Expr>();
  const order: Expr[] = [];
  postOrder(
    root,
    (e) => order.push(e),
    (e) => calledOp(e) !== "qnn.dequantize",
  );
  for (const e of order) {
    known.add(e);
    for (const child of childrenOf(e)) known.add(child);
  }
  const mutated = (e: Expr): Expr => became.get(e) ?? e;
  for (const e of order) {
    const made = mutatedNode(e, mutated, meanings, tools, run.options.optional_qnn_ops);
    if (made !== e) became.set(e, made);
    postOrder(
      made,
      (part) => {
        if (addNew(known, part) && part.kind !== "Op") lineage.record(part, e);
      },
      (part) => !known.has(part),
    );
  }
  return mutated(root);
}

function mutatedNode(e: Expr, mutated: (e: Expr) => Expr, { map, outType }: Meanings, tools: RuleTools, optional: readonly string[]): Expr {
  if (e.kind === "Tuple") {
    const fields = e.fields.map(mutated);
    const made = fields.every((field, i) => field === e.fields[i]) ? e : tuple(fields);
    const types = fields.map((field) => map.get(field));
    if (!types.every((t) => t?.kind === "tensor")) throw new Unconvertible("a field of a tuple is not quantized");
    map.set(made, { kind: "tuple", fields: types });
    return made;
  }
  if (e.kind === "TupleGetItem") {
    const from = mutated(e.tuple);
    const made = from === e.tuple ? e : tupleGetItem(from, e.index);
    const types = map.get(from);
    const type = types?.kind === "tuple" ? types.fields[e.index] : undefined;
    if (!type) throw new Unconvertible("an item is taken of something that is not a quantized tuple");
    map.set(made, type);
    return made;
  }
  if (e.kind !== "Call") return e;
  const rule = ruleOf(calledOp(e) ?? "", optional);
  if (!rule) throw new Unconvertible(`\`${calledOp(e) ?? "a function"}\` has no rule`);
  let expr = e;
  if (calledOp(e) !== "qnn.dequantize") {
    const args = e.args.map(mutated);
    if (args.some((arg, i) => arg !== e.args[i])) expr = callTo(e.op, args, e.attrs, { typeArgs: e.typeArgs });
    if (outType) map.set(expr, outType);
  }
  const [made, meaning] = rule(expr, map, tools);
  map.set(made, meaning);
  return made;
}

function toolsOf({ context, report }: Run): RuleTools {
  const folder = constantFolder({ context, lineage: lineageRecorder(), report, asksTypes: false });
  return {
    calls: operatorCalls(context.operators),
    fold(e) {
      if (e.kind === "Constant" || e.kind === "Var") return e;
      const { expr, diagnostics } = inferExpression(e, undefined, context.operators);
      const error = diagnostics.find((d) => d.severity === "error");
      // An expression that depends on a variable is not computed, so that the reference does not notice.
      if (error && freeVars(e).length === 0) throw new Unconvertible(error.message);
      return folder.rewrite(expr);
    },
    shapeOf(e): readonly Dim[] {
      const { expr, diagnostics } = inferExpression(e, undefined, context.operators);
      const error = diagnostics.find((d) => d.severity === "error");
      // An error of a relation ends only the rule; other type errors are reported, and end the pass.
      if (error) throw error.code === "ill-typed-call" ? new Unconvertible(error.message) : new IllTyped(error);
      const type = expr.checkedType;
      if (type?.kind !== "TensorType") throw new Unconvertible("a type is unknown");
      return type.shape;
    },
  };
}

/** Operators that are converted one by one if all their arguments are dequantized. */
const oneByOne: ReadonlySet<string> = new Set([
  "broadcast_to",
  "clip",
  "expand_dims",
  "max",
  "maximum",
  "min",
  "minimum",
  "nn.avg_pool2d",
  "nn.batch_flatten",
  "nn.batch_matmul",
  "nn.bias_add",
  "nn.conv2d",
  "nn.conv2d_transpose",
  "nn.dense",
  "nn.depth_to_space",
  "nn.global_avg_pool2d",
  "nn.max_pool2d",
  "nn.pad",
  "nn.relu",
  "reshape",
  "split",
  "squeeze",
  "strided_slice",
  "transpose",
]);

function withCallsConverted(f: Func, run: Run): Func {
  const { context, lineage } = run;
  const calls = operatorCalls(context.operators);
  const typed = (e: Expr): Expr => {
    if (e.checkedType) return e;
    const { expr, diagnostics } = inferExpression(e, undefined, context.operators);
    const error = diagnostics.find((d) => d.severity === "error");
    if (error) throw illTypedResult(error);
    return expr;
  };
  const rewriting = rewriter({
    lineage,
    post(original, post) {
      if (post.kind !== "Call") return post;
      if (post.op.kind !== "Op") throw callInRegion(post);
      if (!oneByOne.has(post.op.name)) return post;
      const region = regionOf(post, (e) => tensorOf(e && typed(e)).dtype);
      const other = region.calls.find((e) => calledOp(e) !== "qnn.dequantize");
      if (other && run.options.hard_fail) throw regionNotConverted(post, `\`${calledOp(other)}\` feeds it`);
      if (other) return post;
      const map: AffineMap = new Map(region.meanings);
      const made = converted(post, original, region.calls, { map, outType: undefined }, run);
      if (made === post) return post;
      const meaning = map.get(made);
      if (meaning?.kind !== "tensor") throw callInRegion(post);
      const { scale, zeroPoint, axis } = meaning;
      const real = calls("qnn.dequantize", [made, scale, zeroPoint], { axis, out_dtype: "float32" });
      const given = new Set(region.meanings.flatMap(([, t]) => [t.scale, t.zeroPoint]));
      for (const e of [scale, zeroPoint, real]) if (!given.has(e)) lineage.record(e, original);
      return real;
    },
  });
  return rewriting.rewriteFunction(f);
}
