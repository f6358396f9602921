/** The handwritten words of the guide's pages, keyed by the names that the program declares. */
import type { PipelineStep, TargetSpec } from "@relayscope/engine";

/** A small example module, with everything that its run needs. */
export interface Example {
  readonly text: string;
  /** What to look at, in a sentence or two. Names are in backquotes. */
  readonly look: string;
  /** A built-in target, or the first of `customTargets`; none if no pass needs one. */
  readonly target?: string;
  readonly customTargets?: readonly TargetSpec[];
  /** The passes of the run. On a pass's page the ones before it; on a target's page, by default, its own flow. */
  readonly steps?: readonly (string | PipelineStep)[];
  readonly optLevel?: number;
  /** Whether parameters but the inputs become constants before the run. */
  readonly bindsParameters?: boolean;
}

/** The page of a pass: its summary, options, level and files come from its declaration. */
export interface PassWords {
  /** What the pass guarantees for the returned module. */
  readonly contract: string;
  /** What it decides, and when it changes nothing. */
  readonly decides: string;
  /** Options that the example gives it. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly example: Example;
  /** Why the example stays unchanged, if that is intended. */
  readonly unchanged?: string;
}

/** The page of a target: its needs, flow, patterns and operators come from its declaration. */
export interface TargetWords {
  /** What it is, and who uses it. */
  readonly what: string;
  /** Why it most often says no. */
  readonly refuses: string;
  readonly example: Example;
}

/** The page of a cause: its name and meaning come from its declaration. */
export interface CauseWords {
  readonly says: string;
  /** What helps, in words. The page shows the tried cures next to it. */
  readonly helps: string;
  readonly example?: Example;
  /** Lines of the example's text, one-based: why are these two not in one region; or why is the one in none. */
  readonly between?: readonly [from: number, to: number];
}

/** A part of a page of free text. */
export type Section = { readonly heading: string; readonly text: readonly string[]; readonly code?: string };

/** A page about a notion. */
export interface TopicWords {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly Section[];
  readonly example?: Example;
}

/** The passes of an example, where it does not say others. */
export const flow = ["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"];

/** A convolution of examples over a variable. */
export const conv = (x: string) => `nn.conv2d(%${x}, %w, padding=[1, 1, 1, 1])`;

export const convRelu = 'is_op("nn.relu")(is_op("nn.conv2d")(wildcard(), wildcard()))';

/** A custom target for an example: operators it always takes, and patterns by the ends of their names. */
export function own(name: string, operators: readonly string[], patterns: Readonly<Record<string, string>> = {}): TargetSpec {
  return { name, operators, patterns: Object.entries(patterns).map(([end, pattern]) => ({ name: `${name}.${end}`, pattern })) };
}

/** What an example runs with: a target `acc` that takes the listed operators, or what the patterns match. */
export function forAcc(taken: readonly string[] | Readonly<Record<string, string>>): Pick<Example, "target" | "customTargets" | "steps"> {
  const target = isList(taken) ? own("acc", taken) : own("acc", [], taken);
  return { target: "acc", customTargets: [target], steps: flow };
}

function isList(taken: readonly string[] | Readonly<Record<string, string>>): taken is readonly string[] {
  return Array.isArray(taken);
}
