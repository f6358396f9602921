/** The tutorial's target, which the page opens on. */
import { parsePattern } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import type { TargetInfo, TargetSpec } from "../contract/index.ts";
import type { ResolvedTarget } from "./resolvedTarget.ts";

const convolution = 'is_op("nn.conv2d")(wildcard(), wildcard())';

const spec: TargetSpec = {
  name: "byoc-target",
  patterns: [
    { name: "byoc-target.conv2d_relu_with_bias", pattern: `is_op("nn.relu")(is_op("nn.bias_add")(${convolution}, wildcard()))` },
    { name: "byoc-target.conv2d_relu_wo_bias", pattern: `is_op("nn.relu")(${convolution})` },
  ],
  operators: ["reshape", "add"],
};

/** What the page shows of it. */
export const tutorialInfo: TargetInfo = {
  ...spec,
  title: "The tutorial's target",
  upstream: [],
  needs: "Nothing: two convolution patterns, `reshape` and `add`, whatever the layout and the types.",
  pipeline: ["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"].map((pass) => ({ pass, options: {} })),
  optLevel: 2,
  bindsParameters: false,
};

export const tutorialName = spec.name;

/** The target, ready to run. */
export function tutorialTarget(): ResolvedTarget {
  const table = spec.patterns.flatMap(({ name, pattern: text }) => {
    const { pattern } = parsePattern(text, { operators });
    return pattern ? [{ name, pattern }] : [];
  });
  return {
    name: spec.name,
    table,
    rules: Object.fromEntries(spec.operators.map((op) => [op, () => true])),
    askedRules: {},
    diagnostics: [],
  };
}
