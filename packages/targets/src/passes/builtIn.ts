/**
 * The functions of relay.transform that make passes, by the signatures that Python has for them. Follows
 * python/tvm/relay/transform/transform.py.
 */
import { findPass } from "@relayscope/passes/all";
import { collect, hostFunction, PyDict, PyFloat, type Runtime, textOf, unboxed, type Value } from "@relayscope/python";
import { tvmError } from "../objects/errors.ts";
import { ExprObject } from "../objects/exprHolder.ts";
import { PrimObject } from "../objects/primObjects.ts";
import { elementsOf } from "../objects/sequences.ts";
import { textEntries } from "../objects/toCompiler.ts";
import type { PassData } from "./passData.ts";
import { PassObject } from "./passObjects.ts";
import { compositePatterns, entriesOf } from "./table.ts";

/** The signatures of passes that take nothing. */
const bare = (names: string) => Object.fromEntries(names.split(" ").map((name) => [name, ""]));

/** Passes whose parameters are their options. */
const signatures: Readonly<Record<string, string>> = {
  ...bare(
    "InferType FoldScaleAxis BackwardFoldScaleAxis ForwardFoldScaleAxis SimplifyInference FastMath CanonicalizeOps " +
      "DefuseOps AlterOpLayout MergeCompilerRegions ToANormalForm ToBasicBlockNormalForm ToGraphNormalForm CanonicalizeCast " +
      "DynamicToStatic Inline SimplifyExpr FoldExplicitPadding FlattenAtrousConv",
  ),
  RemoveUnusedFunctions: "entry_functions=None",
  DeadCodeElimination: "inline_once=False, ignore_impurity=False",
  FoldConstant: "fold_qnn=False",
  FuseOps: "fuse_opt_level=-1",
  SplitArgs: "max_function_args",
  CombineParallelConv2D: "min_num_branches=3",
  CombineParallelDense: "min_num_branches=3, to_batch=True",
  CombineParallelBatchMatmul: "min_num_branches=3",
  ConvertLayout: "desired_layouts",
  Legalize: "legalize_map_attr_name='FTVMLegalize'",
  EliminateCommonSubexpr: "fskip=None",
  PartitionGraph: "mod_name='default', bind_constants=True",
  AnnotateTarget: "targets, include_non_call_ops=True",
  FakeQuantizationToInteger: "hard_fail=False, use_qat=False, optional_qnn_ops=None",
  ToMixedPrecision: "mixed_precision_type='float16', missing_op_mode=1",
  OutlineCompilerFunctionsWithExistingGlobalSymbols: "compiler_filter=''",
  MarkCompilerFunctionsAsExtern: "compiler_filter=''",
  InlineCompilerFunctionsBoundTo: "global_vars",
};

/** Passes of the reference that are not built here. */
const unsupported: Readonly<Record<string, string>> = {
  ...bare(
    "LazyGradientInit PartialEvaluate LambdaLift FirstOrderGradient ManifestLifetimes AnnotateSpans " +
      "CapturePostDfsIndexInSpans DivToMul",
  ),
  EtaExpand: "expand_constructor=False, expand_global_var=False",
  DenseToSparse: "weight_name, weight_shape",
  Conv2dToSparse: "weight_name, weight_shape, layout, kernel_size",
  Conv2dToSparse2: "layout, kernel_size, blocksize, sparsity_threshold",
  SimplifyFCTranspose: "target_weight_name",
  PlanDevices: "config",
  CollagePartition: "config, cost_estimator=None",
};

/** A value as an option: plain data. Undefined for None, so that the option has its default. */
function optionOf(m: Runtime, given: Value): unknown {
  const value = unboxed(given);
  if (value === null) return undefined;
  if (value instanceof PyFloat) return value.value;
  if (value instanceof PrimObject) return value.prim.kind === "IntImm" ? Number(value.prim.value) : undefined;
  if (value instanceof ExprObject) return value.node.kind === "GlobalVar" ? value.node.name : undefined;
  if (value instanceof PyDict) return Object.fromEntries(textEntries(value).map(([name, v]) => [name, optionOf(m, v)]));
  if (typeof value !== "object") return value;
  return (elementsOf(value) ?? collect(m, value)).map((item) => optionOf(m, item));
}

const namesOf = (signature: string) => (signature === "" ? [] : signature.split(",").map((part) => (part.split("=")[0] ?? "").trim()));

/** A pass that comes with the compiler, by the reference's name. */
function builtIn(name: string, options: Readonly<Record<string, unknown>>): PassData {
  const pass = findPass(name);
  return pass ? { kind: "built-in", pass, options } : { kind: "unsupported", name };
}

/** Raises where a value is not a list of global variables, or None. */
function demandVariables(name: string, given: Value): void {
  const isVariable = (item: Value) => item instanceof ExprObject && item.node.kind === "GlobalVar";
  if (given !== null && !elementsOf(given)?.every(isVariable))
    throw tvmError(`Check failed: ${name}: a list of global variables is expected`);
}

function making(name: string, signature: string): Value {
  const names = namesOf(signature);
  return hostFunction(name, signature, (m, ...values) => {
    const options: Record<string, unknown> = {};
    for (const [i, option] of names.entries()) {
      if (option === "fskip") continue;
      // The library goes over the targets itself.
      if (option === "targets" && textOf(values[i] ?? null) === undefined) collect(m, values[i] ?? null);
      if (option === "global_vars") demandVariables(name, values[i] ?? null);
      const value = optionOf(m, values[i] ?? null);
      if (value !== undefined) options[option] = value;
    }
    if (typeof options.targets === "string") options.targets = [options.targets];
    const schema = findPass(name)?.options ?? {};
    for (const [option, value] of Object.entries(options)) {
      const known = Object.hasOwn(schema, option) ? schema[option] : undefined;
      if (known && known.read(value) === undefined) throw tvmError(`Check failed: ${name}: ${option} must be ${known.wanted}`);
    }
    const made = builtIn(name, options);
    const keepsApart = values[names.indexOf("fskip")] ?? null;
    return new PassObject(keepsApart === null || made.kind !== "built-in" ? made : { ...made, keepsApart });
  });
}

const mergeComposite = hostFunction("MergeComposite", "pattern_table", (m, table) => {
  const pass = findPass("MergeComposite");
  if (!pass) throw new Error("MergeComposite is not built.");
  const entries = entriesOf(m, table ?? null);
  return new PassObject({ kind: "built-in", pass, options: {}, tables: { patterns: compositePatterns(m, entries), rules: {} }, entries });
});

/** The functions by name. */
export const builtInPasses: Readonly<Record<string, Value>> = {
  ...Object.fromEntries(Object.entries(signatures).map(([name, signature]) => [name, making(name, signature)])),
  ...Object.fromEntries(
    Object.entries(unsupported).map(([name, signature]) => [
      name,
      hostFunction(name, signature, () => new PassObject({ kind: "unsupported", name })),
    ]),
  ),
  MergeComposite: mergeComposite,
};

/** Any pass by its name: the library's own Python makes those of targets. */
export const namedPass = hostFunction("named_pass", "name, **options", (m, name = null, options = null) => {
  const given = options instanceof PyDict ? textEntries(options) : [];
  return new PassObject(builtIn(String(name), Object.fromEntries(given.map(([option, value]) => [option, optionOf(m, value)]))));
});
