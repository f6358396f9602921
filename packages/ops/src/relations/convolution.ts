/**
 * Type relations of convolutions in one, two and three spatial dimensions, in any layout.
 * Follows src/relay/op/nn/convolution.cc and convolution.h.
 */
import { type Attrs, at, type Dim, dimValue, present, type TensorType, type Type, tensorType } from "@relayscope/ir";
import type { RelationReporter } from "../typeRelation.ts";
import { dimAttr, dimsAttr, dtypeAttr, elementAt, intAttr, optionalDimsAttr, textAttr } from "./attributes.ts";
import { addDims, floorDivideDims, isAny, multiplyDims, subtractDims, truncateDivideDims } from "./dimArithmetic.ts";
import { relationOver, tensorOf } from "./guards.ts";
import { conversionToPlain, type LayoutConversion } from "./layout.ts";
import { totalPadding } from "./padding.ts";
import { demand, type Manner, refuse } from "./refusal.ts";

/** The spatial axes of a convolution, outermost first. */
export type Spatial = "W" | "HW" | "DHW";

/** The conversions between a call's layouts and the plain ones (`NCHW`, and `OIHW` or another order for weights). */
export interface ConvolutionLayouts {
  readonly data: LayoutConversion;
  readonly weight: LayoutConversion;
  readonly output: LayoutConversion;
}

/** Reads the three layout attributes; refuses what cannot be converted. */
export function convolutionLayouts(
  attrs: Attrs | undefined,
  operator: string,
  plainData: string,
  plainWeight: string,
  manner?: Manner,
): ConvolutionLayouts {
  const dataLayout = textAttr(attrs, "data_layout");
  const outputLayout = textAttr(attrs, "out_layout");
  return {
    data: conversionToPlain(operator, "a data", dataLayout, plainData, manner),
    weight: conversionToPlain(operator, "a kernel", textAttr(attrs, "kernel_layout"), plainWeight, manner),
    output: conversionToPlain(operator, "an output", outputLayout === "" ? dataLayout : outputLayout, plainData, manner),
  };
}

/** The size of a kernel with its holes: `1 + (size - 1) * dilation`. */
export function dilatedSize(size: Dim, dilation: Dim): Dim {
  return addDims(1, multiplyDims(subtractDims(size, 1), dilation));
}

/** The output size of a window sliding along an axis; `?` stays `?`. */
export function slidSize(size: Dim, padding: Dim, window: Dim, stride: Dim): Dim {
  return isAny(size) ? size : addDims(floorDivideDims(subtractDims(addDims(size, padding), window), stride), 1);
}

function convolutionPadding(attrs: Attrs | undefined, spatial: Spatial): readonly Dim[] {
  const padding = dimsAttr(attrs, "padding");
  // The reference reads a pair here, whatever follows it.
  if (spatial === "W") return [addDims(elementAt(padding, 0, "padding"), elementAt(padding, 1, "padding"))];
  return (
    totalPadding(padding, spatial.length) ??
    refuse(`\`padding\` has ${padding.length} values.`, [`It takes 1, ${spatial.length} or ${2 * spatial.length}.`])
  );
}

