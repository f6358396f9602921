/**
 * Operators of lowered code: memory, the virtual machine, calls of lowered functions. Follows src/relay/op/memory, vm
 * and call.
 */
import { attrOf, type Dim, dimValue, elementOf, type TensorData, type Type, tensorType, tupleType, typeText } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { dtypeField, intField, intsField, objectField, stringField } from "../fields.ts";
import { dimsAttr, textAttr } from "../relations/attributes.ts";
import { demandScalar, dimOf, tensorOf, tensorsOf, tupleOf } from "../relations/guards.ts";
import { shapeOf } from "../relations/identity.ts";
import { demand, refuse } from "../relations/refusal.ts";
import type { TypeRelation } from "../typeRelation.ts";

/** The type of allocated memory: a data type that the module declares. */
const storageType: Type = { kind: "TypeCall", func: { kind: "GlobalTypeVar", name: "Storage" }, args: [] };
const nothing = tupleType([]);

const allocStorage: TypeRelation = (types) => {
  const [size, , alignment] = tensorsOf(types, 3) ?? [];
  if (!size || !alignment) return undefined;
  for (const [tensor, name] of [
    [size, "size"],
    [alignment, "alignment"],
  ] as const) {
    demandScalar(tensor, name);
    demand(tensor.dtype === "int64", `\`${name}\` must be an \`int64\`, not \`${tensor.dtype}\`.`);
  }
  return storageType;
};

/** The attribute `const_shape` repeats the argument; without it the reference leaves the result open. */
const allocTensor: TypeRelation = (types, attrs, reporter) => {
  reporter.assign(0, storageType);
  const [offset, shape] = [tensorOf(types, 1), tensorOf(types, 2)];
  if (!offset || !shape) return undefined;
  const rank = shape.shape.length === 0 ? 0 : (dimValue(dimOf(shape, 0, "shape")) ?? refuse("`shape` must have a known length."));
  const sizes = reporter.constantOf?.(2);
  if (!sizes || (attrOf(attrs, "const_shape") ?? null) === null) return undefined;
  demand(sizes.shape.length === 1 && sizes.values.length === rank, "`const_shape` and `shape` differ in length.");
  return tensorType(sizesOf(sizes), textAttr(attrs, "dtype"));
};

function sizesOf(tensor: TensorData): readonly Dim[] {
  return Array.from({ length: tensor.values.length }, (_, i) => Number(elementOf(tensor, i)));
}

const invokeOperator: TypeRelation = (types, _attrs, reporter) => {
  const [callee, inputs, outputs] = [types[0], tupleOf(types, 1, "InternalError"), tupleOf(types, 2, "InternalError")];
  if (!callee || callee.kind === "IncompleteType" || !inputs || !outputs) return undefined;
  if (callee.kind !== "FuncType") return refuse(`\`op\` must be a function, not \`${typeText(callee)}\`.`);
  reporter.assign(1, tupleType(callee.params));
  reporter.assign(2, callee.result.kind === "TensorType" ? tupleType([callee.result]) : callee.result);
  return nothing;
};

const reshapeTensor: TypeRelation = (types, attrs) => {
  const tensor = tensorOf(types, 0, "InternalError");
  return tensor && tensorType(dimsAttr(attrs, "newshape"), tensor.dtype);
};

const callLowered: TypeRelation = (types, _attrs, reporter) => {
  const [callee, args] = [types[0], tupleOf(types, 1)];
  if (!callee || callee.kind === "IncompleteType" || !args) return undefined;
  if (callee.kind !== "FuncType") return refuse(`\`func\` must be a function, not \`${typeText(callee)}\`.`);
  reporter.assign(1, tupleType(callee.params));
  return callee.result;
};

export const runtimeOperators: readonly OperatorDefinition[] = [
  defineOperator("memory.alloc_storage", "Allocates memory.", {
    args: ["size", "shape", "alignment"],
    attrs: defineAttrs("AllocStorageAttrs", [
      dtypeField("dtype", "float32", "The data type it is for."),
      objectField("virtual_device", undefined, "The device it is on."),
    ]),
    fusionKind: "opaque",
    isStateful: false,
    relation: allocStorage,
  }),
  defineOperator("memory.alloc_tensor", "A tensor in allocated memory.", {
    args: ["storage", "offset", "shape"],
    attrs: defineAttrs("AllocTensorAttrs", [
      dtypeField("dtype", "float32", "The data type."),
      objectField("const_shape", undefined, "The shape, where it is a constant."),
      objectField("assert_shape", undefined, "The shape that the result must have."),
    ]),
    fusionKind: "opaque",
    isStateful: false,
    relation: allocTensor,
  }),
  defineOperator("memory.kill", "Frees a value.", {
    args: ["to_free"],
    fusionKind: "opaque",
    isStateful: true,
    relation: () => nothing,
  }),
  defineOperator("vm.shape_of", "A tensor's shape, read at run time.", {
    args: ["tensor"],
    attrs: defineAttrs("ShapeOfAttrs", [dtypeField("dtype", "", "The result's data type.")]),
    fusionKind: "opaque",
    isStateful: false,
    relation: shapeOf,
  }),
  defineOperator("vm.invoke_tvm_op", "Calls a compiled operator, which writes into given tensors.", {
    args: ["op", "ins", "outs"],
    fusionKind: "opaque",
    isStateful: true,
    relation: invokeOperator,
  }),
  defineOperator("vm.reshape_tensor", "The same memory, seen in another shape.", {
    args: ["data", "shape"],
    attrs: defineAttrs("ReshapeTensorAttrs", [intsField("newshape", undefined, "The shape.")]),
    fusionKind: "opaque",
    isStateful: false,
    relation: reshapeTensor,
  }),
  defineOperator("call_lowered", "Calls a function that has been lowered.", {
    args: ["func", "call_args"],
    attrs: defineAttrs("CallLoweredAttrs", [objectField("metadata", { kind: "Dict", entries: new Map() }, "Metadata from lowering.")]),
    fusionKind: "opaque",
    isStateful: false,
    relation: callLowered,
  }),
  defineOperator("parser.MetaRef", "Represents an entry of the metadata section while a text is read.", {
    args: [],
    attrs: defineAttrs("MetaRefAttrs", [
      stringField("node_type_key", undefined, "The entry's kind."),
      intField("node_index", undefined, "The entry's number among its kind."),
    ]),
    isStateful: false,
    relation: () => refuse("An entry of the metadata section must be read before types are inferred.", [], "TVMError"),
  }),
  // names that the reference knows without having defined them
  defineOperator("hardswish", "A name without a definition in TVM 0.19.0.", { args: [] }),
  defineOperator("scatter", "A name without a definition in TVM 0.19.0: use `scatter_elements`.", { args: [] }),
];
