/**
 * All questions to the engine. A new one is a file next to this one and a line here: the engine in process, the client
 * and the worker use this list. Questions that the first picture does not need are loaded on demand.
 */
import type { FileSpec, NamedNodes, TargetFile } from "@relayscope/run/contract";
import { check } from "./check.ts";
import { followIds } from "./follow.ts";
import { graph } from "./graph.ts";
import { type Asked, ofStage, ofWholeRun, type Question, searching } from "./question.ts";

export const questions = {
  /** The picture of a stage. Like all questions, rejects if the epoch is no longer held. */
  graph,
  text: ofStage(async () => (await import("./stageText.ts")).stageText),
  /** The texts of two stages, line by line; numbers of temporaries do not count. */
  textDiff: async (asked: Asked, epoch: number, from: number, to: number, hasTypes: boolean) =>
    (await import("./textDiff.ts")).textDiff(asked, epoch, from, to, hasTypes),
  /** Undefined if the stage has no such node. */
  node: ofStage(async () => (await import("./details.ts")).nodeDetails),
  /**
   * The common properties of a stack's repetitions, and their differences. Repetitions are given by the ids of their
   * calls.
   */
  stack: ofWholeRun(async () => (await import("./repetitions.ts")).stackAnswer),
  /** What each pass did to a node of a stage, from its creation to its end; empty if the stage has no such node. */
  lineage: ofWholeRun(async () => (await import("./lineage.ts")).nodeLineage),
  /** Ids at a stage of the nodes in a range of the input text. */
  nodesAt: ofStage(async () => (await import("./nodesAt.ts")).nodesAt),
  /** Ids at stage `to` of the results of nodes of stage `from` (or of their origins, if `to` is smaller). */
  follow: followIds,
  /** Names of nodes of a stage that survive another run of an edited document. */
  nodeNames: ofStage(async () => (await import("./nodeNames.ts")).nodeNames),
  /** The nodes of another run that have the names. */
  nodesNamed: async (asked: Asked, epoch: number, named: NamedNodes) => (await import("./nodeNames.ts")).nodesNamed(asked, epoch, named),
  /** As `nodeNames`, for frames. Frames of all stages are named at the run's last stage. */
  frameNames: ofWholeRun(async () => (await import("./nodeNames.ts")).frameNames),
  framesNamed: ofWholeRun(async () => (await import("./nodeNames.ts")).framesNamed),
  /** Explains a stage as a whole: the number of regions, their ids, what was offloaded. */
  explain: ofStage(async () => (await import("./details.ts")).explainStage),
  /**
   * Every boundary of the run's last stage with its cause, and the causes by their cost. Nodes have their ids at the
   * requested stage.
   */
  why: ofWholeRun(async () => (await import("./why.ts")).whyAnswer),
  /**
   * The boundaries at a region, between two nodes, or where one passes its value to another; each way of asking gives
   * the same answer.
   */
  boundariesAt: ofWholeRun(async () => (await import("./why.ts")).boundariesAt),
  /** Why the calls that a card or a stack of a stage holds are in no region: each cause once. */
  heldCauses: ofWholeRun(async () => (await import("./why.ts")).heldCauses),
  /** The modules of the input text that were not read, each as a text of its own. */
  otherModules: ofStage(async () => (await import("./otherModules.ts")).otherModules),
  /** The regions of a stage with their sizes and the causes of their boundaries. */
  regions: ofWholeRun(async () => (await import("./regionList.ts")).regionList),
  /**
   * Why two nodes of a stage are not in one region, or (without the second) one is in none. Undefined if targets were
   * not chosen for them.
   */
  whyBetween: ofWholeRun(async () => (await import("./why.ts")).whyBetween),
  /**
   * How each entry of the pattern tables matched a node of a stage, in table order, and the operator rules. Undefined
   * if the stage has no such node.
   */
  patterns: ofWholeRun(async () => (await import("./patterns.ts")).patternAnswer),
  /** The try of one entry in full: which sub-pattern met which node, and the entry's check with its values. */
  patternTrace: ofWholeRun(async () => (await import("./patterns.ts")).patternTrace),
  /** A stage's pass decision by decision, in the order it took them. */
  steps: ofStage(async () => (await import("./passSteps.ts")).passSteps),
  /** The evaluation of the check of a step's match, line by line; undefined if the step has no check. */
  stepCheck: ofStage(async () => (await import("./patterns.ts")).stepCheck),
  /** Runs the modules before and after a stage's pass on random inputs. One check at a time; a newer one cancels it. */
  check,
  /** A stage, or the run that led to it, in a format to be exported. */
  exportStage: ofWholeRun(async () => (await import("./exportStage.ts")).exportStage),
  /**
   * Changes that join the two sides of a boundary of the last stage, or that bring a node into a region; each was
   * tried. They are reported as they are found; resolves at the end. One search at a time: a newer one, or a newer run,
   * cancels it, and it rejects.
   */
  cures: searching(async () => (await import("@relayscope/whatif/questions")).curesOf),
  /**
   * For each of the costliest causes, the best change that was found for the first of its boundaries: one by one, in
   * their order.
   */
  causeGains: searching(async () => (await import("@relayscope/whatif/questions")).causeGainsOf),
  /** The operators that the target should take for the least bytes crossing and the fewest regions, size by size. */
  bestChanges: searching(async () => (await import("@relayscope/whatif/questions")).bestChangesOf),
  /**
   * What the whole run lacks (bound parameters, a simplified module, a layout, the opt level), if adding it was tried,
   * gains much and makes nothing worse. Runs in parallel with a search.
   */
  decisive: searching(async () => (await import("@relayscope/whatif/decisive")).decisiveOf, "trial"),
  /** The run's text through the flow of every built-in target, a line each. */
  compareTargets: searching(async () => (await import("@relayscope/whatif/questions")).targetLinesOf),
  /**
   * The smallest module that still has a boundary of the last stage, with the same cause. Undefined if the text's lines
   * don't identify its sides.
   */
  reduce: ofWholeRun(async () => (await import("@relayscope/whatif/questions")).reduceAt),
  /** The recording of TVM's own passes in a text (a log, a file of passes); undefined if it is not a recording. */
  recording: async ({ working }: Asked, text: string) => {
    const { recordingOf } = await import("./recording.ts");
    working();
    return recordingOf(text);
  },
  /** How often the entries and rules of the target accepted, and how often they refused. */
  targetOutcome: ofWholeRun(async () => (await import("./targetOutcome.ts")).targetOutcome),
  /**
   * The definitions in a target's Python files: its name, its entries and rules, or why there are none. Their own flow
   * is recorded on the input of the run of an epoch, if one is given.
   */
  targetFiles: async (asked: Asked, spec: FileSpec, epoch?: number) => (await import("./targetFiles.ts")).targetFiles(asked, spec, epoch),
  /** The module that a Python script builds. The first of the files is the script. */
  script: async (asked: Asked, files: readonly TargetFile[]) => (await import("./targetFiles.ts")).script(asked, files),
  /** The results of a query in a stage: operators, names, regions, composites, types and attributes. */
  search: ofStage(async () => (await import("./search.ts")).searchStage),
  /**
   * Answers to a typed question: causes of boundaries, why a call is on the host. Empty if the question contains no
   * known word.
   */
  answersInWords: ofWholeRun(async () => (await import("./answersInWords.ts")).answersInWords),
  catalog: async () => (await import("@relayscope/run/catalog")).catalog(),
} satisfies Readonly<Record<string, Question<never, unknown>>>;

type List = typeof questions;

/** The questions as they are called. */
export type Questions = {
  readonly [K in keyof List]: List[K] extends Question<infer Args, infer Answer> ? (...args: Args) => Promise<Answer> : never;
};
