import type { PaneMode } from "@relayscope/share";
import { useState } from "react";
import { InspectorSheet } from "../inspector/InspectorSheet.tsx";
import { Picture } from "../picture/Picture.tsx";
import { shownMode } from "../state/graphRequests.ts";
import { usePageState } from "../state/page.ts";
import { useAhead } from "../state/useAhead.ts";
import { useGraph, useSelectedAt } from "../state/useGraph.ts";
import { Empty } from "../ui/Empty.tsx";
import { plural } from "../ui/format.ts";
import { ModeSwitch } from "./ModeSwitch.tsx";
import { headerRoom, PaneHeader, type PaneSide } from "./PaneHeader.tsx";
import { PaneSwitch } from "./PaneSwitch.tsx";
import { usePaneSize } from "./usePaneSize.ts";
import { useSheet } from "./useSheet.ts";
import { Veil } from "./Veil.tsx";

interface GraphPaneProps {
  readonly stage: number;
  readonly side: PaneSide;
  /** How the center is divided. */
  readonly shown: PaneMode;
}

const uncovered = { right: 0, bottom: 0 } as const;

/** One stage's graph, with its name above and, where it leads, the tools of the picture. */
export function GraphPane({ stage, side, shown: division }: GraphPaneProps) {
  const isBeside = side === "before" || side === "pinned";
  const shown = useGraph(stage, isBeside ? "before" : "after");
  const selected = useSelectedAt(stage);
  const name = usePageState((s) => (stage === 0 ? "Input" : (s.document.pipeline[stage - 1]?.pass ?? "")));
  const isEmpty = usePageState((s) => s.document.text.trim() === "");
  const isLeading = !isBeside;
  const graph = shown?.answer.graph;
  const ref = usePaneSize(isLeading);
  const isRunning = usePageState((s) => s.run.status === "running");
  const isStopped = usePageState((s) => s.run.status === "stopped");
  const isWaiting = shown ? !shown.isCurrent || shown.stage !== stage : !isEmpty && !isStopped;
  const isOther = usePageState(
    (s) => shown !== undefined && (shown.stage !== stage || shown.document !== s.documentNumber || shown.view !== shownMode(s)),
  );
  const [isComplete, setComplete] = useState(false);
  const isDrawing = graph !== undefined && graph.nodes.length > 0 && !isComplete;
  useAhead(stage, isLeading && !isWaiting);
  const isSplit = division === "across" || division === "down";
  const sheet = useSheet(isBeside ? "before" : "after", isSplit);
  const width = usePageState((s) => s.paneSize?.width ?? innerWidth);
  const targets = usePageState((s) => s.run.stages[stage]?.summary.regions.length ?? 0);
  const { isFolded, isShort } = headerRoom(name, width, targets);
  const work = isRunning ? `Running to ${name}` : `Drawing ${name}`;
  return (
    <section aria-label={`${side}: ${name}`} className="flex h-full min-w-0 flex-col">
      <PaneHeader side={side} name={name} stage={stage}>
        {isLeading && <ModeSwitch isTight={isShort} />}
        {isLeading && <PaneSwitch shown={division} isTight={isFolded} />}
      </PaneHeader>
      <div
        ref={ref}
        aria-busy={isWaiting || isDrawing}
        className="relative min-h-0 flex-1 overflow-hidden"
        data-testid={`graph-${isBeside ? "before" : "after"}`}
        data-stage={shown?.stage}
      >
        {shown && graph && graph.nodes.length > 0 ? (
          <Picture
            shown={shown}
            selectedIds={selected}
            pane={isLeading ? "after" : "before"}
            covered={sheet && !isSplit ? sheet : uncovered}
            onComplete={setComplete}
            label={`Graph ${side === "input" ? "of the input" : `${side} ${name}`}: ${plural(graph.nodes.length, "node")}, ${plural(graph.regions.filter((r) => r.color >= 0).length, "region")}. The Outline tab lists it.`}
          />
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
        {isWaiting && <Veil text={work} isAtOnce={isOther} />}
        {sheet && <InspectorSheet place={sheet} />}
      </div>
    </section>
  );
}