/** The relation of `nn.conv1d`, `nn.conv2d` and `nn.conv3d`: the result's type, given data and weight. */
export function convolutionRelation(spatial: Spatial, operator: string) {
  const rank = spatial.length;
  // In two dimensions the reference reports what it checks in the others.
  const manner = spatial === "HW" ? "report" : undefined;
  return (types: readonly Type[], attrs: Attrs | undefined, reporter: RelationReporter): Type | undefined => {
    const data = tensorOf(types, 0);
    const weight = tensorOf(types, 1);
    if (!data) return undefined;
    const groups = intAttr(attrs, "groups");
    const isGrouped = spatial === "HW" && groups > 1 && textAttr(attrs, "kernel_layout").includes("G");
    const layouts = convolutionLayouts(attrs, operator, `NC${spatial}`, `${isGrouped ? "G" : ""}OI${spatial}`, manner);
    const shape = layouts.data.forward(data.shape);
    const channels = at(shape, 1);
    const kernelSize = optionalDimsAttr(attrs, "kernel_size");
    const outputChannels = dimAttr(attrs, "channels");
    const isGiven = kernelSize !== undefined && outputChannels !== undefined;
    const isDepthwise = groups > 1 && (spatial === "HW" || (spatial === "DHW" && isGiven)) && depthwise(groups, channels, weight, layouts);
    const filters =
      kernelSize !== undefined && outputChannels !== undefined
        ? givenFilters(outputChannels, kernelSize)
        : weightFilters(outputChannels, kernelSize);
    if (!filters) return undefined;
    const dilation = dimsAttr(attrs, "dilation");
    const strides = dimsAttr(attrs, "strides");
    const padding = rank === 1 && isAny(at(shape, 2)) ? [0] : convolutionPadding(attrs, spatial);
    const output = [at(shape, 0), filters.channels];
    for (let i = 0; i < rank; i++) {
      const window = dilatedSize(elementAt(filters.size, i, "kernel_size"), elementAt(dilation, i, "dilation"));
      output.push(slidSize(at(shape, i + 2), at(padding, i), window, elementAt(strides, i, "strides")));
    }
    return tensorType(layouts.output.backward(output), dtypeAttr(attrs, "out_dtype") ?? data.dtype);

    function givenFilters(outputs: Dim, size: readonly Dim[]): Filters {
      if (rank > 1) demandRank(size, attrs, rank);
      const kernel = Array.from({ length: rank }, (_, i) => elementAt(size, i, "kernel_size"));
      const inputs = floorDivideDims(channels, groups);
      let plain: Dim[] = [outputs, inputs, ...kernel];
      if (isGrouped) plain = [groups, floorDivideDims(outputs, groups), inputs, ...kernel];
      else if (isDepthwise) plain = [channels, floorDivideDims(outputs, channels), ...kernel];
      reporter.assign(1, tensorType(layouts.weight.backward(plain), weight?.dtype ?? present(data).dtype));
      return { channels: outputs, size: kernel };
    }

    function weightFilters(outputs: Dim | undefined, size: readonly Dim[] | undefined): Filters | undefined {
      if (!weight) return undefined;
      const plain = layouts.weight.forward(weight.shape);
      if (size) {
        demand(rank === 1 || size.length === rank, `\`kernel_size\` has ${size.length} values; \`${operator}\` takes ${rank}.`);
        for (let i = 0; i < rank; i++) {
          const isEqual = reporter.canEqual(elementAt(size, i, "kernel_size"), at(plain, i + 2));
          demand(isEqual, "The weight's shape does not agree with `kernel_size`.", [], manner);
        }
      }
      const isFirst = outputs === undefined || reporter.canEqual(outputs, at(plain, 0));
      demand(isFirst, "The weight's first dimension is not `channels`.", [], manner);
      const inputs = at(plain, 1);
      if (!isAny(channels) && !isAny(inputs)) {
        const expected = rank === 1 ? channels : floorDivideDims(channels, groups);
        demand(
          reporter.canEqual(expected, inputs),
          `The weight's input channels are \`${dimValue(inputs)}\`, the data's \`${dimValue(expected)}\` a group.`,
          [],
          manner,
        );
      }
      return { channels: at(plain, 0), size: plain.slice(2) };
    }
  };
}

interface Filters {
  readonly channels: Dim;
  readonly size: readonly Dim[];
}

function depthwise(groups: number, channels: Dim, weight: TensorType | undefined, layouts: ConvolutionLayouts): boolean {
  if (!weight) return refuse("The weight's type must be known where `groups` is greater than 1.", [], "report");
  const [first] = layouts.weight.forward(weight.shape);
  return channels === groups && first === groups;
}

function demandRank(size: readonly Dim[], attrs: Attrs | undefined, rank: number): void {
  demand(size.length === rank, `\`kernel_size\` has ${size.length} values; ${rank} are needed.`);
  demand(dimsAttr(attrs, "dilation").length === rank, `\`dilation\` does not have ${rank} values.`);
}

