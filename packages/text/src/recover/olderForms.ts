/**
 * What changed in Relay's operators from TVM 0.5 to 0.19.0, a line a change, with the version that came with it. Found
 * by comparing the attribute structs (include/tvm/relay/attrs) and the registered operators (src/relay/op,
 * src/relay/qnn/op) of the releases. No line is needed where a default has another name and the same meaning: kernel
 * layouts of transposed convolutions (`OIHW` until 0.11, `IOHW` since), `rounding` of qnn.requantize.
 */
import { type AttrValue, constant, type Expr, isAttrList, type Span, scalarTensor, scalarType, tuple } from "@relayscope/ir";
import type { WrittenAttribute } from "../parse/parseAttributes.ts";

/** A call as it is in the text. */
export interface WrittenCall {
  readonly operator: string;
  readonly args: readonly Expr[];
  readonly attributes: readonly WrittenAttribute[];
  readonly span: Span;
}

/** One thing that changed about an operator. */
export interface Change {
  readonly operator: string;
  /** The version that prints it as it is now. */
  readonly since: string;
  /** The difference today, as the end of a sentence about the operator. */
  readonly says: string;
  /** The call in the newer form; undefined where it is not in the older. */
  readonly apply: (call: WrittenCall) => WrittenCall | undefined;
  /** Whether the call looks the same today, so that only the text's age (a header `v0.0.4`) shows the other meaning. */
  readonly isEarly?: boolean;
}

type Apply = Change["apply"];

function change(since: string, operator: string, says: string, apply: Apply): Change {
  return { operator, since, says, apply };
}

/** The operator has another name; `and` changes what else did. */
function renamed(since: string, operator: string, name: string, and: Apply = (call) => call): Change {
  return change(since, operator, `is \`${name}\``, (call) => {
    const other = { ...call, operator: name };
    return and(other) ?? other;
  });
}

/** An attribute that is required now, and the former meaning of its absence. */
function added(since: string, operator: string, name: string, value: (call: WrittenCall) => AttrValue | undefined): Change {
  return change(since, operator, `says \`${name}\``, (call) => {
    if (has(call, name)) return undefined;
    const before = value(call);
    return before === undefined ? undefined : withAttribute(call, name, before);
  });
}

/**
 * As `added`, only for texts up to 0.6: an attribute that is still optional, but with another meaning of its absence.
 */
function addedToEarly(...line: Parameters<typeof added>): Change {
  return { ...added(...line), isEarly: true };
}

/** A renamed attribute, with another value if `value` returns one. */
function attribute(
  since: string,
  operator: string,
  name: string,
  newer: string,
  value: (value: AttrValue) => AttrValue = (v) => v,
): Change {
  return change(since, operator, `has \`${newer}\` for \`${name}\``, (call) => {
    const before = valueOf(call, name);
    return before === undefined || has(call, newer) ? undefined : withAttribute(without(call, name), newer, value(before));
  });
}

/** A removed attribute. */
function dropped(since: string, operator: string, name: string): Change {
  return change(since, operator, `has no \`${name}\``, (call) => (has(call, name) ? without(call, name) : undefined));
}

/** Names of an attribute's values that are others now. */
function values(since: string, operator: string, name: string, names: Readonly<Record<string, string>>): Change {
  return change(since, operator, `has other names for what \`${name}\` may be`, (call) => {
    const value = valueOf(call, name);
    const newer = typeof value === "string" && Object.hasOwn(names, value) ? names[value] : undefined;
    return newer === undefined ? undefined : withAttribute(without(call, name), name, newer);
  });
}

/**
 * Attributes that are arguments now, after `count` others, in this order: each with its data type and what its absence
 * meant.
 */
function arguments_(
  since: string,
  operator: string,
  count: number,
  added: readonly (readonly [name: string, dtype: string, before?: number])[],
): Change {
  const names = added.map(([name]) => `\`${name}\``).join(", ");
  return change(since, operator, `takes ${names} as ${added.length === 1 ? "an argument" : "arguments"}`, (call) => {
    if (call.args.length !== count) return undefined;
    let rest = call;
    const args: Expr[] = [...call.args];
    for (const [name, dtype, before] of added) {
      const value = valueOf(call, name) ?? before;
      const made = value === undefined ? undefined : argumentOf(value, dtype, call);
      if (!made) return undefined;
      args.push(made);
      rest = without(rest, name);
      if (stillSaid.has(`${operator}.${name}`)) rest = withAttribute(rest, name, null);
    }
    return { ...rest, args };
  });
}

/** Attributes that became arguments and are still named, without a value. */
const stillSaid: ReadonlySet<string> = new Set(["arange.start", "arange.stop", "arange.step", "vision.get_valid_counts.score_threshold"]);

