import type { GraphAnswer, StageResult } from "@relayscope/engine";
import { ChevronLeft, ChevronRight, LogOut, Radius, SunMoon } from "lucide-react";
import { useState } from "react";
import { usePaneSize } from "../center/usePaneSize.ts";
import { type Controller, differs, useController } from "../hooks/useController.ts";
import { useGraph } from "../hooks/useGraph.ts";
import { useListener } from "../hooks/useListener.ts";
import { useTheme } from "../hooks/useTheme.ts";
import { Picture } from "../picture/Picture.tsx";
import { type BoardPlace, boardPlace, nextDecision, nextPlace } from "../state/board.ts";
import type { Place } from "../state/boxes.ts";
import { command } from "../state/commands/command.ts";
import { shownStage } from "../state/model.ts";
import { type Page, usePage, usePageState } from "../state/page.ts";
import { stepTones } from "../strip/stepTones.ts";
import { type ShownSteps, usePassSteps } from "../strip/usePassSteps.ts";
import { IconButton } from "../ui/Button.tsx";
import { grouped, plural, regionsText } from "../ui/format.ts";
import { Prose } from "../ui/Prose.tsx";
import { TargetMark } from "../ui/TargetMark.tsx";
import { Spot } from "./Spot.tsx";
import { useDragging, useFactor } from "./useEnlarged.ts";
import "./blackboard.css";

/** Keys that step forward and back, including those of a presenter's remote. */
const onward = new Set(["ArrowRight", "ArrowDown", "PageDown", " "]);
const backward = new Set(["ArrowLeft", "ArrowUp", "PageUp"]);
const none: readonly number[] = [];

/**
 * The picture for a room: only passes, a sentence and the picture, large. Arrow keys step through decisions and passes;
 * Escape leaves.
 */
export function Blackboard() {
  const page = usePage();
  const { actions, store, viewports } = page;
  const steps = usePassSteps();
  const place = useBoardPlace();
  const theme = useTheme();
  const [hasSpot, setSpot] = useState(false);
  const isAwaited = place.step !== undefined && steps?.stage !== place.stage;
  const count = steps?.value.steps.length ?? 0;
  const go = (by: 1 | -1, placeAfter = nextPlace) => {
    const next = isAwaited ? undefined : placeAfter(store.getState(), count, by);
    if (next) actions.goToPlace(next);
  };
  useListener("keydown", (event) => {
    const isOver = store.getState().guide !== undefined || store.getState().dialog !== undefined;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isOver) return;
    const isPressed = event.target instanceof HTMLElement && event.target.closest("button") !== null;
    if (onward.has(event.key) && !(isPressed && event.key === " ")) go(1);
    else if (backward.has(event.key)) go(-1);
    else if (event.key === ".") go(1, nextDecision);
    else if (event.key === ",") go(-1, nextDecision);
    else if (event.key === "Escape") actions.showBoard(false);
    else if (event.key === "i") command("inside", page);
    else if (event.key === "s") setSpot((on) => !on);
    else if (event.key === "f") actions.fit();
    else if (event.key === "+" || event.key === "=") viewports.zoomBy(1.25);
    else if (event.key === "-") viewports.zoomBy(0.8);
    else return;
    event.preventDefault();
  });
  return (
    <main aria-label="Blackboard" className="board relative flex h-full flex-col bg-page text-ink">
      <h1 className="sr-only">Blackboard</h1>
      <BoardStrip />
      <Sentence steps={place.step === undefined ? undefined : steps} stage={place.stage} />
      <BoardPicture place={place} isWhole={steps?.step !== undefined && steps.step.nodes.length + steps.step.blockers.length === 0} />
      <div className="absolute right-3 bottom-3 flex gap-1 rounded-lg border border-line-strong bg-panel p-1 print:hidden">
        <IconButton icon={ChevronLeft} size={22} className="size-10" label="Back (←)" onClick={() => go(-1)} />
        <IconButton icon={ChevronRight} size={22} className="size-10" label="On (→)" onClick={() => go(1)} />
        <IconButton
          icon={Radius}
          size={20}
          className="size-10"
          label="A spot that follows the pointer (s)"
          isPressed={hasSpot}
          onClick={() => setSpot(!hasSpot)}
        />
        <IconButton
          icon={SunMoon}
          size={20}
          className="size-10"
          label="Light or dark"
          onClick={() => actions.setPreferences({ theme: theme === "dark" ? "light" : "dark" })}
        />
        <IconButton
          icon={LogOut}
          size={20}
          className="size-10"
          label="Leave the blackboard (Esc)"
          onClick={() => actions.showBoard(false)}
        />
      </div>
      {hasSpot && <Spot />}
    </main>
  );
}

function useBoardPlace(): BoardPlace {
  const stage = usePageState((s) => boardPlace(s).stage);
  const step = usePageState((s) => boardPlace(s).step);
  return { stage, step };
}

