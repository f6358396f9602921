import type { PaneMode } from "@relayscope/share";
import { GraphCanvas } from "../canvas/GraphCanvas.tsx";
import { usePageState } from "../state/page.ts";
import { useGraph, useSelectedAt } from "../state/useGraph.ts";
import { Empty } from "../ui/Empty.tsx";
import { plural } from "../ui/format.ts";
import { GraphTools } from "./GraphTools.tsx";
import { Minimap } from "./Minimap.tsx";
import { PaneHeader } from "./PaneHeader.tsx";
import { PaneSwitch } from "./PaneSwitch.tsx";

interface GraphPaneProps {
  readonly stage: number;
  readonly side: "before" | "after" | "input";
  /** How the center is divided. */
  readonly shown: PaneMode;
}

/** One stage's graph, with its name above and, where it leads, the tools of the picture. */
export function GraphPane({ stage, side, shown: division }: GraphPaneProps) {
  const shown = useGraph(stage, side === "before");
  const selected = useSelectedAt(stage);
  const name = usePageState((s) => (stage === 0 ? "Input" : (s.document.pipeline[stage - 1]?.pass ?? "")));
  const isEmpty = usePageState((s) => s.document.text.trim() === "");
  const isMapShown = usePageState((s) => s.preferences.isMapShown);
  const isLeading = side !== "before";
  const graph = shown?.answer.graph;
  return (
    <section aria-label={`${side}: ${name}`} className="flex h-full min-w-0 flex-col">
      <PaneHeader side={side} name={name} stage={stage}>
        {isLeading && <PaneSwitch shown={division} />}
      </PaneHeader>
      <div
        className="relative min-h-0 flex-1 overflow-hidden"
        data-testid={`graph-${side === "before" ? "before" : "after"}`}
        data-stage={shown?.stage}
      >
        {shown && graph && graph.nodes.length > 0 ? (
          <>
            <GraphCanvas
              shown={shown}
              selectedIds={selected}
              isLeading={isLeading}
              label={`Graph ${side === "input" ? "of the input" : `${side} ${name}`}: ${plural(graph.nodes.length, "node")}, ${plural(graph.regions.filter((r) => r.color >= 0).length, "region")}. The Outline tab lists it.`}
            />
            {isLeading && <GraphTools shown={shown} />}
            {isLeading && isMapShown && <Minimap shown={shown} />}
          </>
        ) : (
          <div className="size-full" style={{ background: "var(--panel)" }}>
            {isEmpty ? (
              <Empty title="Paste Relay on the left">The text that `print(mod)` gives; a fragment or a log around it will do.</Empty>
            ) : (
              shown && (
                <Empty title="Nothing to draw">
                  The text on the left holds no Relay that could be read. The problems below it say why.
                </Empty>
              )
            )}
          </div>
        )}
      </div>
    </section>
  );
}
