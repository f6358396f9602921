import { isActing, type Step } from "@relayscope/lessons";
import { ChevronLeft, ChevronRight, CircleCheck, Lightbulb, List, Printer, RotateCcw, Undo2, Wand, X } from "lucide-react";
import { type Ref, useCallback, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { MarkedText } from "../guide/MarkedText.tsx";
import { bringNear } from "../hooks/bringNear.ts";
import { useIsLong } from "../hooks/useDelay.ts";
import { printLessonEvent } from "../state/lessonAddress.ts";
import { usePage } from "../state/page.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { isAfterKey } from "../ui/inputKind.ts";
import { ChoiceForm } from "./ChoiceForm.tsx";
import { FinishView } from "./FinishView.tsx";
import { Handout } from "./Handout.tsx";
import { LessonCheck } from "./LessonCheck.tsx";
import { LessonLink } from "./LessonLink.tsx";
import type { LessonSession } from "./lessonState.ts";
import { PredictForm } from "./PredictForm.tsx";
import { isOver } from "./steps.ts";
import { Words } from "./Words.tsx";

export interface OpenedLesson {
  readonly session: LessonSession;
  /** The next lesson of the course. */
  readonly next: { readonly name: string; readonly title: string } | undefined;
  /** The address that opens the lesson; empty if none is short enough for paper. */
  readonly address: string;
  /** The text of a lesson outside the course, for its link. */
  readonly text: string | undefined;
  readonly isFromFile: boolean;
  readonly textOf: (file: string) => string;
}

/** After this long without success a hint offers itself, in milliseconds. */
const patience = 40_000;

/** A lesson next to the picture: a step's words, its task, and the result. */
export function LessonView({ session, next, address, text, isFromFile, textOf }: OpenedLesson) {
  const { actions } = usePage();
  const at = useStore(session.store, (s) => s.at);
  const done = useStore(session.store, (s) => s.done);
  const helped = useStore(session.store, (s) => s.helped);
  const { steps, title, setup } = session.lesson;
  const step = steps[at];
  const isFirst = useRef(true);
  // Each new step takes the focus; the first one only if a key has opened the lesson.
  const headingRef = useCallback((heading: HTMLHeadingElement | null) => {
    if (!heading) return;
    if (!isFirst.current || isAfterKey()) heading.focus({ preventScroll: true });
    isFirst.current = false;
    heading.scrollIntoView({ block: "start" });
  }, []);
  return (
    <>
      <div className="flex min-h-9 shrink-0 items-center gap-0.5 border-b border-line pr-1 pl-1">
        <IconButton icon={List} label="All lessons" onClick={() => actions.learn({ kind: "list" })} />
        <h2 className="line-clamp-2 min-w-0 flex-1 leading-tight font-semibold" title={title}>
          {title}
        </h2>
        {text !== undefined && <LessonLink text={text} />}
        {!setup.isOwn && (
          <IconButton icon={Printer} label="Print the lesson as a handout" onClick={() => dispatchEvent(new Event(printLessonEvent))} />
        )}
        <IconButton
          icon={X}
          label={setup.isOwn ? "Leave the lesson" : "Leave the lesson; my own module comes back"}
          onClick={() => actions.learn(undefined)}
        />
      </div>
      {isFromFile && <LessonCheck lesson={session.lesson} textOf={textOf} />}
      <Dots steps={steps} at={at} done={done} helped={helped} onGo={session.goTo.bind(session)} />
      {step ? (
        <StepView key={at} session={session} step={step} at={at} headingRef={headingRef} />
      ) : (
        <FinishView session={session} next={next} headingRef={headingRef} />
      )}
      {!setup.isOwn && <Handout session={session} address={address} />}
    </>
  );
}

function Dots(props: {
  readonly steps: readonly Step[];
  readonly at: number;
  readonly done: ReadonlySet<number>;
  readonly helped: ReadonlySet<number>;
  readonly onGo: (at: number) => void;
}) {
  const { steps, at, done, helped, onGo } = props;
  return (
    <nav aria-label="Steps of the lesson" className="flex shrink-0 items-center gap-0.5 border-b border-line px-2.5 py-1">
      {steps.map((step, i) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          key={i}
          type="button"
          aria-label={`Step ${i + 1}: ${step.title}${helped.has(i) ? ", done with help" : isOver(steps, i, at, done) ? ", done" : ""}`}
          aria-current={i === at ? "step" : undefined}
          data-hint={step.title}
          onClick={() => onGo(i)}
          className="group flex h-5 min-w-0 flex-1 items-center"
        >
          <span
            className={`h-1.5 w-full rounded-full ${i === at ? "bg-accent" : isOver(steps, i, at, done) ? "bg-good" : "bg-line-strong group-hover:bg-ink-3"}`}
          />
        </button>
      ))}
      <span className="ml-1.5 shrink-0 text-note tabular-nums text-ink-3">
        {Math.min(at + 1, steps.length)} of {steps.length}
      </span>
    </nav>
  );
}

interface StepViewProps {
  readonly session: LessonSession;
  readonly step: Step;
  readonly at: number;
  readonly headingRef: Ref<HTMLHeadingElement>;
}

