/**
 * The passes and built-in targets for runs: a small kit that the page has at once, or the whole kit, which is loaded
 * when a run needs more.
 */
import type { Diagnostic, Module } from "@relayscope/ir";
import { findFirstPass, type GivenOptions, type Pass } from "@relayscope/passes";
import type { ParsedPattern } from "@relayscope/targets/patternText";
import type { RunRequest, TargetSpec } from "./contract/index.ts";
import { loadOperators } from "./operators.ts";
import type { FileFlows, FlowStart, ResolvedTarget, ValueNeed } from "./resolvedTarget.ts";
import type { StageContents } from "./stageContents.ts";
import { tutorialName, tutorialTarget } from "./tutorialTarget.ts";

export interface Kit {
  findPass(name: string): Pass | undefined;
  /** A built-in target under settings, ready to run; undefined for an unknown name. */
  builtInTarget(name: string, settings?: TargetSpec["settings"]): ResolvedTarget | undefined;
  readonly builtInNames: readonly string[];
  /** Whether a target of the request is a built-in one with its own file. */
  isBuiltInFile(spec: TargetSpec): boolean;
  /** The target that Python files define. `start` is the input of its own flow. */
  fileTarget(spec: TargetSpec, start: FlowStart | undefined): ResolvedTarget;
  /** The own flow of a target's files, under its present arguments and under others. */
  fileFlows(spec: TargetSpec, start: FlowStart | undefined, needs: readonly ValueNeed[]): FileFlows | undefined;
  /** Reads a pattern of the user. */
  readPattern(text: string): ParsedPattern;
  /** The stage of a text that TVM recorded; `ours` is the result of the pass on the module before. */
  recordedStage(pass: string, text: string, before: Module, ours: StageContents): StageContents;
  /** Reports that a pass is bound to a target, and that all regions of the module are of other targets. */
  otherRegions(pass: Pass, options: GivenOptions, module: Module): readonly Diagnostic[];
}

/** The passes of partitioning, and the tutorial's target. */
export const firstKit: Kit = {
  findPass: findFirstPass,
  builtInTarget: (name) => (name === tutorialName ? tutorialTarget() : undefined),
  builtInNames: [tutorialName],
  isBuiltInFile: () => false,
  fileTarget: ({ name }) => ({ name, table: [], rules: {}, askedRules: {}, diagnostics: [] }),
  fileFlows: () => undefined,
  readPattern: () => ({ pattern: undefined, diagnostics: [] }),
  recordedStage: (_pass, _text, _before, ours) => ours,
  otherRegions: () => [],
};

/** All passes and all targets; all operators are then registered. */
export async function wholeKit(): Promise<Kit> {
  const [
    { findPass },
    { builtInNames, builtInTarget, isBuiltInFile },
    { fileTarget, fileFlows, readPattern },
    { recordedStage },
    { otherRegions },
  ] = await Promise.all([
    import("@relayscope/passes/all"),
    import("./builtInTargets.ts"),
    import("./fileTargets.ts"),
    import("./recordedStage.ts"),
    import("./otherRegions.ts"),
    loadOperators(),
  ]);
  return { findPass, builtInTarget, builtInNames, isBuiltInFile, fileTarget, fileFlows, readPattern, recordedStage, otherRegions };
}

/** Whether a target is defined by Python files. */
export function bringsFiles(targets: readonly TargetSpec[]): boolean {
  return targets.some(({ files = [] }) => files.length > 0);
}

/** Whether a request contains its own patterns, which the first kit cannot read. */
export function bringsPatterns({ pipeline, customTargets }: RunRequest): boolean {
  return customTargets.some(({ patterns }) => patterns.length > 0) || pipeline.some(({ options }) => options.patterns !== undefined);
}

/**
 * Whether the first kit has everything that a request names. A target of the user may edit a built-in one, so its name
 * counts, too.
 */
export function isFirstKitEnough(request: RunRequest): boolean {
  const { pipeline, target, customTargets } = request;
  const isKnown = (name: unknown) => name === "" || name === tutorialName;
  return (
    isKnown(target) &&
    !bringsPatterns(request) &&
    !bringsFiles(customTargets) &&
    customTargets.every((custom) => isKnown(custom.name)) &&
    pipeline.every(
      ({ pass, options, recorded }) =>
        recorded === undefined && findFirstPass(pass) && (!Array.isArray(options.targets) || options.targets.every(isKnown)),
    )
  );
}
