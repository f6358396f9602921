import { isActing } from "@relayscope/lessons";
import { CircleCheck, FileDown, ScanSearch, X } from "lucide-react";
import { useState } from "react";
import { useLoaded } from "../hooks/useLoaded.ts";
import { ownLesson } from "../state/lessonAddress.ts";
import { usePage } from "../state/page.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { focusAfterKey } from "../ui/inputKind.ts";
import { saveFile } from "../ui/saveFile.ts";
import { loadProgress } from "./learner.ts";
import { loadCourse, loadLesson, loadTemplate } from "./library.ts";
import { OpenLesson } from "./OpenLesson.tsx";

/** The course: its lessons in order, each with its progress. */
export function LessonList() {
  const { actions, storage } = usePage();
  const course = useLoaded(true, async () => Promise.all((await loadCourse()).map(loadLesson)));
  const [failure, setFailure] = useState<unknown>();
  const lessons = course?.value;
  const error = failure ?? course?.error;
  const problem = error === undefined ? "" : error instanceof Error ? error.message : String(error);
  const saveTemplate = () => loadTemplate().then((text) => saveFile("lesson.md", "text/markdown", text), setFailure);
  const progress = loadProgress(storage);
  const next = lessons?.find(({ name }) => progress[name]?.isFinished !== true);
  return (
    <>
      <div className="flex h-9 shrink-0 items-center border-b border-line pr-1 pl-4">
        <h2 ref={focusAfterKey} tabIndex={-1} className="flex-1 font-semibold outline-none">
          Learn
        </h2>
        <IconButton icon={X} label="Close the course" onClick={() => actions.learn(undefined)} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 py-3">
        <p className="px-2 pb-3 text-ink-2">
          How a compiler shares a neural network out to chips, from the very beginning. You try, the page checks. Your own module is kept
          and comes back when you leave.
        </p>
        {problem !== "" && (
          <p role="alert" className="px-2 text-danger">
            {problem}
          </p>
        )}
        <button
          type="button"
          onClick={() => actions.learn({ kind: "course", name: ownLesson })}
          className="mx-2 mb-3 flex w-[calc(100%-16px)] gap-2.5 rounded-md border border-line-strong px-2.5 py-2 text-left hover:bg-hover"
        >
          <ScanSearch size={16} aria-hidden className="mt-px shrink-0 text-accent" />
          <span className="min-w-0 flex-1">
            <span className="block font-medium">Read your module</span>
            <span className="block text-small leading-4 text-ink-3">
              Regions, boundaries and the host on the module that is on the page.
            </span>
            <span className="mt-0.5 block text-note leading-4 text-ink-3">
              3 minutes{progress[ownLesson]?.isFinished === true && " · finished"}
            </span>
          </span>
        </button>
        <ol aria-label="Lessons" aria-busy={lessons === undefined && problem === ""}>
          {lessons?.map(({ name, lesson, problems }, i) => {
            const { at = 0, isFinished = false, done = [] } = progress[name] ?? {};
            const doable = lesson.steps.filter(isActing).length;
            return (
              <li key={name}>
                <button
                  type="button"
                  disabled={problems.length > 0}
                  onClick={() => actions.learn({ kind: "course", name })}
                  className={`flex w-full gap-2.5 rounded-md px-2 py-2 text-left hover:bg-hover ${next?.name === name ? "bg-accent-soft" : ""}`}
                >
                  <span className="w-5 shrink-0 pt-px text-right text-small tabular-nums text-ink-3">
                    {isFinished ? <CircleCheck size={16} aria-label="finished" className="ml-auto text-good" /> : i + 1}
                  </span>
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{lesson.title}</span>
                    <span className="block text-small leading-4 text-ink-3">{lesson.about}</span>
                    <span className="mt-0.5 block text-note leading-4 text-ink-3">
                      {lesson.minutes} minutes
                      {done.length > 0 && ` · ${done.length} of ${doable} steps done`}
                      {at > 0 && !isFinished && ` · continue at step ${at + 1}`}
                    </span>
                  </span>
                </button>
              </li>
            );
          })}
        </ol>
        <h3 className="mt-4 px-2 font-semibold">Your own lessons</h3>
        <p className="px-2 pb-2 text-small text-ink-3">A lesson is a Markdown file. The page checks it, links to it and prints it.</p>
        <div className="flex flex-wrap gap-1.5 px-2">
          <OpenLesson>Open a lesson from a file…</OpenLesson>
          <Button look="outline" icon={FileDown} onClick={() => void saveTemplate()}>
            Save a template
          </Button>
        </div>
      </div>
    </>
  );
}
