import type { GraphAnswer } from "@relayscope/engine";
import type { PaneMode } from "@relayscope/share";
import { type ReactNode, type Ref, Suspense, useState } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { useAhead } from "../hooks/useAhead.ts";
import { type ShownGraph, useGraph, useSelectedAt, useUndrawn } from "../hooks/useGraph.ts";
import { useInTurn } from "../hooks/useInTurn.ts";
import { Picture } from "../picture/Picture.tsx";
import { sceneOf } from "../picture/scene.ts";
import { shownMode } from "../state/graphRequests.ts";
import { isUnread } from "../state/model.ts";
import { usePageState } from "../state/page.ts";
import { Empty } from "../ui/Empty.tsx";
import { plural, regionsText } from "../ui/format.ts";
import { Prose } from "../ui/Prose.tsx";
import { part } from "../ui/part.ts";
import { ModeSwitch } from "./ModeSwitch.tsx";
import { isShortHeader, PaneHeader, type PaneSide } from "./PaneHeader.tsx";
import { useCompanion } from "./useCompanion.ts";
import { usePaneSize } from "./usePaneSize.ts";
import { Veil } from "./Veil.tsx";

const Stepper = part(() => import("./Stepper.tsx").then((m) => m.Stepper));
const WaysIn = part(() => import("../ui/WaysIn.tsx").then((m) => m.WaysIn));

interface GraphPaneProps {
  readonly stage: number;
  readonly side: PaneSide;
  /** How the center is divided. */
  readonly shown: PaneMode;
}

/** The picture until there is one. */
const noPicture: ShownGraph = {
  stage: -1,
  epoch: 0,
  answer: {
    graph: { nodes: [], frames: [], edges: [], regions: [] },
    layout: {
      width: 0,
      height: 0,
      nodes: new Float32Array(),
      frames: new Float32Array(),
      framePieces: new Float32Array(),
      frameOffsets: new Uint32Array(1),
      edgePoints: new Float32Array(),
      edgeOffsets: new Uint32Array(1),
      hulls: new Float32Array(),
      hullOffsets: new Uint32Array(1),
      hullJoins: new Uint32Array(),
    },
    changes: [],
    isCut: false,
  },
  document: -1,
  view: undefined,
  isCurrent: false,
};

