/**
 * What a step's goals are judged on: a finished run of the lesson's document, where the learner is in it, and what was
 * answered.
 */
import type { Engine, GraphAnswer, Problem, StageResult } from "@relayscope/engine";
import type { Count, Guess, LessonDocument, NodeName, OpenDialog } from "./lesson.ts";

export interface Seen {
  readonly engine: Engine;
  readonly epoch: number;
  readonly document: LessonDocument;
  readonly stages: readonly StageResult[];
  readonly problems: readonly Problem[];
  /** The stage on screen. */
  readonly stage: number;
  readonly selection: { readonly stage: number; readonly nodes: readonly number[] } | undefined;
  /** The two nodes that are asked about, and the selected region by its place in the stage's graph. */
  readonly pair: { readonly stage: number; readonly producer: number; readonly consumer: number } | undefined;
  readonly region: { readonly stage: number; readonly region: number } | undefined;
  /** The stage whose pass is played. */
  readonly inside: number | undefined;
  /** The decision that is shown of it; its nodes are ids of the stage before. */
  readonly decision: { readonly state: string; readonly nodes: ReadonlySet<number> } | undefined;
  readonly dialog: OpenDialog | undefined;
  /** The sentence that was chosen, from 0. */
  readonly answer: number | undefined;
  /** What was predicted, once the passes ran. */
  readonly guess: Guess | undefined;
  /** The page did the step: the guess is not the learner's. */
  readonly isShown: boolean;
}

/** A line of the verdict; names are in backquotes. */
export interface Remark {
  readonly isGood: boolean;
  readonly text: string;
  /** The nodes that the remark names, at the stage on screen; absent if there are none to show. */
  readonly nodes?: readonly NodeName[];
}

export interface Verdict {
  readonly isDone: boolean;
  readonly remarks: readonly Remark[];
}

/** Nothing is left to do. */
export const done: Verdict = { isDone: true, remarks: [] };

/** Not done, with what is to be said of it. */
export function missed(...texts: readonly string[]): Verdict {
  return { isDone: false, remarks: texts.filter((text) => text !== "").map((text) => ({ isGood: false, text })) };
}

type Graph = GraphAnswer["graph"];
export type GraphNode = Graph["nodes"][number];

/** All operators of a stage as they are drawn. */
export async function graphOf({ engine, epoch }: Pick<Seen, "engine" | "epoch">, stage: number): Promise<Graph> {
  const request = { epoch, stage, view: "operators", collapsed: [], hideVariables: false, hideConstants: false } as const;
  return (await engine.graph({ ...request, showAnnotations: false })).graph;
}

/** What a node is called in lessons: its operator, else its label. */
export function nameOfNode({ operator, label }: GraphNode): string {
  return operator === "" ? label : operator;
}

/** Nodes in the order of the model: that of their ids, which count along the text. */
function inOrder(nodes: readonly GraphNode[]): readonly GraphNode[] {
  return [...nodes].sort((a, b) => a.id - b.id);
}

/** The node of a name; undefined where the graph has none. */
export function nodeOf(graph: Graph, { name, nth }: NodeName): GraphNode | undefined {
  return inOrder(graph.nodes.filter((node) => nameOfNode(node) === name))[nth - 1];
}

/** The calls of operators in the order of the model, by name. */
export function callsOf(graph: Graph): readonly { readonly node: GraphNode; readonly name: NodeName }[] {
  const counts = new Map<string, number>();
  return inOrder(graph.nodes.filter((node) => node.operator !== "" && node.kind === "call")).map((node) => {
    const nth = (counts.get(node.operator) ?? 0) + 1;
    counts.set(node.operator, nth);
    return { node, name: { name: node.operator, nth } };
  });
}

/** Whether a node is in a region of a target, or in a composite. */
export function isInRegion(graph: Graph, node: GraphNode): boolean {
  const region = graph.regions[node.region];
  return region !== undefined && region.color >= 0;
}

/**
 * The stage after a pass, the last of its name; the last of all where none is named; -1 where the pipeline has no such
 * pass.
 */
export function stageOf({ document }: Pick<Seen, "document">, pass: string | undefined): number {
  const { pipeline } = document;
  if (pass === undefined || pass === "last") return pipeline.length;
  if (pass === "Input") return 0;
  return pipeline.findLastIndex((step) => step.pass === pass) + 1 || -1;
}

/** The name of a stage. */
export function stageName({ document }: Pick<Seen, "document">, stage: number): string {
  return stage === 0 ? "Input" : (document.pipeline[stage - 1]?.pass ?? "");
}

/** How many there are of something after a pass; undefined where the run has no such stage. */
export function countOf(
  { count, target, after }: { readonly count: Count; readonly target: string | undefined; readonly after: string | undefined },
  seen: Pick<Seen, "document" | "stages">,
): number | undefined {
  const summary = seen.stages[stageOf(seen, after)]?.summary;
  const regions = summary?.regions.filter((r) => target === undefined || r.target === target) ?? [];
  if (count === "regions") return summary && regions.reduce((sum, r) => sum + r.count, 0);
  if (count === "tensors") return summary?.crossing.tensors;
  return count === "offloaded" && target !== undefined ? regions.reduce((sum, r) => sum + r.operators, 0) : summary?.[count];
}
