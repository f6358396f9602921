/** Operators that pick elements by index or by a condition. Follows src/relay/op/tensor/transform.cc. */
import { at, dimValue, type TensorType, tensorType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { dtypeField, intField, objectField, stringField } from "../fields.ts";
import { intAttr, optionalIntAttr } from "../relations/attributes.ts";
import { broadcastTensors } from "../relations/broadcast.ts";
import {
  axisWithin,
  demandIntegers,
  dimOf,
  isSignedDtype,
  knownTensorOf,
  mayEqual,
  relationOver,
  tensorsOf,
  tupleTensorsOf,
} from "../relations/guards.ts";
import { indexDepth } from "../relations/indices.ts";
import { oneHotShape } from "../relations/oneHot.ts";
import { demand } from "../relations/refusal.ts";
import type { TypeRelation } from "../typeRelation.ts";

const take = relationOver(2, ([tensor, places], attrs) => {
  demandIntegers(places, "indices");
  const given = optionalIntAttr(attrs, "axis");
  if (given === undefined) return tensorType(places.shape, tensor.dtype);
  const [rank, placesRank] = [tensor.shape.length, places.shape.length];
  const axis = given < 0 ? given + rank : given;
  const batch = intAttr(attrs, "batch_dims");
  demand(axis <= rank, `\`axis=${given}\` is outside the ${rank} dimensions of \`data\`.`);
  demand(0 <= batch && batch <= placesRank && batch <= axis, `\`batch_dims=${batch}\` does not fit \`axis=${given}\` and the indices.`);
  // The reference reserves this many dimensions, which the library of C++ refuses.
  demand(rank - 1 + placesRank - batch >= 0, "A scalar has no axis to take from.", [], "TVMError");
  return tensorType([...tensor.shape.slice(0, axis), ...places.shape.slice(batch), ...tensor.shape.slice(axis + 1)], tensor.dtype);
});

const gather: TypeRelation = (types, attrs) => {
  const [tensor, places] = tensorsOf(types, 2, "InternalError") ?? [];
  if (!tensor || !places) return undefined;
  demand(isSignedDtype(places.dtype), `\`indices\` must hold signed integers, not \`${places.dtype}\`.`);
  const given = intAttr(attrs, "axis");
  demand(tensor.shape.length === places.shape.length, "`data` and `indices` must have the same number of dimensions.");
  const axis = axisWithin(given, tensor);
  places.shape.forEach((dim, i) => {
    if (i === axis) demand((dimValue(dim) ?? 1) >= 1, "`indices` is empty.");
    else demand(mayEqual(dim, at(tensor.shape, i)), `\`data\` and \`indices\` differ in size along axis ${i}.`);
  });
  return tensorType(places.shape, tensor.dtype);
};

const gatherNd: TypeRelation = (types, attrs) => {
  const [tensor, places] = tensorsOf(types, 2, "InternalError") ?? [];
  if (!tensor || !places) return undefined;
  const depth = indexDepth(places, tensor);
  const batch = intAttr(attrs, "batch_dims");
  for (let i = 0; i < batch; i++) {
    demand(mayEqual(dimOf(tensor, i, "data"), dimOf(places, i + 1, "indices")), `\`data\` and \`indices\` differ in batch axis ${i}.`);
  }
  demand(depth + batch >= 0, `\`batch_dims=${batch}\` is below zero.`);
  return tensorType([...places.shape.slice(1), ...tensor.shape.slice(depth + batch)], tensor.dtype);
};

const scatterElements: TypeRelation = (types) => {
  const [tensor, places] = tensorsOf(types, 3, "InternalError") ?? [];
  if (!tensor || !places) return undefined;
  demandIntegers(places, "indices");
  return tensor;
};

/** Sizes of the updates are not compared, but there must be dimensions to compare. */
const scatterNd: TypeRelation = (types) => {
  const [tensor, places, updates] = tensorsOf(types, 3, "InternalError") ?? [];
  if (!tensor || !places || !updates) return undefined;
  demandIntegers(places, "indices");
  const depth = indexDepth(places, tensor);
  const updated = places.shape.length - 1 + tensor.shape.length - depth;
  const least = tensor.shape.length > depth ? updated : places.shape.length - 1;
  demand(updates.shape.length >= least, `\`updates\` must have ${updated} dimensions.`);
  return tensor;
};

const where = relationOver(3, ([condition, x, y]) => {
  demand(x.dtype === y.dtype, `\`x\` and \`y\` must have one data type, not \`${x.dtype}\` and \`${y.dtype}\`.`);
  return broadcastTensors(condition, broadcastTensors(x, y, x.dtype), x.dtype);
});

const argwhere = relationOver(1, ([tensor]) => tensorType(["?", tensor.shape.length], "int32"));

const advancedIndex: TypeRelation = (types) => {
  const [tensor, first, ...others] = tupleTensorsOf(types, 0) ?? [];
  if (!tensor) return undefined;
  demand(first !== undefined, "`adv_index` needs at least one tensor of indices.");
  demand(others.length + 1 <= tensor.shape.length, "There are more tensors of indices than dimensions.");
  const places = others.reduce<TensorType>((a, b) => broadcastTensors(a, b, tensor.dtype), first);
  return tensorType([...places.shape, ...tensor.shape.slice(others.length + 1)], tensor.dtype);
};

const unravelIndex: TypeRelation = (types) => {
  const [places, shape] = tensorsOf(types, 2, "InternalError") ?? [];
  if (!places || !shape) return undefined;
  demandIntegers(places, "data");
  demandIntegers(shape, "shape");
  return tensorType([dimOf(shape, 0, "shape"), ...places.shape.slice(0, 1)], places.dtype);
};

const oneHot: TypeRelation = (types, attrs) => {
  const places = knownTensorOf(types, 0);
  const depth = intAttr(attrs, "depth");
  demand(depth > 0, `\`depth=${depth}\` must be above zero.`);
  return oneHotShape(places, attrs, depth);
};

export const oneHotAttrs = defineAttrs("OneHotAttrs", [
  intField("depth", 1, "How many places each index has."),
  intField("axis", -1, "Where the new axis is; -1: at the end."),
  dtypeField("dtype", "", "The result's data type."),
]);

export const indexingOperators: readonly OperatorDefinition[] = [
  defineOperator("take", "Elements along an axis, picked by index.", {
    args: ["data", "indices"],
    attrs: defineAttrs("TakeAttrs", [
      objectField("batch_dims", 0, "How many leading axes data and indices share."),
      objectField("axis", null, "The axis to pick along; None: the flattened tensor."),
      stringField("mode", "clip", "What happens to an index that is out of range: `clip`, `wrap` or `fast`."),
    ]),
    fusionKind: "injective",
    relation: take,
  }),
  defineOperator("gather", "Elements along an axis, picked by an index for each place.", {
    args: ["data", "indices"],
    attrs: defineAttrs("GatherAttrs", [objectField("axis", null, "The axis to pick along.")]),
    fusionKind: "injective",
    relation: gather,
  }),
  defineOperator("gather_nd", "Slices of the tensor, picked by tuples of indices along the first axis of `indices`.", {
    args: ["data", "indices"],
    attrs: defineAttrs("GatherNDAttrs", [
      objectField("batch_dims", 0, "How many leading axes data and indices share."),
      objectField("index_rank", null, "How long a tuple of indices is, where the shape does not say."),
    ]),
    fusionKind: "injective",
    relation: gatherNd,
  }),
  defineOperator("scatter_elements", "The tensor with updates put at an index for each place along an axis.", {
    args: ["data", "indices", "updates"],
    attrs: defineAttrs("ScatterElementsAttrs", [
      objectField("axis", 0, "The axis along which indices count."),
      stringField(
        "reduction",
        "update",
        "How updates are combined with the existing values: `update`, `add`, `mul`, `mean`, `min` or `max`.",
      ),
    ]),
    fusionKind: "opaque",
    relation: scatterElements,
  }),
  defineOperator("scatter_nd", "The tensor with slices put at tuples of indices.", {
    args: ["data", "indices", "updates"],
    attrs: defineAttrs("ScatterNDAttrs", [
      stringField("mode", "update", "How updates are combined with the existing values: `update`, `add`, `mul`, `min` or `max`."),
    ]),
    fusionKind: "opaque",
    relation: scatterNd,
  }),
  defineOperator("where", "Elements of one tensor where the condition is true, of the other where it is not.", {
    args: ["condition", "x", "y"],
    fusionKind: "broadcast",
    relation: where,
  }),
  defineOperator("argwhere", "The indices of all elements that are not zero, one in a row.", {
    args: ["condition"],
    fusionKind: "opaque",
    isStateful: false,
    relation: argwhere,
  }),
  defineOperator("adv_index", "Slices of a tensor, picked by tensors of indices that broadcast.", {
    args: ["inputs"],
    fusionKind: "injective",
    isStateful: false,
    relation: advancedIndex,
  }),
  defineOperator("unravel_index", "Flat indices as coordinates in a shape.", {
    args: ["data", "shape"],
    fusionKind: "injective",
    relation: unravelIndex,
  }),
  defineOperator("one_hot", "A value at each index, another everywhere else, along a new axis.", {
    args: ["indices", "on_value", "off_value"],
    attrs: oneHotAttrs,
    fusionKind: "out_elemwise_fusable",
    relation: oneHot,
  }),
];
