/** The calls that a question in words names. */
import type { DrawableNode } from "@relayscope/graph";
import { lineTable, type Run } from "@relayscope/run";
import { fullGraph } from "./drawStage.ts";

/** A call that a question names. */
export interface NamedCall {
  readonly node: DrawableNode;
  /** Its line of the text. */
  readonly line: number | undefined;
}

/** The calls whose operators contain all names, in the order of their ids. */
export function namedCalls(run: Run, stage: number, names: readonly string[]): readonly NamedCall[] {
  const lines = lineTable(run.request.text);
  const index = run.index(stage);
  const named = fullGraph(run, stage).nodes.filter(({ operator }) => operator !== "" && hasAll(operator.toLowerCase(), names));
  return named
    .map((node) => {
      const expr = index.exprOf(node.id);
      const source = expr && run.sourceOf(stage, expr);
      return { node, line: source && lines(source.start).line };
    })
    .sort((a, b) => a.node.id - b.node.id);
}

/** Whether a name is that of an operator, in full or without its namespaces. */
export function isNamed(name: string): (operator: string) => boolean {
  return (operator) => `.${operator.toLowerCase()}`.endsWith(`.${name}`);
}

/** Whether a text contains all names. */
export function hasAll(text: string, names: readonly string[]): boolean {
  return names.every((name) => text.includes(name));
}
