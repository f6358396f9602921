/** Diagnostics of the passes on layouts, and the reasons in rules. */
import { type Call, diagnostic, type Expr, failure, nameOf } from "@relayscope/ir";

export const notALayout = (name: string) =>
  failure("not-a-layout", `\`${name}\` is not a layout, and TVM raises here.`, undefined, [
    "A layout is written like `NCHW` or `NCHW4c`: a size is before each lower-case letter and nowhere else, and each such letter splits a whole axis of the layout.",
  ]);
export const layoutRefused = (call: Expr, problem: string) =>
  failure("layout-refused", `The layouts around \`${nameOf(call)}\`: ${problem}`, call);
export const strandedLayout = (call: Expr) =>
  failure(
    "stranded-layout",
    `\`${nameOf(call)}\` gives a new layout to an \`if\`, a \`let\`, a nested tuple or another value that passes it on unchanged, and TVM raises here.`,
    call,
    ["Move the branch, the binding or the tuple away from the argument of the call whose layout is converted."],
  );
export const desiredLayoutRefused = (call: Call, problem: string) =>
  failure("desired-layout-refused", `The layouts desired for \`${nameOf(call)}\` are refused: ${problem}`, call, [
    "See the option `desired_layouts`: a list for each operator, the data's layout first; `default` is the usual layout of a kernel.",
  ]);
/** AlterOpLayout found nothing to do, since it knows no device. */
export const noDevice = () =>
  diagnostic("no-device", "No device is known here, so no operator asks for another layout.", { severity: "info" });

/** Why a rule can't determine a call's layouts: ends of the sentence of `layoutRefused`. */
export const layoutProblems = {
  argumentCount: (spoken: number, given: number) => `its rule speaks of ${spoken} arguments, the call has ${given}; TVM raises here.`,
  otherCount: "the altered call takes or gives another number of values, and TVM raises here.",
  severalResults: "its rule speaks of several results, the call has one; TVM raises here.",
  fieldNotSpokenOf: (index: number) => `the rule of its call does not speak of field \`${index}\`, and TVM raises here.`,
  noArguments: "The pass asks a call without arguments for its layout.",
  notATuple: "The pass asks a value that is not a tuple for its layout.",
  notATensor: "The pass asks a value that is not a tensor for its layout.",
  noAxis: (layout: string, axis: string | number) => `The layout \`${layout}\` has no axis \`${axis}\`.`,
  noAxisToRequantize: (layout: string, letter: string) => `The layout \`${layout}\` has no axis \`${letter}\` to requantize along.`,
  missesAxis: (layout: string, letter: string) => `The layout \`${layout}\` lacks the axis \`${letter}\`.`,
  notWhole: (layout: string, index: number) => `Axis \`${index}\` of the layout \`${layout}\` is a piece of another axis.`,
  cannotFollow: (small: string, large: string, to: string) => `The layout \`${small}\` can't follow \`${large}\` to \`${to}\`.`,
  slicesDiffer: "`slice_like` has arguments of different layouts, and TVM raises here.",
  notOneAxis: "`fixed_point_multiply_per_axis` needs a layout with exactly one axis, and TVM raises here.",
  openSlicePermuted: "A slice up to the end of a dimension of unknown size can't follow a permutation.",
  openSliceSplit: "A slice up to the end of a dimension of unknown size can't follow a split axis.",
  tooFewNumbers: "`strided_slice` has fewer begins, ends or strides than its layout asks for.",
  poolingTurns: (from: string, to: string) => `Pooling takes the layout \`${from}\` and gives \`${to}\`.`,
  reductionOutside: "A reduction runs along an axis that its tensor does not have.",
} as const;

/** Why the layouts desired for a call can't be had: ends of the sentence of `desiredLayoutRefused`. */
export const desiredProblems = {
  count: (wanted: number, given: number) => `the operator needs ${wanted}, but ${given} are given.`,
  dataDefault: "the data's layout can't be `default`.",
  notSupported: (layout: string) => `\`${layout}\` is not supported.`,
  kernelDefault: (data: string) => `with \`${data}\`, the kernel's layout can't be \`default\`.`,
  noAxis: (layout: string, letter: string) => `the layout \`${layout}\` has no axis \`${letter}\`.`,
  channelsNotKnown: (layout: string) => `the channels of the layout \`${layout}\` are not known.`,
  notATensor: "an argument is not a tensor.",
  noChannels: "its attribute `channels` must be given.",
  none: "none is given.",
  onePadding: "TVM's builder does not take one number as the padding of all axes.",
  regionsNotDefault: "the regions' layout must be `default`.",
} as const;
