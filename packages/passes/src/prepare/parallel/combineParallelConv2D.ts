/**
 * CombineParallelConv2D: makes one convolution of several that share their input, differing only in output channels.
 * Follows src/relay/transforms/combine_parallel_conv2d.cc.
 */
import {
  type AttrValue,
  at,
  attrOf,
  attrValuesEqual,
  type Call,
  type Dim,
  dimsEqual,
  dimValue,
  intOf,
  present,
  tuple,
} from "@relayscope/ir";
import { argumentAt } from "../../core/callArguments.ts";
import { functionPass } from "../../core/functionPass.ts";
import { inferType } from "../../core/inferType.ts";
import { type OperatorCalls, operatorCalls } from "../../core/operatorCalls.ts";
import { tensorOf } from "../../core/tensorOf.ts";
import { dynamicChannels, noSuchAxis } from "../diagnostics.ts";
import { type BranchGroup, combineParallel, fewestBranches, type ParallelRules } from "./branches.ts";

export const combineParallelConv2D = functionPass({
  name: "CombineParallelConv2D",
  infoName: "CombineParallelConv2d",
  summary: "Combines convolutions that share their input into one.",
  upstream: ["src/relay/transforms/combine_parallel_conv2d.cc"],
  optLevel: 4,
  requires: [inferType],
  options: { min_num_branches: fewestBranches },
  runFunction: ({ f, options, context, lineage }) =>
    combineParallel(f, convolutions(operatorCalls(context.operators), options.min_num_branches), context.operators, lineage),
});

const equalAttrs = ["strides", "padding", "dilation", "groups", "data_layout", "kernel_layout", "out_dtype", "out_layout"];

function convolutions(calls: OperatorCalls, fewestBranches: number): ParallelRules {
  return {
    operator: "nn.conv2d",
    fewestBranches,
    isSupported: (call) => intOf(attrOf(call.attrs, "groups")) === 1,
    canCombine: (a, b) =>
      equalAttrs.every((name) => attrValuesEqual(attrOf(a.attrs, name) ?? null, attrOf(b.attrs, name) ?? null)) && haveSameWindow(a, b),
    areCompatible(a, b, index, group) {
      const [type, other] = [tensorOf(a.args[index]), tensorOf(b.args[index])];
      const [result, otherResult] = [tensorOf(a), tensorOf(b)];
      if (type.dtype !== other.dtype || type.shape.length !== other.shape.length) return false;
      const at = channelAxis(group);
      const channel = at - result.shape.length + type.shape.length;
      const isSpread = (dim: Dim | undefined, whole: Dim | undefined) => dim !== undefined && whole !== undefined && dimsEqual(dim, whole);
      if (channel < 0 || !isSpread(type.shape[channel], result.shape[at]) || !isSpread(other.shape[channel], otherResult.shape[at]))
        return false;
      return type.shape.every((d, i) => i === channel || isSpread(d, other.shape[i]));
    },
    combine(group) {
      const first = at(group[0], 0);
      const weights = tuple(group.map((branch) => present(branch[0]?.args[1])));
      const channels = group.reduce((sum, branch) => sum + outputChannels(at(branch, 0)), 0);
      const kept = ["strides", "padding", "dilation", "groups", "kernel_size", "data_layout", "kernel_layout", "out_layout", "out_dtype"];
      const attrs = Object.fromEntries(kept.map((name) => [name, attrOf(first.attrs, name) ?? null]));
      return calls("nn.conv2d", [argumentAt(first, 0), calls("concatenate", [weights], { axis: outputAxis(first) })], {
        ...attrs,
        channels,
      });
    },
    follow(data, group, depth, parent) {
      const call = at(group[0], depth);
      const rank = tensorOf(call).shape.length;
      const args = call.args.map((arg, i) => {
        if (i === parent) return data;
        const axis = channelAxis(group) - rank + tensorOf(arg).shape.length;
        return calls("concatenate", [tuple(group.map((branch) => present(branch[depth]?.args[i])))], { axis });
      });
      return { ...call, checkedType: undefined, span: undefined, args, typeArgs: [] };
    },
    parts(data, group) {
      const axis = channelAxis(group);
      let start = 0;
      return group.map((branch) => {
        const channels = outputChannels(at(branch, 0));
        const begin = [...new Array<number>(axis).fill(0), start];
        const end = [...new Array<number>(axis).fill(-1), channels];
        start += channels;
        return calls("strided_slice", [data], { begin, end, strides: begin.map(() => 1), slice_mode: "size" });
      });
    },
  };
}

/** The channel axis of the combined result. */
function channelAxis(group: BranchGroup): number {
  const conv = at(group[0], 0);
  return axisNamed("C", attrOf(conv.attrs, "out_layout") || attrOf(conv.attrs, "data_layout"), conv);
}

/** The output-channel axis of a convolution's weight. */
function outputAxis(conv: Call): number {
  return axisNamed("O", attrOf(conv.attrs, "kernel_layout"), conv);
}

function axisNamed(letter: string, layout: AttrValue | undefined, conv: Call): number {
  const axis = typeof layout === "string" ? layout.indexOf(letter) : -1;
  if (axis < 0) throw noSuchAxis(conv, letter);
  return axis;
}

function outputChannels(conv: Call): number {
  const channels = dimValue(tensorOf(conv.args[1]).shape[outputAxis(conv)] ?? "?");
  if (channels === undefined) throw dynamicChannels(conv);
  return channels;
}

function haveSameWindow(a: Call, b: Call): boolean {
  return ["H", "W"].every((letter) => {
    const [x, y] = [a, b].map((conv) => tensorOf(conv.args[1]).shape[axisNamed(letter, attrOf(conv.attrs, "kernel_layout"), conv)]);
    return x !== undefined && y !== undefined && dimsEqual(x, y);
  });
}
