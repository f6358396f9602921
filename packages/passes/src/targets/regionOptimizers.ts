/**
 * A target's hook on the function of each region before it is handed over: the reference's
 * `relay.ext.<target>.optimize`, which arm_compute_lib and clml have (python/tvm/relay/op/contrib). A target's own file
 * may define another. A hook is a separate pass, run on a module of that one function.
 */
import { type Attrs, type Call, type Expr, type Func, func, type LineageRecorder, moduleOf } from "@relayscope/ir";
import { hookedTargets } from "../byoc/regionHooks.ts";
import { functionPass } from "../core/functionPass.ts";
import { inferType } from "../core/inferType.ts";
import type { AlteredCall } from "../core/layoutConverter.ts";
import { definePass, type Pass, type PassContext } from "../core/pass.ts";
import { recordThrough } from "../core/recordMade.ts";
import { runSequence, type SequenceStep } from "../core/sequence.ts";
import { convertLayout } from "../layout/convertLayout.ts";
import { rewriteLayouts } from "../layout/layoutRewriter.ts";
import { clmlConvolution } from "../layout/targetConverters.ts";
import { canonicalizeOps } from "../prepare/canonicalizeOps.ts";
import { foldConstant } from "../prepare/foldConstant.ts";

function layouts(desired: Readonly<Record<string, readonly string[]>>, converters = ""): SequenceStep {
  const options = { desired_layouts: desired, converters };
  return { pass: convertLayout, options, required: [inferType, canonicalizeOps] };
}

/** Convolutions in the layouts that the library needs; only if the pass context's level lets ConvertLayout run. */
const armComputeLibHook = definePass({
  name: "relay.ext.arm_compute_lib.optimize",
  summary: "Converts the convolutions of a region to NHWC with kernels in OHWI.",
  upstream: ["python/tvm/relay/op/contrib/arm_compute_lib.py"],
  run({ module, context }) {
    const desired = { "nn.conv2d": ["NHWC", "OHWI"], "qnn.conv2d": ["NHWC", "OHWI"] };
    return runSequence([layouts(desired, "arm_compute_lib"), { pass: foldConstant }], module, context);
  },
});

/** The step AlterOpLayout of the hook of clml, which alters convolutions alone there. */
const alterConvolutions = functionPass({
  name: "AlterOpLayout",
  summary: "Converts convolutions to the layouts of clml.",
  upstream: ["python/tvm/relay/op/contrib/clml.py"],
  optLevel: 3,
  requires: [inferType, canonicalizeOps],
  runFunction({ f, context, lineage }) {
    const alter = (original: Call, attrs: Attrs | undefined, args: readonly Expr[]): AlteredCall | undefined => {
      if (original.op.kind !== "Op" || original.op.name !== "nn.conv2d" || !attrs) return undefined;
      return { op: original.op, args, attrs: clmlConvolution({ call: original, attrs, args, desired: [] }).attrs };
    };
    const result = rewriteLayouts(f, alter, context, lineage);
    return result.kind === "Function" ? result : f;
  },
});

/** Runs at level 3, whatever the pass context's level. */
const clmlHook = definePass({
  name: "relay.ext.clml.optimize",
  summary: "Converts the convolutions of a region to NCHW with kernels in OIHW.",
  upstream: ["python/tvm/relay/op/contrib/clml.py"],
  run({ module, context }) {
    const steps: readonly SequenceStep[] = [
      layouts({ "nn.conv2d": ["NCHW", "OIHW"] }),
      layouts({ "nn.conv2d_transpose": ["NCHW", "OIHW"] }),
      { pass: alterConvolutions, required: [inferType, canonicalizeOps] },
      { pass: foldConstant },
    ];
    return runSequence(steps, module, { ...context, optLevel: 3, requiredPasses: [], disabledPasses: [] });
  },
});

const hooks: Readonly<Record<(typeof hookedTargets)[number], Pass>> = { arm_compute_lib: armComputeLibHook, clml: clmlHook };

/** The function of a region after its target's hook; the same function if the target has no hook. */
export function optimizedRegion(f: Func, target: string, context: PassContext, lineage: LineageRecorder): Func {
  const known = hookedTargets.find((name) => name === target);
  const hook = context.tables?.regionHooks?.get(target) ?? (known && hooks[known]);
  if (!hook) return f;
  const result = runSequence([{ pass: inferType }, { pass: hook }], moduleOf([["main", f]]), context);
  const main = result.module.functions.get("main");
  if (!main || main === f) return f;
  recordThrough(main, result.lineage, lineage);
  const optimized = func(main);
  lineage.record(optimized, f);
  return optimized;
}
