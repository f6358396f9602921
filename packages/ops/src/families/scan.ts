/**
 * Operators that run along sequences and diagonals, and Fourier transforms. Follows src/relay/op/tensor/transform.cc.
 */
import { type AttrField, type Dim, tensorType, tupleType, typeText } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { boolField, doubleField, dtypeField, intField, intsField, objectField } from "../fields.ts";
import { dtypeAttr, flagAttr, intAttr, optionalIntAttr } from "../relations/attributes.ts";
import { addDims, floorDivideDims, isAny, productOfDims, subtractDims } from "../relations/dimArithmetic.ts";
import { demandScalar, dimOf, knownTensorOf, tensorOf, tensorsOf } from "../relations/guards.ts";
import { identity } from "../relations/identity.ts";
import { demand } from "../relations/refusal.ts";
import type { TypeRelation } from "../typeRelation.ts";

/** A truth value that the reference keeps as an object. */
function boxedBoolField(name: string, doc: string): AttrField {
  return { name, type: "int", default: false, doc };
}

const scanAttrs = defineAttrs("ScanopAttrs", [
  objectField("axis", null, "The axis to run along; None: the flattened tensor."),
  dtypeField("dtype", "", "The result's data type; the tensor's where it is open."),
  boxedBoolField("exclusive", "Whether an element's own value is left out."),
]);

const scan: TypeRelation = (types, attrs) => {
  const tensor = tensorOf(types, 0, "InternalError");
  if (!tensor) return undefined;
  const dtype = dtypeAttr(attrs, "dtype") ?? tensor.dtype;
  if (optionalIntAttr(attrs, "axis") !== undefined) return tensorType(tensor.shape, dtype);
  demand(tensor.shape.length > 0, "A scalar has no axis to run along.");
  return tensorType([productOfDims(tensor.shape)], dtype);
};

const unique: TypeRelation = (types, attrs) => {
  const tensor = tensorOf(types, 0, "InternalError");
  if (!tensor) return undefined;
  demand(tensor.shape.length === 1, `\`unique\` needs a vector, not \`${typeText(tensor)}\`.`);
  const places = tensorType(tensor.shape, "int32");
  const counts = flagAttr(attrs, "return_counts") ? [places] : [];
  return tupleType([tensor, places, places, tensorType([1], "int32"), ...counts]);
};

const sequenceMask: TypeRelation = (types, attrs, reporter) => {
  const [tensor, lengths] = [knownTensorOf(types, 0), knownTensorOf(types, 1)];
  const axis = intAttr(attrs, "axis");
  demand(axis === 0 || axis === 1, `\`axis=${axis}\` must be 0 or 1.`);
  reporter.assign(1, tensorType([dimOf(tensor, 1 - axis, "data")], lengths.dtype));
  return tensor;
};

/** Sizes are not compared, but there must be dimensions to compare. */
const matrixSetDiag: TypeRelation = (types, attrs) => {
  const [tensor, diagonal] = [knownTensorOf(types, 0), knownTensorOf(types, 1)];
  const [lower, upper] = [intAttr(attrs, "k1"), intAttr(attrs, "k2")];
  demand(upper >= lower, `\`k2=${upper}\` is below \`k1=${lower}\`.`);
  const [rank, diagonalRank] = [tensor.shape.length, diagonal.shape.length];
  demand(rank >= 2, `\`input\` must have at least 2 dimensions, but is \`${typeText(tensor)}\`.`);
  const least = lower === upper ? 1 : 2;
  demand(diagonalRank >= least && diagonalRank - (lower === upper ? 1 : 2) <= rank, "`diagonal` does not fit `input`.");
  return tensor;
};

const trilu: TypeRelation = (types) => {
  const [tensor, k] = tensorsOf(types, 2, "InternalError") ?? [];
  if (!tensor || !k) return undefined;
  demandScalar(k, "k");
  return tensor;
};

const fourier: TypeRelation = (types) => {
  const [real, imaginary] = tensorsOf(types, 2, "InternalError") ?? [];
  return real && imaginary && tupleType([real, imaginary]);
};