/** The passes that changed something, and the current one. */
function BoardStrip() {
  const { actions } = usePage();
  const pipeline = usePageState((s) => s.document.pipeline);
  const stages = usePageState((s) => s.run.stages);
  const stage = usePageState(shownStage);
  const names = ["Input", ...pipeline.map((step) => step.pass)];
  const shown = names.map((name, i) => ({ name, i })).filter(({ i }) => i === stage || i === 0 || stages[i]?.status === "done");
  return (
    <ol aria-label="Passes" className="flex shrink-0 flex-wrap items-center gap-x-1 px-5 pt-3 text-[clamp(18px,1.25vw,32px)] leading-[1.6]">
      {shown.map(({ name, i }, k) => (
        <li key={i} className="flex items-center gap-1">
          {k > 0 && <ChevronRight size={18} aria-hidden className="text-ink-3" />}
          <button
            type="button"
            {...(i === stage ? { "aria-current": "step" } : {})}
            onClick={() => actions.goToPlace({ stage: i, step: undefined })}
            className={`flex items-center gap-2 rounded-md border-2 px-2 ${i === stage ? "border-ink font-bold text-ink" : "border-transparent text-ink-2"}`}
          >
            {name}
            {stages[i]?.summary.regions.map((region) => (
              <span key={region.target} className="flex items-center gap-1">
                <TargetMark color={region.color} size={20} />
                {grouped(region.count)}
                <span className="sr-only">{region.count === 1 ? "region" : "regions"}</span>
              </span>
            ))}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The current decision, or the result of the pass. Its height is constant, so that the picture does not move. */
function Sentence({ steps, stage }: { readonly steps: ShownSteps | undefined; readonly stage: number }) {
  const result = usePageState((s) => s.run.stages[stage]);
  const pass = usePageState((s) => s.document.pipeline[stage - 1]?.pass);
  const summary = usePageState((s) => s.catalog?.passes.find((info) => info.name === pass)?.summary ?? "");
  const step = steps?.step;
  const text = step?.sentence ?? (steps && steps.value.note !== "" ? steps.value.note : resultSentence(result, pass, summary));
  return (
    <div className="flex h-[4em] shrink-0 items-start gap-4 overflow-y-auto px-5 pt-2 text-[clamp(28px,2.4vw,46px)] leading-[1.25]">
      {step && steps && (
        <span className="flex shrink-0 flex-col items-center gap-1 pt-1 text-[clamp(18px,1.46vw,36px)] leading-[1.4]">
          <span className={`rounded-md px-2.5 font-bold ${stepTones[step.state].tone}`}>{stepTones[step.state].word}</span>
          <span className="tabular-nums text-ink-2">
            {grouped(steps.at + 1)} of {grouped(steps.value.steps.length)}
          </span>
        </span>
      )}
      <p aria-live="polite" className="min-w-0 flex-1 font-semibold" data-testid="board-sentence">
        <Prose text={text} />
      </p>
    </div>
  );
}

/** The result of a pass in numbers, as in the strip. */
function resultSentence(result: StageResult | undefined, pass: string | undefined, summary: string): string {
  if (!result) return "…";
  const { operators, offloaded, regions } = result.summary;
  const counted = regions
    .map(({ target, count, marked }) => `${regionsText(count, marked)} ${marked ? "for" : "of"} \`${target}\``)
    .join(" and ");
  const numbers =
    counted === ""
      ? `${plural(operators, "operator")}, no regions.`
      : `${counted}, with ${grouped(offloaded)} of ${plural(operators, "operator")}.`;
  if (pass === undefined) return `The module as it comes in: ${numbers}`;
  if (result.reason !== "") return `\`${pass}\` did not run: ${result.reason}.`;
  if (result.status === "unchanged") return `\`${pass}\` changed nothing. ${numbers}`;
  return `${summary} ${numbers}`;
}

interface OnBoard {
  readonly answer: GraphAnswer | undefined;
  readonly isCurrent: boolean;
  readonly isInside: boolean;
  readonly isWhole: boolean;
  readonly step: number | undefined;
  readonly factor: number;
}

/**
 * Moves the camera of the blackboard: to the nodes of a decision, or to the whole picture if there are none. The page
 * has its own place again at the end.
 */
class BoardCamera implements Controller<OnBoard> {
  private before: OnBoard | undefined;
  private readonly placeOfPage: Place | undefined;

  constructor(private readonly page: Page) {
    this.placeOfPage = page.viewports.snapshot();
  }

  show(now: OnBoard): void {
    const isOther = differs(now, this.before, ["answer", "isCurrent", "isInside", "isWhole", "step", "factor"]);
    this.before = now;
    this.page.viewports.enlarged = now.factor;
    if (!isOther || !now.isCurrent) return;
    if (now.isInside && !now.isWhole) this.page.actions.reveal();
    else this.page.actions.fit();
  }

  close(): void {
    const { viewports, store } = this.page;
    viewports.enlarged = 1;
    if (this.placeOfPage) viewports.place(this.placeOfPage);
    else viewports.release(store.getState().run.epoch);
  }
}

/** The picture: before the pass while its decisions are shown, after it at the end. */
function BoardPicture({ place: { stage, step }, isWhole }: { readonly place: BoardPlace; readonly isWhole: boolean }) {
  const page = usePage();
  const isInside = step !== undefined;
  const at = isInside ? stage - 1 : stage;
  const shown = useGraph(at, isInside ? "before" : "after");
  const factor = useFactor();
  const ref = usePaneSize(true, undefined, factor);
  const dragging = useDragging(factor);
  const answer = shown?.answer;
  const [isComplete, setComplete] = useState(false);
  const isCurrent = shown?.isCurrent === true && shown.stage === at;
  const [camera] = useState(() => new BoardCamera(page));
  useController(camera, { answer, isCurrent, isInside, isWhole, step, factor });
  return (
    <div
      ref={ref}
      className="relative min-h-0 flex-1 overflow-hidden"
      style={{ zoom: factor }}
      {...dragging}
      aria-busy={!isCurrent || !isComplete}
      data-testid="graph-board"
      data-stage={shown?.stage}
    >
      {shown && shown.answer.graph.nodes.length > 0 && (
        <Picture shown={shown} selectedIds={none} pane="after" onComplete={setComplete} label="The picture on the blackboard" />
      )}
    </div>
  );
}