/** The relation of `nn.conv1d_transpose`, `nn.conv2d_transpose` and `nn.conv3d_transpose`. */
export function transposedConvolutionRelation(spatial: Spatial, operator: string) {
  const rank = spatial.length;
  return (types: readonly Type[], attrs: Attrs | undefined, reporter: RelationReporter): Type | undefined => {
    const data = tensorOf(types, 0);
    const weight = tensorOf(types, 1);
    if (!data) return undefined;
    const groups = intAttr(attrs, "groups");
    const isGrouped = spatial === "HW" && groups > 1 && textAttr(attrs, "kernel_layout").includes("G");
    const layouts = convolutionLayouts(attrs, operator, `NC${spatial}`, `${isGrouped ? "G" : ""}IO${spatial}`);
    const shape = layouts.data.forward(data.shape);
    const inputs = at(shape, 1);
    const kernelSize = optionalDimsAttr(attrs, "kernel_size");
    let channels = dimAttr(attrs, "channels");
    const dilation = dimsAttr(attrs, "dilation");
    let windows: Dim[];
    if (kernelSize && channels !== undefined) {
      demandRank(kernelSize, attrs, rank);
      const outputs = floorDivideDims(channels, groups);
      const plain = isGrouped ? [groups, floorDivideDims(inputs, groups), outputs, ...kernelSize] : [inputs, outputs, ...kernelSize];
      windows = kernelSize.map((size, i) => dilatedSize(size, at(dilation, i)));
      reporter.assign(1, tensorType(layouts.weight.backward(plain), weight?.dtype ?? data.dtype));
    } else {
      if (!weight) return undefined;
      const plain = layouts.weight.forward(weight.shape);
      if (kernelSize) {
        demand(kernelSize.length === rank, `\`kernel_size\` has ${kernelSize.length} values; \`${operator}\` takes ${rank}.`);
        const isEqual = kernelSize.every((size, i) => reporter.canEqual(size, at(plain, i + 2)));
        demand(isEqual, "The weight's shape does not agree with `kernel_size`.");
      }
      const outputs = at(plain, 1);
      if (channels !== undefined) {
        demand(reporter.canEqual(floorDivideDims(channels, groups), outputs), "The weight's output channels are not `channels // groups`.");
      }
      if (!isAny(inputs) && !isAny(at(plain, 0))) {
        demand(reporter.canEqual(inputs, at(plain, 0)), "The weight's input channels are not the data's.");
      }
      channels = outputs;
      windows = plain.slice(2, 2 + rank).map((size, i) => dilatedSize(size, elementAt(dilation, i, "dilation")));
      // The reference takes a three-dimensional weight's height for its width here, and the other way round.
      if (rank === 3) windows = [at(windows, 0), at(windows, 2), at(windows, 1)];
    }
    const padding = totalPadding(dimsAttr(attrs, "padding"), rank) ?? refuse("`padding` has too many or too few values.");
    const strides = dimsAttr(attrs, "strides");
    const outputPadding = dimsAttr(attrs, "output_padding");
    const output = [at(shape, 0), channels];
    for (let i = 0; i < rank; i++) {
      const size = at(shape, i + 2);
      if (isAny(size)) {
        output.push(size);
        continue;
      }
      const spread = multiplyDims(elementAt(strides, i, "strides"), subtractDims(size, 1));
      const full = subtractDims(addDims(spread, at(windows, i)), at(padding, i));
      output.push(addDims(full, elementAt(outputPadding, i, "output_padding")));
    }
    return tensorType(layouts.output.backward(output), dtypeAttr(attrs, "out_dtype") ?? data.dtype);
  };
}

/**
 * The relation of convolutions whose weight was prepared by another operator and may have any shape: `channels` and
 * `kernel_size` must be given.
 * `plainData` is the layout that the reference computes in.
 */
export function preparedConvolutionRelation(plainData: string, plainWeight: string, operator: string) {
  const rank = plainData.length - 2;
  const first = plainData.startsWith("NC") ? 2 : 1;
  const channelAxis = plainData.indexOf("C");
  return relationOver(1, ([data], attrs) => {
    const layouts = convolutionLayouts(attrs, operator, plainData, plainWeight);
    const shape = layouts.data.forward(data.shape);
    const kernelSize = optionalDimsAttr(attrs, "kernel_size");
    const channels = dimAttr(attrs, "channels");
    if (!kernelSize || channels === undefined)
      return refuse(`\`${operator}\` needs \`channels\` and \`kernel_size\`: its weight does not give them.`);
    demandRank(kernelSize, attrs, rank);
    const dilation = dimsAttr(attrs, "dilation");
    const strides = dimsAttr(attrs, "strides");
    const padding = totalPadding(dimsAttr(attrs, "padding"), rank) ?? refuse("`padding` has too many or too few values.");
    const output = [...shape];
    output[channelAxis] = channels;
    for (let i = 0; i < rank; i++) {
      const size = at(shape, first + i);
      if (isAny(at(shape, openAxis(i)))) continue;
      const window = dilatedSize(at(kernelSize, i), at(dilation, i));
      const slid = subtractDims(addDims(size, at(padding, i)), window);
      output[first + i] = addDims(truncateDivideDims(slid, elementAt(strides, i, "strides")), 1);
    }
    return tensorType(layouts.output.backward(output), dtypeAttr(attrs, "out_dtype") ?? data.dtype);
  });

  // The reference asks another axis than the one it computes whether its size is known: in three dimensions the depth
  // for the height, in channels-last data the axis after it.
  function openAxis(i: number): number {
    if (rank === 3) return i === 1 ? 2 : i + 2;
    return i + 2;
  }
}