/**
 * Of version 0.7's making: what is in attributes was an argument, too; where the attributes do not say it, the operator
 * is dynamic now.
 */
function dynamic(operator: string, count: number, dynamicCount: number, attribute: string): Change {
  const name = `dyn.${operator}`;
  return change("0.7", operator, `has \`${attribute}\` as an attribute, or is \`${name}\``, (call) => {
    if (call.args.length <= count) return undefined;
    const value = valueOf(call, attribute);
    if (value !== undefined && value !== null) return { ...call, args: call.args.slice(0, count) };
    if (call.args.length !== dynamicCount) return undefined;
    return { ...(value === undefined ? withAttribute(call, attribute, null) : call), operator: name };
  });
}

const zeros = (count: number): AttrValue => new Array<AttrValue>(count).fill({ kind: "Float", value: 0 });
const methods = { bilinear: "linear", trilinear: "linear", bicubic: "cubic" };
const cases = { NEAREST_NEIGHBOR: "nearest_neighbor", BILINEAR: "bilinear", BICUBIC: "bicubic" };
const binaryQuantization = ["lhs", "rhs", "output"].flatMap((side) => [
  [`${side}_scale`, "float32"] as const,
  [`${side}_zero_point`, "int32"] as const,
]);
const productQuantization = [
  ["input_scale", "float32", 1],
  ["input_zero_point", "int32"],
  ["kernel_scale", "float32", 1],
  ["kernel_zero_point", "int32"],
] as const;
const conversion = ["input", "output"].flatMap((side) => [[`${side}_scale`, "float32"] as const, [`${side}_zero_point`, "int32"] as const]);

