import type { ActionContext } from "./context.ts";

/** The most selected nodes that are marked. */
const mostMarked = 40;

/**
 * Marks the selected nodes in the text, the first one first. Marks nothing if they have no place there or are no longer
 * selected by then.
 */
export async function markInText({ getState, setState, engine }: ActionContext, stage: number, nodes: readonly number[]): Promise<void> {
  const { epoch } = getState().run;
  const sourceOf = async (node: number) => (await engine.node(epoch, stage, node).catch(() => undefined))?.source;
  const isStill = () => {
    const { selection } = getState().view;
    return selection?.stage === stage && selection.nodes.length === nodes.length && selection.nodes[0] === nodes[0];
  };
  const [first, ...others] = nodes.slice(0, mostMarked);
  const range = first === undefined ? undefined : await sourceOf(first);
  if (!isStill()) return;
  setState({ textMark: range && { range, others: [], from: "graph" } });
  if (others.length === 0) return;
  const [next, ...more] = [...(range ? [range] : []), ...(await Promise.all(others.map(sourceOf))).flatMap((source) => source ?? [])];
  if (next && isStill()) setState({ textMark: { range: next, others: more, from: "graph" } });
}
