/**
 * The static form of each dynamic operator. Follows the table in src/relay/transforms/dynamic_to_static.cc;
 * `dyn.expand_dims` has none there.
 */
import { type Attrs, type AttrValue, at, attrOf, type Call, calledOp, type Expr, type TensorData } from "@relayscope/ir";
import { argumentAt } from "../../core/callArguments.ts";
import type { OperatorCalls } from "../../core/operatorCalls.ts";
import { firstIntegerOf, floatsOf, integersOf, rowsOf, scalarOf } from "./constantValues.ts";

/** An argument whose value becomes an attribute. */
export interface ConstantArgument {
  readonly expr: Expr;
  readonly data: TensorData;
}

export interface StaticForm {
  /** Places of the arguments that must be constants. */
  readonly constants: readonly number[];
  /** The static call; `values` in the order of `constants`. */
  readonly make: (call: Call, values: readonly ConstantArgument[], calls: OperatorCalls) => Call;
}

/** The static form of a dynamic operator; undefined if there is none. */
export function staticFormOf(operator: string): StaticForm | undefined {
  return Object.hasOwn(forms, operator) ? forms[operator] : undefined;
}

/** The static form of a dynamic call if all arguments that it needs are constants with data; undefined otherwise. */
export function staticCall(call: Call, calls: OperatorCalls): Call | undefined {
  const form = staticFormOf(calledOp(call) ?? "");
  const values: ConstantArgument[] = [];
  for (const place of form?.constants ?? []) {
    const expr = call.args[place];
    if (expr?.kind !== "Constant" || !expr.data) return undefined;
    values.push({ expr, data: expr.data });
  }
  return form?.make(call, values, calls);
}

type AttrsFrom = (data: readonly TensorData[], attrs: Attrs | undefined) => Readonly<Record<string, AttrValue>>;

/**
 * A form that keeps the arguments `kept`, turns the arguments `constants` into attributes, and takes over the
 * attributes `same`.
 */
function form(
  name: string,
  kept: readonly number[],
  constants: readonly number[],
  attrsFrom: AttrsFrom,
  same: readonly string[] = [],
): StaticForm {
  return {
    constants,
    make(call, values, calls) {
      const taken = Object.fromEntries(same.map((attribute) => [attribute, attrOf(call.attrs, attribute) ?? null]));
      const made = attrsFrom(
        values.map((v) => v.data),
        call.attrs,
      );
      return calls(
        name,
        kept.map((i) => at(call.args, i)),
        { ...taken, ...made },
      );
    },
  };
}

/** An attribute that is the integers of the only constant. */
function integers(attribute: string): AttrsFrom {
  return ([data]) => ({ [attribute]: data ? integersOf(data) : null });
}

/** Attributes that are the constants in order, all read the same way. */
function each(attributes: readonly string[], read: (data: TensorData) => AttrValue): AttrsFrom {
  return (data) => Object.fromEntries(data.map((d, i) => [at(attributes, i), read(d)]));
}

const resizeAttributes = [
  "layout",
  "method",
  "coordinate_transformation_mode",
  "rounding_method",
  "cubic_alpha",
  "cubic_exclude",
  "extrapolation_value",
  "out_dtype",
];

const pad: StaticForm = {
  constants: [1, 2],
  make(call, [widths, value], calls) {
    // The value must be a scalar, though it stays an argument.
    if (value) scalarOf(value.data);
    const attrs = { pad_width: widths ? rowsOf(widths.data) : null, pad_mode: attrOf(call.attrs, "pad_mode") ?? "constant" };
    return calls("nn.pad", [argumentAt(call, 0), value?.expr ?? argumentAt(call, 2)], attrs);
  },
};

const forms: Readonly<Record<string, StaticForm>> = {
  "dyn.reshape": form("reshape", [0], [1], integers("newshape")),
  "dyn.squeeze": form("squeeze", [0], [1], integers("axis")),
  "dyn.tile": form("tile", [0], [1], integers("reps")),
  "dyn.topk": form("topk", [0], [1], each(["k"], firstIntegerOf), ["axis", "ret_type", "is_ascend", "dtype"]),
  "dyn.broadcast_to": form("broadcast_to", [0], [1], integers("shape")),
  "dyn.zeros": form("zeros", [], [0], integers("shape"), ["dtype"]),
  "dyn.ones": form("ones", [], [0], integers("shape"), ["dtype"]),
  "dyn.full": form("full", [0], [1], integers("shape"), ["dtype"]),
  "dyn.one_hot": form("one_hot", [0, 1, 2], [3], each(["depth"], firstIntegerOf), ["axis", "dtype"]),
  "dyn.image.resize2d": form(
    "image.resize2d",
    [0],
    [1, 2],
    ([size, roi]) => ({ size: size ? integersOf(size) : null, roi: roi ? floatsOf(roi) : null }),
    resizeAttributes,
  ),
  "dyn.nn.upsampling": form("nn.upsampling", [0], [1, 2], each(["scale_h", "scale_w"], scalarOf), ["layout", "method", "align_corners"]),
  "dyn.nn.upsampling3d": form("nn.upsampling3d", [0], [1, 2, 3], each(["scale_d", "scale_h", "scale_w"], scalarOf), [
    "layout",
    "method",
    "coordinate_transformation_mode",
  ]),
  "dyn.nn.pad": pad,
  "dyn.strided_slice": form("strided_slice", [0], [1, 2, 3], each(["begin", "end", "strides"], integersOf), ["slice_mode"]),
  "dyn.sparse_to_dense": form("sparse_to_dense", [0, 1, 2], [3], integers("output_shape")),
};