export const changes: readonly Change[] = [
  // Names.
  renamed("0.6", "nn.contrib_adaptive_avg_pool2d", "nn.adaptive_avg_pool2d"),
  renamed("0.7", "contrib.adaptive_avg_pool2d", "nn.adaptive_avg_pool2d"),
  renamed("0.7", "contrib.adaptive_max_pool2d", "nn.adaptive_max_pool2d"),
  renamed("0.7", "contrib.ndarray_size", "ndarray_size"),
  renamed("0.7", "_contrib_reverse_reshape", "contrib_reverse_reshape"),
  renamed("0.7", "nn.contrib_conv2d_NCHWc_int8", "nn.contrib_conv2d_NCHWc"),
  renamed("0.7", "memory.invoke_tvm_op", "vm.invoke_tvm_op"),
  renamed("0.7", "annotation.simulated_quantize", "relay.op.annotation.simulated_quantize"),
  renamed("0.8", "image.resize", "image.resize2d"),
  renamed("0.8", "dyn.image.resize", "dyn.image.resize2d"),
  renamed("0.12", "scatter", "scatter_elements", (call) => (has(call, "reduction") ? call : withAttribute(call, "reduction", "update"))),
  renamed("0.12", "scatter_add", "scatter_elements", (call) => withAttribute(call, "reduction", "add")),
  // Attributes that became arguments, and the other way round.
  arguments_("0.6", "arange", 0, [
    ["start", "float32", 0],
    ["stop", "float32"],
    ["step", "float32", 1],
  ]),
  arguments_("0.7", "qnn.conv2d", 2, productQuantization),
  arguments_("0.7", "qnn.dense", 2, productQuantization),
  arguments_("0.7", "qnn.requantize", 1, conversion),
  arguments_("0.7", "qnn.quantize", 1, conversion.slice(2)),
  arguments_("0.7", "qnn.dequantize", 1, conversion.slice(0, 2)),
  arguments_("0.7", "qnn.add", 2, binaryQuantization),
  arguments_("0.7", "qnn.mul", 2, binaryQuantization),
  arguments_("0.7", "qnn.concatenate", 1, [
    ["input_scales", "float32"],
    ["input_zero_points", "int32"],
    ["output_scale", "float32"],
    ["output_zero_point", "int32"],
  ]),
  arguments_("0.8", "nn.pad", 1, [["pad_value", "float32", 0]]),
  arguments_("0.8", "dyn.nn.pad", 2, [["pad_value", "float32", 0]]),
  arguments_("0.8", "vision.get_valid_counts", 1, [["score_threshold", "float32", 0]]),
  arguments_("0.8", "vision.non_max_suppression", 4, [["iou_threshold", "float32", 0.5]]),
  change("0.10", "qnn.leaky_relu", "takes the scale and zero point of its result", (call) =>
    call.args.length === 3 ? { ...call, args: [...call.args, ...call.args.slice(1)] } : undefined,
  ),
  change("0.8", "vision.non_max_suppression", "takes `indices`, `max_output_size` and `iou_threshold` as arguments", (call) => {
    if (call.args.length !== 2) return undefined;
    const most = argumentOf(valueOf(call, "max_output_size") ?? -1, "int32", call);
    const overlap = argumentOf(valueOf(call, "iou_threshold") ?? { kind: "Float", value: 0.5 }, "float32", call);
    return most && overlap && { ...call, args: [...call.args, unknownArgument(call), most, overlap] };
  }),
  change("0.7", "memory.alloc_tensor", "takes `offset` as an argument", (call) => {
    const [storage, shape] = call.args;
    const offset = argumentOf(0, "int64", call);
    return storage && shape && offset && call.args.length === 2 ? { ...call, args: [storage, offset, shape] } : undefined;
  }),
  change("0.14", "memory.alloc_storage", "takes `shape` as an argument", (call) => {
    const [size, alignment] = call.args;
    return size && alignment && call.args.length === 2 ? { ...call, args: [size, unknownArgument(call), alignment] } : undefined;
  }),
  dynamic("reshape", 1, 2, "newshape"),
  dynamic("tile", 1, 2, "reps"),
  dynamic("broadcast_to", 1, 2, "shape"),
  dynamic("full", 1, 2, "shape"),
  dynamic("zeros", 0, 1, "shape"),
  dynamic("ones", 0, 1, "shape"),
  dynamic("topk", 1, 2, "k"),
  dynamic("one_hot", 3, 4, "depth"),
  dynamic("strided_slice", 1, 4, "begin"),
  dynamic("nn.pad", 2, 3, "pad_width"),
  dynamic("nn.upsampling", 1, 3, "scale_h"),
  // Attributes under other names.
  attribute("0.5", "nn.conv2d", "weight_layout", "kernel_layout"),
  change("0.6", "nn.upsampling", "has `scale_h` and `scale_w` for `scale`", (call) => {
    const scale = valueOf(call, "scale");
    if (scale === undefined || has(call, "scale_h")) return undefined;
    return withAttribute(withAttribute(without(call, "scale"), "scale_h", scale), "scale_w", scale);
  }),
  attribute("0.7", "image.resize", "align_corners", "coordinate_transformation_mode", cornerMode),
  attribute("0.7", "image.resize2d", "align_corners", "coordinate_transformation_mode", cornerMode),
  attribute("0.9", "on_device", "se_scope", "virtual_device", virtualDevice),
  attribute("0.9", "memory.alloc_storage", "se_scope", "virtual_device", virtualDevice),
  attribute("0.9", "device_copy", "src_se_scope", "src_virtual_device", virtualDevice),
  attribute("0.9", "device_copy", "dst_se_scope", "dst_virtual_device", virtualDevice),
  attribute("0.9", "device_copy", "src_dev_type", "src_virtual_device", deviceOfType),
  attribute("0.9", "device_copy", "dst_dev_type", "dst_virtual_device", deviceOfType),
  numberedDevice("on_device"),
  numberedDevice("memory.alloc_storage"),
  attribute("0.9", "on_device", "is_fixed", "constrain_result"),
  attribute("0.15", "nn.contrib_conv2d_gemm_weight_transform", "tile_rows", "tile_N"),
  attribute("0.15", "nn.contrib_conv2d_gemm_weight_transform", "tile_cols", "tile_K"),
  // Attributes that came, went, or have other values.
  values("0.6", "nn.upsampling", "method", cases),
  values("0.6", "image.resize2d", "method", cases),
  values("0.8", "image.resize2d", "method", methods),
  values("0.8", "image.resize3d", "method", methods),
  added("0.7", "strided_slice", "strides", (call) => (has(call, "begin") ? lengthOf(call, "begin").map(() => 1) : undefined)),
  added("0.8", "strided_slice", "axes", (call) => (has(call, "begin") ? null : undefined)),
  added("0.8", "dyn.strided_slice", "axes", () => null),
  added("0.7", "topk", "k", () => 1),
  added("0.9", "image.resize2d", "roi", () => zeros(4)),
  added("0.9", "image.resize3d", "roi", () => zeros(6)),
  addedToEarly("0.7", "image.resize2d", "coordinate_transformation_mode", () => "align_corners"),
  addedToEarly("0.8", "nn.batch_matmul", "transpose_b", () => true),
  added("0.8", "memory.alloc_tensor", "const_shape", () => null),
  added("0.8", "memory.alloc_tensor", "assert_shape", () => null),
  added("0.9", "memory.alloc_storage", "virtual_device", () => null),
  added("0.14", "qnn.dequantize", "out_dtype", () => "float32"),
  added("0.14", "qnn.simulated_dequantize", "out_dtype", () => "float32"),
  dropped("0.8", "reshape", "reverse"),
  dropped("0.8", "dyn.reshape", "reverse"),
  dropped("0.8", "contrib_reverse_reshape", "reverse"),
  dropped("0.8", "vision.non_max_suppression", "max_output_size"),
  dropped("0.8", "vision.non_max_suppression", "iou_threshold"),
];

