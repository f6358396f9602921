/** The targets that come with the engine. */

import { targetNames } from "@relayscope/backends";
import type { PipelineStep, TargetInfo, TargetSpec } from "./contract.ts";
import { type BuiltInTarget, resolveSpec } from "./resolveSpec.ts";
import { upstreamTarget } from "./upstreamTarget.ts";

const convolution = 'is_op("nn.conv2d")(wildcard(), wildcard())';

/** The steps of the reference's own tutorial, and of most targets. */
export const plainFlow: readonly PipelineStep[] = ["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"].map(
  (pass) => ({ pass, options: {} }),
);

const notebook: TargetSpec = {
  name: "byoc-target",
  patterns: [
    { name: "byoc-target.conv2d_relu_with_bias", pattern: `is_op("nn.relu")(is_op("nn.bias_add")(${convolution}, wildcard()))` },
    { name: "byoc-target.conv2d_relu_wo_bias", pattern: `is_op("nn.relu")(${convolution})` },
  ],
  operators: ["reshape", "add"],
};

const notebookInfo: TargetInfo = {
  ...notebook,
  title: "The tutorial's target",
  needs: "Nothing: two convolution patterns, `reshape` and `add`, whatever the layout and the types.",
  pipeline: plainFlow,
  optLevel: 2,
  bindsParameters: false,
};

/** All built-in targets, in the order in which the page lists them. */
export function builtInTargets(): readonly BuiltInTarget[] {
  const tutorial: BuiltInTarget = { name: notebook.name, info: () => notebookInfo, resolve: () => resolveSpec(notebook) };
  return [tutorial, ...targetNames.map(upstreamTarget)];
}
