/**
 * Operators that make one tensor of several, or several of one. Follows src/relay/op/tensor/transform.{h,cc} and
 * math.cc.
 */
import {
  type Attrs,
  at,
  attrOf,
  type Dim,
  dimText,
  dimValue,
  isAttrList,
  isReference,
  type TensorType,
  tensorType,
  tupleType,
  typeText,
} from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { intField, objectField, stringField } from "../fields.ts";
import { intAttr, intListAttr, textAttr } from "../relations/attributes.ts";
import { addDims, floorDivideDims, isAny, subtractDims } from "../relations/dimArithmetic.ts";
import { einsumShape } from "../relations/einsum.ts";
import { axisWithin, mayEqual, tensorOf, tupleTensorsOf } from "../relations/guards.ts";
import { demand, type Manner, refusedBy } from "../relations/refusal.ts";
import type { TypeRelation } from "../typeRelation.ts";

function demandAlike(name: string, list: readonly TensorType[], first: TensorType): void {
  const manner = name === "concatenate" ? "TVMError" : undefined;
  for (const tensor of list) {
    demand(tensor.shape.length === first.shape.length, `\`${name}\` needs tensors with the same number of dimensions.`, [], manner);
    demandOneDtype(name, tensor, first, manner);
  }
}

function demandOneDtype(name: string, tensor: TensorType, first: TensorType, manner: Manner | undefined): void {
  const isAlike = tensor.dtype === first.dtype;
  demand(isAlike, `\`${name}\` needs tensors of one data type, not \`${first.dtype}\` and \`${tensor.dtype}\`.`, [], manner);
}

/** The relation of `concatenate`: tensors of a tuple, joined along an axis. */
export const concatenate: TypeRelation = (types, attrs) => {
  const list = tupleTensorsOf(types, 0);
  const first = list?.[0];
  if (!list || !first) return undefined;
  const axis = refusedBy("report", () => axisWithin(intAttr(attrs, "axis"), first));
  demandAlike("concatenate", list, first);
  const along = list.map((tensor) => at(tensor.shape, axis));
  const isDynamic = along.some(isAny);
  const shape = first.shape.map((_, i): Dim => {
    if (i === axis) return isDynamic ? "?" : along.reduce(addDims);
    const dims = list.map((tensor) => at(tensor.shape, i));
    const known = dims.filter((dim) => !isAny(dim));
    const size = known[0];
    if (size === undefined) return "?";
    demand(
      known.every((dim) => mayEqual(size, dim)),
      `\`concatenate\` along axis ${axis} needs tensors of one size along axis ${i}.`,
      [],
      "TVMError",
    );
    // a partly known size is kept only where the joined axis is unknown too
    return known.length === dims.length || isDynamic ? size : "?";
  });
  return tensorType(shape, first.dtype);
};

const stack: TypeRelation = (types, attrs) => {
  const list = tupleTensorsOf(types, 0, "InternalError");
  const first = list?.[0];
  if (!list || !first) return undefined;
  const rank = first.shape.length;
  const given = intAttr(attrs, "axis");
  demand(-rank - 1 <= given && given <= rank, `\`axis=${given}\` is outside the ${rank + 1} dimensions of the result.`);
  const axis = given < 0 ? given + rank + 1 : given;
  demandAlike("stack", list, first);
  for (const tensor of list) {
    // the reference leaves out the dimension of the operands that has the new axis' number
    const differs = first.shape.findIndex((dim, i) => i !== axis && !mayEqual(dim, at(tensor.shape, i)));
    const message = `\`stack\` needs tensors of one shape, not \`${typeText(first)}\` and \`${typeText(tensor)}\`.`;
    demand(differs < 0, message, [], "report");
  }
  return tensorType([...first.shape.slice(0, axis), list.length, ...first.shape.slice(axis)], first.dtype);
};

const meshgrid: TypeRelation = (types, attrs) => {
  const list = tupleTensorsOf(types, 0);
  const first = list?.[0];
  if (!list || !first) return undefined;
  const shape = list.map((tensor): Dim => {
    demandOneDtype("meshgrid", tensor, first, "report");
    demand(tensor.shape.length <= 1, `\`meshgrid\` needs scalars and vectors, not \`${typeText(tensor)}\`.`, [], "report");
    return tensor.shape[0] ?? 1;
  });
  if (textAttr(attrs, "indexing") === "xy" && shape.length >= 2) [shape[0], shape[1]] = [at(shape, 1), at(shape, 0)];
  return tupleType(list.map(() => tensorType(shape, first.dtype)));
};

