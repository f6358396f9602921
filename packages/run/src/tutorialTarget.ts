/** The tutorial's target, which the page opens on. */
import { callOf, wildcard } from "@relayscope/match";
import { standardFlow } from "@relayscope/passes";
import type { TargetInfo, TargetSpec } from "./contract/index.ts";
import type { ResolvedTarget, TableEntry } from "./resolvedTarget.ts";

const convolution = 'is_op("nn.conv2d")(wildcard(), wildcard())';

const spec: TargetSpec = {
  name: "byoc-target",
  patterns: [
    { name: "byoc-target.conv2d_relu_with_bias", pattern: `is_op("nn.relu")(is_op("nn.bias_add")(${convolution}, wildcard()))` },
    { name: "byoc-target.conv2d_relu_wo_bias", pattern: `is_op("nn.relu")(${convolution})` },
  ],
  operators: ["reshape", "add"],
};

/** The same patterns as objects, since the page initially has no reader of patterns. A test keeps the two equal. */
const bare = () => callOf("nn.conv2d", wildcard(), wildcard());
const table: readonly TableEntry[] = [
  { name: "byoc-target.conv2d_relu_with_bias", pattern: callOf("nn.relu", callOf("nn.bias_add", bare(), wildcard())) },
  { name: "byoc-target.conv2d_relu_wo_bias", pattern: callOf("nn.relu", bare()) },
];

/** The page's description of it. */
export const tutorialInfo: TargetInfo = {
  name: spec.name,
  spec,
  title: "The tutorial's target",
  upstream: [],
  needs: "Any layout and type: it takes two convolution patterns, `reshape` and `add`.",
  pipeline: standardFlow.map((pass) => ({ pass, options: {} })),
  optLevel: 2,
  bindsParameters: false,
  settingOptions: [],
};

export const tutorialName = spec.name;

/** The target, ready to run. */
export function tutorialTarget(): ResolvedTarget {
  return {
    name: spec.name,
    table,
    rules: Object.fromEntries(spec.operators.map((op) => [op, () => true])),
    askedRules: {},
    diagnostics: [],
  };
}
