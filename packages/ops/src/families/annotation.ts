/**
 * Marks that passes put between operators. Follows src/relay/op/annotation, src/relay/op/memory and src/relay/quantize.
 */
import { type AttrSchema, scalarType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { boolField, dtypeField, intField, objectField, stringField } from "../fields.ts";
import { relationOver } from "../relations/guards.ts";
import { identity } from "../relations/identity.ts";
import { demand } from "../relations/refusal.ts";

const compilerAttrs = defineAttrs("CompilerAttrs", [stringField("compiler", undefined, "The compiler's name.")]);

/** An unconstrained device, as the reference prints it. */
const anyDevice = { kind: "Raw", text: "VirtualDevice(?)" } as const;

function mark(name: string, description: string, attrs?: AttrSchema): OperatorDefinition {
  const parts = { args: ["data"], fusionKind: "opaque", isStateful: false, relation: identity } as const;
  return defineOperator(name, description, attrs ? { ...parts, attrs } : parts);
}

const simulatedQuantize = relationOver(1, ([tensor], _attrs, reporter) => {
  demand(tensor.shape.length > 0, "A scalar can't be quantized.");
  for (const i of [1, 2, 3]) reporter.assign(i, scalarType("float32"));
  return tensor;
});

export const annotationOperators: readonly OperatorDefinition[] = [
  mark("annotation.stop_fusion", "Keeps operators before and after it from being fused."),
  mark(
    "annotation.cast_hint",
    "Marks the data type to which a value may be cast.",
    defineAttrs("CastHintAttrs", [dtypeField("dtype", undefined, "The data type.")]),
  ),
  mark("annotation.bitpack_start", "Where a stretch of bit-packed layout begins."),
  mark("annotation.bitpack_end", "Where a stretch of bit-packed layout ends."),
  mark("annotation.checkpoint", "A value that is kept for the gradient; the values in between are computed again."),
  mark("annotation.compiler_begin", "Where a value enters a region of a compiler.", compilerAttrs),
  mark("annotation.compiler_end", "Where a value leaves a region of a compiler.", compilerAttrs),
  // without a relation in the reference: partial evaluation puts it in and takes it out
  defineOperator("annotation.with_funcid", "Gives a function a number, during partial evaluation.", {
    args: ["func"],
    attrs: defineAttrs("WithFuncIdAttrs", [intField("fid", -1, "The number.")]),
  }),
  // two structs go by this name in the reference: quantization writes the last three fields, the reader knows the first
  defineOperator("relay.op.annotation.simulated_quantize", "Rounds and clips as quantization would, in floating point.", {
    args: ["data", "dom_scale", "clip_min", "clip_max"],
    attrs: defineAttrs("SimulatedQuantizeAttrs", [
      intField("axis", -1, "The axis of channels."),
      objectField("kind", null, "What is quantized: 1 an input, 2 a weight, 3 an activation."),
      boolField("sign", true, "Whether integers are signed."),
      stringField("rounding", "round", "How to round: `floor`, `ceil`, `round` or `stochastic_round`."),
    ]),
    fusionKind: "elemwise",
    relation: simulatedQuantize,
  }),
  defineOperator("on_device", "Says on which device an expression is computed.", {
    args: ["body"],
    attrs: defineAttrs("OnDeviceAttrs", [
      objectField("virtual_device", anyDevice, "The device."),
      boolField("constrain_result", false, "Whether the result must be there."),
      boolField("constrain_body", true, "Whether the expression must be computed there."),
    ]),
    fusionKind: "opaque",
    isStateful: false,
    relation: identity,
  }),
  defineOperator("device_copy", "Copies a value from one device to another.", {
    args: ["data"],
    attrs: defineAttrs("DeviceCopyAttrs", [
      objectField("src_virtual_device", undefined, "The device that it is on."),
      objectField("dst_virtual_device", undefined, "The device that it goes to."),
    ]),
    fusionKind: "opaque",
    isStateful: false,
    relation: identity,
  }),
  defineOperator("debug", "Stops the interpreter, then passes the value on.", {
    args: ["program"],
    attrs: defineAttrs("DebugAttrs", [objectField("debug_func", undefined, "The function to call.")]),
    fusionKind: "opaque",
    relation: identity,
  }),
];
