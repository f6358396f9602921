import { isActing } from "@relayscope/lessons";
import { ArrowRight, CircleCheck } from "lucide-react";
import type { Ref } from "react";
import { useStore } from "zustand";
import { usePage } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { plural } from "../ui/format.ts";
import type { LessonSession } from "./lessonState.ts";

interface FinishViewProps {
  readonly session: LessonSession;
  readonly next: { readonly name: string; readonly title: string } | undefined;
  readonly headingRef: Ref<HTMLHeadingElement>;
}

/** The end of a lesson: what was done, and what comes next. */
export function FinishView({ session, next, headingRef }: FinishViewProps) {
  const { actions } = usePage();
  const done = useStore(session.store, (s) => s.done.size);
  const helped = useStore(session.store, (s) => s.helped.size);
  const { steps, title, setup } = session.lesson;
  const { done: doneSteps, needless } = session.store.getState();
  const left = steps.flatMap((step, i) => (doneSteps.has(i) || needless.has(i) || !isActing(step) ? [] : [{ step, i }]));
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-5">
      <CircleCheck size={32} aria-hidden className="text-good" />
      <h3 ref={headingRef} tabIndex={-1} className="mt-2 text-large font-semibold outline-none">
        You have come to the end
      </h3>
      <p className="mt-1 text-ink-2">
        {title}: {plural(done, "step")} done{helped > 0 ? `, ${helped} with help or a second try` : ""}.
      </p>
      {left.length > 0 && (
        <div className="mt-3">
          <p className="text-ink-2">These you skipped:</p>
          <ul className="mt-1">
            {left.map(({ step, i }) => (
              <li key={step.line}>
                <button type="button" className="text-left text-accent hover:underline" onClick={() => session.goTo(i)}>
                  {i + 1}. {step.title}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="mt-5 flex flex-col items-start gap-2">
        {next ? (
          <>
            <p className="text-ink-2">
              Next comes <span className="font-medium text-ink">{next.title}</span>.
            </p>
            <Button look="solid" icon={ArrowRight} onClick={() => actions.learn({ kind: "course", name: next.name })}>
              Next lesson
            </Button>
          </>
        ) : (
          <p className="text-ink-2">
            That was the last lesson. Now take a module of your own: leave, and paste what `print(mod)` gives you.
          </p>
        )}
        <Button look="outline" onClick={() => actions.learn({ kind: "list" })}>
          All lessons
        </Button>
        <Button look="outline" onClick={() => actions.learn(undefined)}>
          {setup.isOwn ? "Close the lesson" : "Back to my own module"}
        </Button>
      </div>
    </div>
  );
}
