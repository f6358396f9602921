import { ChevronRight, ChevronsLeft } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { isCheckable } from "../state/checks.ts";
import { shownStage, stageBeside } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";
import { StageChip } from "./StageChip.tsx";
import { StepInsideButton } from "./StepInsideButton.tsx";
import { type StripItem, stripItems } from "./stripItems.ts";
import { useChecks } from "./useChecks.ts";
import { useRoom } from "./useRoom.ts";

const CheckButton = lazy(() => import("./CheckButton.tsx").then((m) => ({ default: m.CheckButton })));
const CheckProgress = lazy(() => import("./CheckProgress.tsx").then((m) => ({ default: m.CheckProgress })));

/** The width of a chip as far as its name has it, and of what stands beside the shown one, in CSS pixels. */
const letter = 7.4;
const besideName = 34;
const besideShown = 130;
const none: ReadonlySet<number> = new Set();

/** The strip across the top: the input, then a chip per pass, in as many rows as they need. Arrow keys step along it. */
export function PassStrip() {
  const { actions } = usePage();
  const pipeline = usePageState((s) => s.document.pipeline);
  const stages = usePageState((s) => s.run.stages);
  const isRunning = usePageState((s) => s.run.status === "running");
  const isStarted = usePageState((s) => s.isStarted);
  const stage = usePageState(shownStage);
  const beside = usePageState(stageBeside);
  const pinned = usePageState((s) => s.view.pinned);
  const isCheckingAll = useChecks((s) => s.all.length > 0);
  const [opened, setOpened] = useState(none);
  const listRef = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const room = useRoom(listRef);
  const names = ["Input", ...pipeline.map((p) => p.pass)];
  const needed = names.reduce((sum, name) => sum + name.length * letter + besideName, besideShown);
  // While a run is under way its stages fold as those of the run before, so that the strip does not change its height at each of them.
  const settled = useRef(stages);
  if (!isRunning) settled.current = stages;
  const items = stripItems(names.length, isRunning ? settled.current : stages, room > 0 && needed > room, stage, opened);

  // biome-ignore lint/correctness/useExhaustiveDependencies: chips grow as results come
  useEffect(() => {
    const chip = listRef.current?.querySelector<HTMLElement>(`[data-stage="${stage}"]`);
    if (wantsFocus.current) chip?.focus();
    wantsFocus.current = false;
    // With the next frame, which lays the page out anyway.
    const frame = requestAnimationFrame(() => chip?.scrollIntoView({ block: "nearest", inline: "nearest" }));
    return () => cancelAnimationFrame(frame);
  }, [stage, stages.length]);

  const toggle = (first: number, isOpen: boolean) => {
    const next = new Set(opened);
    if (isOpen) next.add(first);
    else next.delete(first);
    setOpened(next);
  };
  const chip = (i: number, name: string) => {
    const result = stages[i];
    return (
      <div key={i} className="flex max-w-full items-stretch max-[560px]:max-w-none" role="presentation">
        <StageChip
          stage={i}
          name={name}
          isOff={i > 0 && pipeline[i - 1]?.isOff === true}
          result={result}
          summaryBefore={stages[i - 1]?.summary}
          isPending={isRunning && result === undefined}
          isCurrent={stage === i}
          isBefore={beside === i}
          isPinned={pinned === i}
          onSelect={() => actions.showStage(i)}
          onStep={(by) => {
            wantsFocus.current = true;
            actions.step(by);
          }}
        />
        {stage === i && isCheckable(result?.status) && <StepInsideButton stage={i} name={name} />}
        {stage === i && i > 0 && isStarted && isCheckable(result?.status) && (
          <Suspense fallback={null}>
            <CheckButton key={i} stage={i} name={name} />
          </Suspense>
        )}
      </div>
    );
  };
  return (
    <section aria-label="Pipeline of passes" className="shrink-0">
      <div
        ref={listRef}
        role="radiogroup"
        aria-label="Passes"
        className="flex max-h-[30vh] shrink-0 flex-wrap items-stretch gap-y-0.5 overflow-y-auto border-b border-line bg-panel px-2 py-1 max-[560px]:flex-nowrap max-[560px]:overflow-x-auto max-[560px]:[&>*]:shrink-0 [@media(max-height:560px)]:flex-nowrap [@media(max-height:560px)]:overflow-x-auto [@media(max-height:560px)]:[&>*]:shrink-0"
      >
        {items.map((item) =>
          item.kind === "pass" ? (
            chip(item.stage, names[item.stage] ?? "")
          ) : (
            <Fold
              key={`fold ${item.stages[0]}`}
              item={item}
              names={item.stages.map((s) => names[s] ?? "")}
              shown={stage}
              onToggle={(isOpen) => toggle(item.stages[0] ?? 0, isOpen)}
            />
          ),
        )}
        <Suspense fallback={null}>{isCheckingAll && <CheckProgress />}</Suspense>
      </div>
    </section>
  );
}

interface FoldProps {
  readonly item: Extract<StripItem, { kind: "fold" }>;
  readonly names: readonly string[];
  readonly shown: number;
  readonly onToggle: (isOpen: boolean) => void;
}

/** Neighbors that changed nothing, as one: a press shows their chips, or folds them again. */
function Fold({ item: { stages, isOpen }, names, shown, onToggle }: FoldProps) {
  const list = names.join(", ");
  if (isOpen) {
    if (stages.includes(shown)) return null;
    return (
      <IconButton icon={ChevronsLeft} size={13} className="size-6 self-center" label={`Fold ${list}`} onClick={() => onToggle(false)} />
    );
  }
  return (
    <div className="flex items-stretch" role="presentation">
      <ChevronRight size={13} aria-hidden className="-mx-px shrink-0 self-center text-ink-3/60" />
      <button
        type="button"
        aria-expanded={false}
        aria-label={`${stages.length} unchanged: ${list}`}
        title={list}
        onClick={() => onToggle(true)}
        className={`h-10 rounded-md border px-2 text-[12px] whitespace-nowrap text-ink-3 outline-offset-[-1px] hover:bg-hover hover:text-ink ${shown - 1 === stages.at(-1) ? "border-dashed border-accent-line" : "border-transparent"}`}
      >
        {stages.length} unchanged
      </button>
    </div>
  );
}