const shortTimeFourier: TypeRelation = (types, attrs) => {
  const tensor = tensorOf(types, 0, "InternalError");
  if (!tensor) return undefined;
  const size = intAttr(attrs, "n_fft");
  const batch = tensor.shape.length === 2 ? tensor.shape.slice(0, 1) : [];
  const length = dimOf(tensor, batch.length, "data");
  const frames: Dim = isAny(length) ? "?" : addDims(floorDivideDims(subtractDims(length, size), intAttr(attrs, "hop_length")), 1);
  const bins = flagAttr(attrs, "onesided") ? Math.trunc(size / 2) + 1 : size;
  return tensorType([...batch, bins, frames, 2], tensor.dtype);
};

const perAxisMultiply: TypeRelation = (types) => tensorsOf(types, 4, "InternalError")?.[0];

export const scanOperators: readonly OperatorDefinition[] = [
  defineOperator("cumsum", "Sum of all elements up to each.", { args: ["data"], attrs: scanAttrs, fusionKind: "opaque", relation: scan }),
  defineOperator("cumprod", "Product of all elements up to each.", {
    args: ["data"],
    attrs: scanAttrs,
    fusionKind: "opaque",
    relation: scan,
  }),
  defineOperator("unique", "The distinct elements of a vector, with indices, inverse indices, their number, and counts if asked for.", {
    args: ["data"],
    attrs: defineAttrs("UniqueAttrs", [
      boolField("sorted", true, "Whether the elements are sorted."),
      boolField("return_counts", false, "Whether counts are returned, too."),
    ]),
    fusionKind: "opaque",
    relation: unique,
  }),
  defineOperator("sequence_mask", "The tensor with everything after each sequence's length replaced by a value.", {
    args: ["data", "valid_length"],
    attrs: defineAttrs("SequenceMaskAttrs", [
      doubleField("mask_value", 0, "What is put after the end."),
      intField("axis", 0, "The axis along which sequences run: 0 or 1."),
    ]),
    fusionKind: "injective",
    relation: sequenceMask,
  }),
  defineOperator("matrix_set_diag", "Matrices with some of their diagonals replaced.", {
    args: ["input", "diagonal"],
    attrs: defineAttrs("MatrixSetDiagAttrs", [
      intField("k1", 0, "The lowest diagonal."),
      intField("k2", 0, "The highest diagonal."),
      boolField("super_diag_right_align", true, "Whether diagonals above the main one are aligned to the right."),
      boolField("sub_diag_right_align", false, "Whether diagonals below the main one are aligned to the right."),
    ]),
    fusionKind: "injective",
    relation: matrixSetDiag,
  }),
  defineOperator("trilu", "The upper or lower triangle of matrices; the rest is zero.", {
    args: ["data", "k"],
    attrs: defineAttrs("TriluAttrs", [boolField("upper", true, "Whether the upper triangle is kept.")]),
    fusionKind: "elemwise",
    relation: trilu,
  }),
  defineOperator("invert_permutation", "The inverse of a permutation.", {
    args: ["data"],
    fusionKind: "injective",
    isStateful: false,
    relation: identity,
  }),
  defineOperator("dft", "Discrete Fourier transform: real and imaginary parts.", {
    args: ["re_data", "im_data"],
    attrs: defineAttrs("DFTAttrs", [boxedBoolField("inverse", "Whether to transform back.")]),
    fusionKind: "opaque",
    relation: fourier,
  }),
  defineOperator("stft", "Fourier transform of short windows that slide over a signal.", {
    args: ["data", "window"],
    attrs: defineAttrs("StftAttrs", [
      intField("n_fft", -1, "The size of a transform."),
      intField("hop_length", -1, "The distance between windows."),
      intField("win_length", -1, "The size of a window."),
      boolField("normalized", false, "Whether results are divided by the root of the size."),
      boolField("onesided", true, "Whether only the non-redundant half is returned."),
    ]),
    fusionKind: "opaque",
    relation: shortTimeFourier,
  }),
  defineOperator("fixed_point_multiply_per_axis", "Each element times a fixed-point number of its channel, in integer arithmetic.", {
    args: ["data", "fp_multiplier", "left_shift", "right_shift"],
    attrs: defineAttrs("FixedPointMultiplyPerAxisAttrs", [
      boolField("is_lshift_required", false, "Whether there are left shifts."),
      boolField("is_rshift_required", false, "Whether there are right shifts."),
      intsField("axes", undefined, "The axes that channels are counted along."),
    ]),
    fusionKind: "broadcast",
    relation: perAxisMultiply,
  }),
];