const einsum: TypeRelation = (types, attrs) => {
  const list = tupleTensorsOf(types, 0);
  const first = list?.[0];
  if (!list || !first) return undefined;
  for (const tensor of list) demandOneDtype("einsum", tensor, first, "TVMError");
  const shape = einsumShape(
    textAttr(attrs, "equation"),
    list.map((tensor) => tensor.shape),
  );
  return tensorType(shape, first.dtype);
};

const split: TypeRelation = (types, attrs) => {
  const tensor = tensorOf(types, 0);
  const where = attrOf(attrs, "indices_or_sections");
  if (!tensor || isReference(where)) return undefined;
  demand(tensor.shape.length > 0, "A scalar can't be split.");
  const axis = axisWithin(intAttr(attrs, "axis"), tensor);
  const whole = at(tensor.shape, axis);
  const sizes = where !== undefined && where !== null && isAttrList(where) ? piecesAt(whole, attrs) : equalPieces(whole, attrs);
  return tupleType(sizes.map((size) => tensorType(tensor.shape.with(axis, size), tensor.dtype)));
};

function equalPieces(whole: Dim, attrs: Attrs | undefined): readonly Dim[] {
  const count = intAttr(attrs, "indices_or_sections");
  const pieces = (size: Dim) => Array<Dim>(Math.max(count, 0)).fill(size);
  if (isAny(whole)) return pieces("?");
  const size = dimValue(whole);
  demand(
    count !== 0 && (size === undefined || size % count === 0),
    `An axis of size \`${dimText(whole)}\` can't be split into ${count} equal pieces.`,
  );
  return pieces(count > 0 ? floorDivideDims(whole, count) : whole);
}

function piecesAt(whole: Dim, attrs: Attrs | undefined): readonly Dim[] {
  let begin = 0;
  const sizes: Dim[] = [];
  for (const index of intListAttr(attrs, "indices_or_sections")) {
    demand(index > begin, "`indices_or_sections` must ascend.");
    sizes.push(index - begin);
    begin = index;
  }
  const size = dimValue(whole);
  demand(size === undefined || begin < size, `\`indices_or_sections\` reaches \`${begin}\`, but the axis ends at \`${size}\`.`);
  return [...sizes, isAny(whole) ? "?" : subtractDims(whole, begin)];
}

export const joinOperators: readonly OperatorDefinition[] = [
  defineOperator("concatenate", "Tensors, one after the other along an axis.", {
    args: ["data"],
    attrs: defineAttrs("ConcatenateAttrs", [intField("axis", 0, "The axis along which tensors are joined.")]),
    fusionKind: "injective",
    relation: concatenate,
  }),
  defineOperator("stack", "Tensors of one shape, joined along a new axis.", {
    args: ["data"],
    attrs: defineAttrs("StackAttrs", [objectField("axis", 0, "Where the new axis is.")]),
    fusionKind: "injective",
    relation: stack,
  }),
  defineOperator("split", "The tensor, cut into pieces along an axis.", {
    args: ["data"],
    attrs: defineAttrs("SplitAttrs", [
      objectField("indices_or_sections", undefined, "How many equal pieces, or where to cut."),
      intField("axis", 0, "The axis to cut."),
    ]),
    fusionKind: "injective",
    relation: split,
  }),
  defineOperator("meshgrid", "Coordinate grids of vectors: a tensor for each vector.", {
    args: ["data"],
    attrs: defineAttrs("MeshgridAttrs", [stringField("indexing", "ij", "`ij` for matrix order, `xy` for the first two axes swapped.")]),
    fusionKind: "injective",
    relation: meshgrid,
  }),
  defineOperator("einsum", "Einstein summation over tensors.", {
    args: ["data"],
    attrs: defineAttrs("EinsumAttrs", [stringField("equation", undefined, "The summation, such as `ij,jk->ik`.")]),
    fusionKind: "injective",
    relation: einsum,
  }),
];
