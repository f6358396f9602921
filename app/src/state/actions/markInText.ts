import type { ActionContext } from "./context.ts";

/** Marks in the text where a node that is selected stands; nothing is marked where it stands nowhere, or is not selected any more by then. */
export async function markInText({ getState, setState, engine }: ActionContext, stage: number, node: number): Promise<void> {
  const { epoch } = getState().run;
  const details = await engine.node(epoch, stage, node).catch(() => undefined);
  const { selection } = getState().view;
  if (selection?.stage !== stage || selection.nodes[0] !== node) return;
  setState({ textMark: details?.source ? { range: details.source, from: "graph" } : undefined });
}
