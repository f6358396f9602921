import { Fragment, Suspense, useRef, useState } from "react";
import { useController } from "../hooks/useController.ts";
import { isCheckable } from "../state/checks/checks.ts";
import { shownStage, stageBeside } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { part } from "../ui/part.ts";
import { ChipsInSight } from "./ChipsInSight.ts";
import { chipFacts } from "./chipFacts.ts";
import { chipWidth, nominalMenu, nominalWidth } from "./chipWidth.ts";
import { FoldChip } from "./FoldChip.tsx";
import { StageChip } from "./StageChip.tsx";
import { chipStates, useStripFit } from "./useStripFit.ts";
import { useStripRoom } from "./useStripRoom.ts";

const StripEdges = part(() => import("./StripEdges.tsx").then((m) => m.StripEdges));
const PassMenu = part(() => import("./PassMenu.tsx").then((m) => m.PassMenu));

const none: ReadonlySet<number> = new Set();
/**
 * The strip across the top: the input, then a chip per pass, in one row or in two. The names of the passes and the room
 * alone decide the number of rows, so that the strip keeps its height whatever the passes do. Arrow keys step along it.
 */
export function PassStrip() {
  const { actions } = usePage();
  const pipeline = usePageState((s) => s.document.pipeline);
  const stages = usePageState((s) => s.run.stages);
  const isRunning = usePageState((s) => s.run.status === "running");
  const isStarted = usePageState((s) => s.isStarted);
  const stage = usePageState(shownStage);
  const beside = usePageState(stageBeside);
  const pinned = usePageState((s) => s.view.pinned);
  const [opened, setOpened] = useState(none);
  const heightRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const rowsRef = useRef<HTMLDivElement>(null);
  const room = useStripRoom(heightRef);
  const fit = useStripFit(room, rowsRef, opened);
  const states = chipStates(pipeline, stages, isRunning);
  const names = states.map((state) => state.name);
  const isScrolling = room.width > 0 && fit.width > room.width;
  const [input] = states;
  // The input stays in sight while the passes scroll.
  const inset = isScrolling && input ? Math.ceil(chipWidth(chipFacts(input, fit.detail), 0, false, true)) : 0;

  const [sight] = useState(() => new ChipsInSight(listRef));
  // Chips grow as results come.
  useController(sight, { stage, beside, isScrolling, inset, sizes: [fit.width, fit.breakAt, stages.length, isStarted].join() });

  const toggle = (items: readonly number[], isOpen: boolean) => {
    const next = new Set(opened);
    for (const item of items) isOpen ? next.add(item) : next.delete(item);
    setOpened(next);
  };
  const chip = (i: number) => {
    const state = states[i];
    if (!state) return null;
    const { name, result } = state;
    return (
      <div className={`flex shrink-0 items-stretch ${i === 0 && isScrolling ? "sticky left-0 z-10 bg-panel" : ""}`} role="presentation">
        <StageChip
          state={state}
          facts={chipFacts(state, fit.detail)}
          isCurrent={stage === i}
          isBefore={beside === i}
          isPinned={pinned === i}
          onSelect={() => actions.showStage(i)}
          onStep={(by) => {
            sight.wantsFocus = true;
            actions.step(by);
          }}
        />
        {stage === i && i > 0 && isStarted && isCheckable(result?.status) && (
          <Suspense fallback={null}>
            <PassMenu key={i} stage={i} name={name} />
          </Suspense>
        )}
      </div>
    );
  };
  return (
    <section aria-label="Pipeline of passes" className="relative shrink-0 border-b border-line bg-panel">
      <div
        ref={heightRef}
        aria-hidden
        className="invisible flex max-h-[5.625rem] flex-wrap gap-y-0.5 overflow-hidden px-2 py-1 max-[560px]:max-h-12 [@media(max-height:560px)]:max-h-12"
      >
        {names.map((name, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stage is its place
          <span key={i} className="h-10" style={{ width: nominalWidth(name) }} />
        ))}
        <span className="h-10" style={{ width: nominalMenu }} />
      </div>
      <div
        ref={listRef}
        role="radiogroup"
        aria-label="Passes"
        className="absolute inset-0 flex items-center overflow-x-auto overflow-y-hidden px-2 [scrollbar-width:none]"
        onWheel={(event) => {
          if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY;
        }}
      >
        <div
          ref={rowsRef}
          role="presentation"
          className="flex shrink-0 flex-wrap items-stretch gap-y-0.5"
          style={{ width: fit.width || undefined }}
        >
          {fit.items.map((item, at) => (
            <Fragment key={item.kind === "pass" ? item.stage : `fold ${item.stages[0]}`}>
              {at > 0 && at === fit.breakAt && <span aria-hidden className="h-0 basis-full" />}
              {item.kind === "pass" ? (
                chip(item.stage)
              ) : (
                <FoldChip item={item} names={item.stages.map((s) => names[s] ?? "")} onToggle={(isOpen) => toggle(item.stages, isOpen)} />
              )}
            </Fragment>
          ))}
        </div>
      </div>
      <Suspense fallback={null}>{isScrolling && <StripEdges listRef={listRef} width={fit.width} inset={inset} />}</Suspense>
    </section>
  );
}
