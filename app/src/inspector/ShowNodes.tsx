import { usePage } from "../state/page.ts";
import { grouped } from "../ui/format.ts";

interface ShowNodesProps {
  readonly stage: number;
  /** Ids at the stage; without any, nothing is shown. */
  readonly nodes: readonly number[];
}

/** Selects the nodes that a sentence is about, and brings them into view. */
export function ShowNodes({ stage, nodes }: ShowNodesProps) {
  const { actions } = usePage();
  if (nodes.length === 0) return null;
  return (
    <button type="button" onClick={() => actions.select(stage, nodes, true)} className="rounded font-medium text-accent hover:underline">
      Show {nodes.length === 1 ? "the node" : `the ${grouped(nodes.length)} nodes`}
    </button>
  );
}
