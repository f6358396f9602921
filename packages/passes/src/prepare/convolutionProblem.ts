/**
 * Convolutions of constants that have a type, but that the reference has no code for. Follows
 * python/tvm/topi/nn/{conv1d,conv1d_transpose,conv2d_transpose,conv3d_transpose,utils}.py.
 */

import { readKernelLayout } from "@relayscope/evaluate";
import { relatedType } from "@relayscope/infer";
import { attrOf, type Call, calledOp, dimValue, intOf, intsOf, type Type, typesEqual, withAttrs } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";

/** The operators for whose `padding` one number is not enough. */
const paddedBySide: ReadonlySet<string> = new Set(["nn.conv1d", "nn.conv2d", "nn.conv3d", "nn.conv2d_transpose", "nn.conv3d_transpose"]);

/** Why a convolution of that type can't be compiled; undefined if it can, or is another operator. */
export function convolutionProblem(call: Call, result: Type, operators: OperatorDefinitions): string | undefined {
  const name = calledOp(call) ?? "";
  const { attrs } = call;
  if (paddedBySide.has(name) && intsOf(attrOf(attrs, "padding"))?.length === 1) return "its `padding` is a single number";
  if (name.endsWith("_transpose")) {
    const strides = intsOf(attrOf(attrs, "strides")) ?? [];
    const isLarge = intsOf(attrOf(attrs, "output_padding"))?.some((more, i) => more >= (strides[i] ?? 1));
    if (isLarge) return "its `output_padding` is not smaller than its `strides`";
  }
  const problem = name === "nn.conv2d" ? planarProblem(call) : name === "nn.conv3d" ? differentTypes(call) : undefined;
  if (problem) return problem;
  const read = readKernelLayout(name, attrs);
  const given = attrOf(attrs, "kernel_layout");
  if (read === undefined || read === given || !attrs) return undefined;
  const types = call.args.map((arg) => arg.checkedType);
  if (!types.every((type) => type !== undefined)) return undefined;
  const related = relatedType(operators)({ ...call, attrs: withAttrs(attrs, { kernel_layout: read }) }, types);
  if (related !== undefined && typesEqual(related, result)) return undefined;
  return `its kernel is \`${given}\`, while it is computed as \`${read}\``;
}

/** Why a convolution over height and width has no code. */
function planarProblem(call: Call): string | undefined {
  const { attrs } = call;
  const [layout, kernel] = [String(attrOf(attrs, "data_layout")), String(attrOf(attrs, "kernel_layout"))];
  const groups = intOf(attrOf(attrs, "groups")) ?? 1;
  const isBlocked = /^NCHW\d+c$/.test(layout);
  const isKnown = isBlocked || layout === "NCHW" || layout === "NHWC" || (layout === "HWCN" && groups === 1);
  if (!isKnown) return `it has no code for \`${layout}\`${groups === 1 ? "" : ` in ${groups} groups`}`;
  const isDepthwise = groups > 1 && groups === sizeAlong(call, 0, layout, "C") && groups === sizeAlong(call, 1, kernel, "O");
  const isTaken = isBlocked
    ? /^OIHW\d+i\d+o$/.test(kernel)
    : layout === "NCHW"
      ? kernel === "OIHW"
      : kernel === "HWIO" || (kernel === "HWOI" && layout === "NHWC" && groups > 1);
  if (!isTaken) return `it has no code for \`${layout}\` with a kernel \`${kernel}\``;
  // The code for one kernel a channel compares no types where it is the general one.
  const isGeneral = isDepthwise && intsOf(attrOf(attrs, "dilation"))?.some((step) => step !== 1);
  return layout === "NCHW" && !isGeneral ? differentTypes(call) : undefined;
}

function sizeAlong(call: Call, place: number, layout: string, axis: string): number | undefined {
  const type = call.args[place]?.checkedType;
  const dim = type?.kind === "TensorType" ? type.shape[layout.indexOf(axis)] : undefined;
  return dim === undefined ? undefined : dimValue(dim);
}

function differentTypes({ args }: Call): string | undefined {
  const [data, kernel] = args.map(({ checkedType: type }) => (type?.kind === "TensorType" ? type.dtype : undefined));
  if (data === kernel || (data === "uint8" && kernel === "int8")) return undefined;
  return `its data is ${data} and its kernel ${kernel}`;
}
