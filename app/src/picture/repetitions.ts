/** Open stacks of a picture, which show one of their repetitions. */
import type { GraphAnswer } from "@relayscope/engine";

type Graph = GraphAnswer["graph"];

interface ShownRepetition {
  /** The id of the stack's frame. */
  readonly stack: number;
  /** Which repetition, counted from 0, and how many there are. */
  readonly at: number;
  readonly of: number;
}

/** The innermost open stack around a frame; undefined if there is none. */
function repetitionAround({ frames }: Graph, index: number): ShownRepetition | undefined {
  for (let frame = frames[index]; frame; frame = frames[frame.parent]) {
    if (frame.repetition) return { stack: frame.id, ...frame.repetition };
  }
  return undefined;
}

/** The open stack that stepping applies to: the one around the selection, else the one that was opened last. */
export function steppedStack(graph: Graph, selected: readonly number[], opened: readonly number[]): ShownRepetition | undefined {
  const [first, other] = selected;
  const around = first === undefined || other !== undefined ? undefined : repetitionAround(graph, graph.nodes[first]?.frame ?? -1);
  if (around) return around;
  const open = graph.frames.flatMap(({ id, repetition }) => (repetition ? [{ stack: id, ...repetition }] : []));
  return open.sort((a, b) => opened.lastIndexOf(a.stack) - opened.lastIndexOf(b.stack)).at(-1);
}