function StepView({ session, step, at, headingRef }: StepViewProps) {
  const state = useStore(session.store);
  const acts = isActing(step) && state.missing === "";
  const isOpen = !acts || state.isDone || state.done.has(at);
  const order = useMemo(() => session.orderOf(step), [session, step]);
  const isCorrected = step.prediction !== undefined && state.guess !== undefined && !state.isDone && state.remarks.length > 0;
  const restart = () => session.reset();
  const passes = step.runs.map((r) => r.pass);
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
        <h3 ref={headingRef} tabIndex={-1} className="mb-1.5 text-head leading-6 font-semibold outline-none">
          {step.title}
        </h3>
        {state.words && <Words blocks={state.words} />}
        {state.missing !== "" && (
          <div className="lesson-words" role="status">
            <p>
              <MarkedText text={state.missing} />
            </p>
          </div>
        )}
        {step.choices.length > 0 && (
          <ChoiceForm
            question={step.question}
            choices={step.choices}
            order={order}
            answer={state.answer}
            isDone={state.isDone}
            onAnswer={(choice) => session.answer(choice)}
          />
        )}
        {step.prediction && (
          <PredictForm
            prediction={step.prediction}
            guess={state.guess}
            isShown={state.shown !== ""}
            passes={passes}
            marked={state.marked}
            number={state.number}
            onMark={(nodes) => session.mark(nodes)}
            onNumber={(text) => session.writeNumber(text)}
            onPredict={(guess) => session.predict(guess)}
          />
        )}
        <Feedback session={session} step={step} />
        {isCorrected && (
          <Button look="outline" icon={RotateCcw} className="mt-2" onClick={restart}>
            Try again
          </Button>
        )}
        {acts && <Hints session={session} step={step} />}
      </div>
      <div className="flex shrink-0 items-center gap-0.5 border-t border-line px-2 py-1.5">
        <Button icon={ChevronLeft} disabled={at === 0} onClick={() => session.goTo(at - 1)}>
          Back
        </Button>
        {acts && (
          <>
            <IconButton
              icon={Undo2}
              label="Take back the last change"
              disabled={!state.canUndo && state.answer === undefined}
              onClick={() => session.undo()}
            />
            <IconButton icon={RotateCcw} label="Restart the step" onClick={restart} />
          </>
        )}
        {acts && !isOpen && session.canShow(step) && (
          <Button icon={Wand} onClick={() => void session.show()}>
            Show me
          </Button>
        )}
        <span className="flex-1" />
        <Button look={isOpen ? "solid" : "outline"} onClick={() => session.goTo(at + 1)}>
          {isOpen ? (at + 1 === session.lesson.steps.length ? "Finish" : "Next") : "Skip"}
          <ChevronRight size={14} aria-hidden />
        </Button>
      </div>
    </>
  );
}

/** The result of the last attempt, announced to screen readers. */
function Feedback({ session, step }: { readonly session: LessonSession; readonly step: Step }) {
  const isDone = useStore(session.store, (s) => s.isDone);
  const remarks = useStore(session.store, (s) => s.remarks);
  const shown = useStore(session.store, (s) => s.shown);
  const praise = useStore(session.store, (s) => s.praise);
  const hasNews = isDone || remarks.length > 0;
  // A new function on each render, so that every answer scrolls into view, not only the first.
  const show = (news: HTMLElement | null) => bringNear(news?.parentElement ?? null);
  const tone = isDone ? "border-good bg-good-soft" : "border-warn bg-warn-soft";
  return (
    <div role="status" aria-live="polite" aria-label="Result" data-state={isDone ? "done" : remarks.length > 0 ? "missed" : "open"}>
      {shown !== "" && (
        <p className="mt-3 rounded-md bg-accent-soft px-3 py-1.5">
          <MarkedText text={shown} />
        </p>
      )}
      {hasNews && (
        <div ref={show} className={`mt-3 flex flex-col gap-1 rounded-md border-l-3 px-3 py-2 ${tone}`}>
          {isDone && (
            <p className="flex items-center gap-1.5 font-semibold text-good">
              <CircleCheck size={15} aria-hidden /> Done
            </p>
          )}
          {remarks.map((remark) => (
            <p key={remark.text} className={!isDone && remark.isGood ? "text-ink-2" : ""}>
              {!isDone && step.prediction?.kind === "operators" && <span className="font-semibold">{remark.isGood ? "✓ " : "✗ "}</span>}
              <MarkedText text={remark.text} />
            </p>
          ))}
          {isDone && praise !== "" && (
            <p>
              <MarkedText text={praise} />
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function Hints({ session, step }: { readonly session: LessonSession; readonly step: Step }) {
  const { hints, isDone, misses } = useStore(session.store);
  const isLong = useIsLong(step, patience);
  if (step.hints.length === 0 || isDone) return null;
  const isOffered = isLong || misses > 1;
  return (
    <div className="mt-3 flex flex-col items-start gap-1.5">
      <div aria-live="polite" className="flex flex-col gap-1.5">
        {step.hints.slice(0, hints).map((hint) => (
          <p key={hint} className="rounded-md bg-accent-soft px-3 py-1.5">
            <MarkedText text={hint} />
          </p>
        ))}
      </div>
      {hints < step.hints.length && (
        <Button look={isOffered ? "outline" : "plain"} icon={Lightbulb} onClick={() => session.openHint()}>
          {hints > 0 ? "Next hint" : "Hint"}
        </Button>
      )}
    </div>
  );
}