/** One stage's graph, with its name above. The leading pane also has the tools of the picture. */
export function GraphPane({ stage, side, shown: division }: GraphPaneProps) {
  const isBeside = side === "before" || side === "pinned";
  const shown = useGraph(stage, isBeside ? "before" : "after");
  const undrawn = useUndrawn(stage, isBeside ? "before" : "after");
  const selected = useSelectedAt(stage);
  const name = usePageState((s) => (stage === 0 ? "Input" : (s.document.pipeline[stage - 1]?.pass ?? "")));
  const isEmpty = usePageState((s) => s.document.text.trim() === "");
  const isStarted = usePageState((s) => s.isStarted);
  const mistake = usePageState((s) => (isUnread(s) ? s.run.problems.find(({ severity }) => severity === "error") : undefined));
  const isLeading = !isBeside;
  const graph = shown?.answer.graph;
  const hasRepetition = graph?.frames.some(({ repetition }) => repetition !== undefined) ?? false;
  const isDrawn = graph !== undefined && graph.nodes.length > 0;
  const ref = usePaneSize(isLeading, division);
  const isRunning = usePageState((s) => s.run.status === "running");
  const isStopped = usePageState((s) => s.run.status === "stopped");
  const isAhead = shown ? !shown.isCurrent || shown.stage !== stage : !isEmpty && !isStopped;
  const isWaiting = isAhead && undrawn === undefined;
  const isOther = usePageState(
    (s) => shown !== undefined && (shown.stage !== stage || shown.document !== s.documentNumber || shown.view !== shownMode(s)),
  );
  // While the first picture is on its way, its code is prepared in a task of its own. Whether a second pane is needed
  // is not known yet.
  const isAwaited = !shown && isWaiting && isLeading;
  const hasTurn = useInTurn(isDrawn || isAwaited);
  useCompanion(isBeside ? shown : undefined);
  const [completion] = useState(() => createStore(() => false));
  useAhead(stage, isLeading && !isWaiting);
  const width = usePageState((s) => s.paneSize?.width ?? innerWidth);
  const targets = usePageState((s) => s.run.stages[stage]?.summary.regions.length ?? 0);
  const isShort = isShortHeader(name, width, targets);
  const work = isRunning ? `Running to ${name}` : `Drawing ${name}`;
  return (
    <section aria-label={`${side}: ${name}`} className="flex h-full min-w-0 flex-col">
      <PaneHeader side={side} name={name} stage={stage}>
        <Suspense>{isLeading && shown && hasRepetition && <Stepper scene={sceneOf(shown.answer)} selectedIds={selected} />}</Suspense>
        {isLeading && <ModeSwitch isTight={isShort} />}
      </PaneHeader>
      <Ground
        ref={ref}
        isWaiting={isWaiting}
        completion={isDrawn ? completion : undefined}
        name={`graph-${isBeside ? "before" : "after"}`}
        stage={shown?.stage}
      >
        {isDrawn || isAwaited ? (
          hasTurn && (
            <Picture
              shown={shown ?? noPicture}
              selectedIds={selected}
              pane={isLeading ? "after" : "before"}
              onComplete={completion.setState}
              label={isOther || !graph ? `${work}…` : graphLabel(side, name, graph)}
            />
          )
        ) : (
          <div className="size-full" style={{ background: "var(--panel)" }}>
            {isEmpty ? (
              <Empty title="Paste Relay or drop a model">
                <p className="mb-3">
                  <Prose text="The text that `print(mod)` gives, a fragment of it, a log around it, or the Python script that builds the module." />
                </p>
                <Suspense>{isStarted && isLeading && <WaysIn hasExamples />}</Suspense>
              </Empty>
            ) : (
              shown && (
                <Empty title="Nothing to draw">
                  {mistake === undefined ? "The module has no function." : <Prose text={[mistake.message, ...mistake.hints].join(" ")} />}
                  <div className="mt-3">
                    <Suspense>{isStarted && isLeading && <WaysIn hasExamples />}</Suspense>
                  </div>
                </Empty>
              )
            )}
          </div>
        )}
        {isWaiting && <Veil text={work} isAtOnce={isOther} />}
        {isAhead && undrawn !== undefined && <Veil text={`Not drawn: ${name}`} isAtOnce isStill />}
      </Ground>
    </section>
  );
}

interface GroundProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly isWaiting: boolean;
  /** Whether everything in sight is mounted; undefined if there is no picture. */
  readonly completion: StoreApi<boolean> | undefined;
  readonly name: string;
  readonly stage: number | undefined;
  readonly children: ReactNode;
}

/**
 * The pane below its line, marked busy while its content is incomplete. A move adds content and renders nothing else
 * here.
 */
function Ground({ ref, isWaiting, completion, name, stage, children }: GroundProps) {
  const isDrawn = useStore(completion ?? drawn);
  return (
    <div
      ref={ref}
      aria-busy={isWaiting || !isDrawn}
      className="relative min-h-0 flex-1 overflow-hidden"
      data-testid={name}
      data-stage={stage}
    >
      {children}
    </div>
  );
}

const drawn = createStore(() => true);

/** A picture's accessible name: what it shows, and its size. */
function graphLabel(side: PaneSide, name: string, { nodes, regions }: GraphAnswer["graph"]): string {
  const what = side === "input" ? "of the input" : `${side} ${name}`;
  const inColor = regions.filter((r) => r.color >= 0);
  const marked = inColor.filter((r) => r.isMarked).length;
  return `Graph ${what}: ${plural(nodes.length, "node")}, ${regionsText(inColor.length, marked)}. View, Outline lists it.`;
}