/**
 * Removed operators, with the last version that had them. Nothing replaces them: they are drawn, and have the types of
 * the text.
 */
export const goneOperators: ReadonlyMap<string, string> = new Map([
  ["vision.nms", "0.5"],
  ["memory.shape_func", "0.6"],
  ["nn.contrib_conv2d_winograd_nnpack_without_weight_transform", "0.6"],
  ["vm.shape_func", "0.8"],
  ["contrib.ethosu.binary_elementwise", "0.18"],
  ["contrib.ethosu.conv2d", "0.18"],
  ["contrib.ethosu.depthwise_conv2d", "0.18"],
  ["contrib.ethosu.identity", "0.18"],
  ["contrib.ethosu.pooling", "0.18"],
  ["contrib.ethosu.unary_elementwise", "0.18"],
]);

// ---- what the lines are made of

/** A constant of unknown type for an argument that an older text lacks. */
function unknownArgument({ span }: WrittenCall): Expr {
  return constant(undefined, undefined, { span });
}

/** The value of an attribute as it is written; undefined where it is not. */
function valueOf(call: WrittenCall, name: string): AttrValue | undefined {
  return call.attributes.find((a) => a.name === name)?.value;
}

function has(call: WrittenCall, name: string): boolean {
  return call.attributes.some((a) => a.name === name);
}

function without(call: WrittenCall, name: string): WrittenCall {
  return { ...call, attributes: call.attributes.filter((a) => a.name !== name) };
}

function withAttribute(call: WrittenCall, name: string, value: AttrValue): WrittenCall {
  const at = call.attributes.at(-1)?.span ?? call.span;
  return { ...call, attributes: [...call.attributes, { name, value, nameSpan: at, span: at }] };
}

function lengthOf(call: WrittenCall, name: string): readonly AttrValue[] {
  const value = valueOf(call, name);
  return value !== undefined && isAttrList(value) ? value : [];
}

/** An attribute's value as a constant, and a list as a tuple of constants; undefined for other values. */
function argumentOf(value: AttrValue, dtype: string, call: WrittenCall): Expr | undefined {
  if (isAttrList(value)) {
    const fields = value.map((v) => argumentOf(v, dtype, call));
    return fields.every((f) => f !== undefined) ? tuple(fields, { span: call.span }) : undefined;
  }
  if (typeof value === "object" && value !== null && value.kind === "Meta" && value.constant) return value.constant;
  const number = numberOf(value);
  if (number === undefined) return undefined;
  const made = constant(scalarTensor(number, dtype), scalarType(dtype), { span: call.span });
  // Its checked type is left to inference, as that of any node of a text.
  made.checkedType = undefined;
  return made;
}

function numberOf(value: AttrValue): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "object" || value === null || isAttrList(value)) return undefined;
  return value.kind === "Float" || value.kind === "Int" ? Number(value.value) : undefined;
}

function cornerMode(value: AttrValue): AttrValue {
  return value === true || value === 1 ? "align_corners" : "asymmetric";
}

/** `SEScope(...)` and `meta[SEScope][0]` under their later name. */
function virtualDevice(value: AttrValue): AttrValue {
  if (typeof value !== "object" || value === null || isAttrList(value)) return value;
  if (value.kind === "Raw") return { kind: "Raw", text: value.text.replace(/^SEScope\(/, "VirtualDevice(") };
  return value.kind === "Meta" ? { ...value, type: value.type.replace(/^SEScope$/, "VirtualDevice") } : value;
}

function deviceOfType(value: AttrValue): AttrValue {
  return typeof value === "number" ? { kind: "Raw", text: `VirtualDevice(device_type=${value})` } : value;
}

/** A device's type, and its number, which has no meaning of its own. */
function numberedDevice(operator: string): Change {
  return change("0.9", operator, "has `virtual_device` for `device_type`", (call) => {
    const type = valueOf(call, "device_type");
    if (typeof type !== "number" || has(call, "virtual_device")) return undefined;
    const id = valueOf(call, "device_id");
    const text = `VirtualDevice(device_type=${type}${typeof id === "number" ? `, virtual_device_id=${id}` : ""})`;
    return withAttribute(without(without(call, "device_id"), "device_type"), "virtual_device", { kind: "Raw", text });
  });
}
