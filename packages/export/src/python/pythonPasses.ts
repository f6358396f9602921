/**
 * How a script creates each pass in TVM 0.19.0: the transforms of `tvm.relay.transform`, and functions of targets and
 * of the quantizer, which are in other modules.
 */

/** A Python expression that takes a module and returns one, or why there is none. */
export type PythonPass =
  | { readonly kind: "transform"; readonly needs: "options" | "table" | "targets" }
  /**
   * A function that is called with the module, outside of any Sequential, and changes the regions of the target that it
   * names.
   */
  | {
      readonly kind: "call";
      readonly module: string;
      readonly callee: string;
      readonly compiler: string;
      /** Whether it also looks at names of composites, which begin with the target's. */
      readonly readsComposites?: boolean;
    }
  /** An object that is a pass. */
  | { readonly kind: "object"; readonly module: string; readonly make: string }
  | { readonly kind: "bind" }
  | { readonly kind: "none"; readonly reason: string };

const contrib = "tvm.relay.op.contrib.";
const quantizer = "tvm.relay.quantize.quantize";
/** Not a pass of TVM: a mutator of expressions that the script defines. */
const withoutStops = [
  'tvm.relay.transform.function_pass(lambda f, mod, ctx: type("RemoveStopFusion", (tvm.relay.ExprMutator,), {"visit_call": lambda self, call:',
  '(lambda new: new.args[0] if getattr(new.op, "name", "") == "annotation.stop_fusion" else new)(super(type(self), self).visit_call(call))',
  '})().visit(f), opt_level=0, name="RemoveStopFusion")',
].join(" ");
const older = (release: string): PythonPass => ({ kind: "none", reason: `it left TVM with ${release}; 0.19.0 has no such pass` });
const inside: PythonPass = { kind: "none", reason: "TVM has it as a step inside PartitionGraph alone" };

const special: ReadonlyMap<string, PythonPass> = new Map<string, PythonPass>([
  ["MergeComposite", { kind: "transform", needs: "table" }],
  ["AnnotateTarget", { kind: "transform", needs: "targets" }],
  ["BindParameters", { kind: "bind" }],
  ["RemoveDropoutPass", { kind: "object", module: `${contrib}clml`, make: "RemoveDropoutPass()" }],
  ["OptimizeBatchnormPass", { kind: "object", module: `${contrib}clml`, make: "OptimizeBatchnormPass()" }],
  ["MrvlRemoveDropoutPass", { kind: "object", module: `${contrib}mrvl`, make: "MrvlRemoveDropoutPass()" }],
  ["MrvlRemoveCopyPass", { kind: "object", module: `${contrib}mrvl`, make: "MrvlRemoveCopyPass()" }],
  [
    "RepartitionMrvlSubgraphs",
    { kind: "call", module: `${contrib}mrvl`, callee: "repartition_mrvl_subgraphs", compiler: "mrvl", readsComposites: true },
  ],
  ["AddMrvlAttributes", { kind: "none", reason: "it adds attributes for Marvell's own tools and leaves the regions as they are" }],
  ["LegalizeQnnForDnnl", { kind: "call", module: `${contrib}dnnl`, callee: "legalize_qnn_for_dnnl", compiler: "dnnl" }],
  ["PruneDnnlSubgraphs", { kind: "call", module: `${contrib}dnnl`, callee: "prune_dnnl_subgraphs", compiler: "dnnl" }],
  ["PruneTensorrtSubgraphs", { kind: "call", module: `${contrib}tensorrt`, callee: "prune_tensorrt_subgraphs", compiler: "tensorrt" }],
  ["QuantizePartition", { kind: "object", module: quantizer, make: "partition()" }],
  ["QuantizeAnnotate", { kind: "object", module: quantizer, make: "annotate()" }],
  ["QuantizeRealize", { kind: "object", module: quantizer, make: "realize()" }],
  [
    "QuantizeCalibrate",
    { kind: "object", module: quantizer, make: 'tvm.transform.module_pass(calibrate(None), opt_level=1, name="QuantizeCalibrate")' },
  ],
  ["RemoveStopFusion", { kind: "object", module: "tvm.relay", make: withoutStops }],
  ["PartitionConversions", { kind: "none", reason: "it splits the module by hand in the quantizer's own flow" }],
  ["FlattenNestedTuples", inside],
  ["RemoveDefaultAnnotations", inside],
  ["NameMangleExtFuncs", inside],
  ["VitisAIAnnotationPass", { kind: "none", reason: "it needs the tool of Vitis AI" }],
  ["CMSISNNFusePads", older("0.18.0")],
  ["GenerateCMSISNNConstants", older("0.18.0")],
  ["ScalarToTensorConstants", older("0.18.0")],
  ["ExtractConstantsFromPartitionedFunction", older("0.18.0")],
  ["ConvertEquivalents", older("0.18.0")],
  ["InlineNonComputeIntensivePartitions", older("0.18.0")],
  ["ReplicatePads", older("0.18.0")],
  ["PreprocessExternalFuncIO", older("0.18.0")],
]);

/**
 * The pass of that name as a script makes it. Names come from the checked pipeline: an unknown one is treated as a
 * transform.
 */
export function pythonPass(name: string): PythonPass {
  return special.get(name) ?? { kind: "transform", needs: "options" };
}

/** Options without a default in Python, with those of the page. */
const required: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ConvertLayout: { desired_layouts: {} },
  InlineCompilerFunctionsBoundTo: { global_vars: [] },
  SplitArgs: { max_function_args: 0 },
};

/** Options of a pass as a call in Python needs them: all that are set, and those that Python has no default for. */
export function givenOptions(name: string, set: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...(Object.hasOwn(required, name) ? required[name] : {}), ...set };
}

/** The module of TVM 0.19.0 with the table and the rules of a built-in target; undefined if there is none. */
export function upstreamModule(target: string): string | undefined {
  if (target === "coremlcompiler") return "tvm.relay.op.contrib.coreml";
  const known = ["dnnl", "tensorrt", "cutlass", "cublas", "cudnn", "arm_compute_lib", "bnns", "clml", "mrvl"];
  return known.includes(target) ? contrib + target : undefined;
}

/** Where TVM reads a target's settings: in the current target, or as arguments of the function that makes its table. */
export function settingsGoTo(target: string): "target" | "table" {
  return target === "tensorrt" ? "target" : "table";
}
