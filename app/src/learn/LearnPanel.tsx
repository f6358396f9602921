import { readLesson, textsOf } from "@relayscope/lessons";
import { useEffect, useState } from "react";
import { isInLesson, isOwnLesson, lessonAddress } from "../state/lessonAddress.ts";
import type { Learning } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { pageAddress } from "../state/site.ts";
import { Button } from "../ui/Button.tsx";
import { Prose } from "../ui/Prose.tsx";
import { keepDrafts, readDraft } from "./draft.ts";
import { LessonList } from "./LessonList.tsx";
import { LessonView, type OpenedLesson } from "./LessonView.tsx";
import "./learn.css";
import type { LessonSession } from "./lessonState.ts";
import { LessonError, loadCourse, loadLesson, loadModules } from "./library.ts";
import { OpenLesson } from "./OpenLesson.tsx";
import { showPointers } from "./pointers.ts";
import { startLesson } from "./session.ts";

/** The course next to the picture: its list, or a lesson. */
export function LearnPanel() {
  const learning = usePageState((s) => s.learning);
  if (!learning) return null;
  return (
    <aside aria-label="Lesson" className="lesson-panel">
      {learning.kind === "list" ? (
        <LessonList />
      ) : (
        <LessonHost key={learning.kind === "course" ? learning.name : "text"} learning={learning} />
      )}
    </aside>
  );
}

/** Loads a lesson, saves the state of the page, and restores it at the end. */
function LessonHost({ learning }: { readonly learning: Exclude<Learning, { kind: "list" }> }) {
  const page = usePage();
  const [opened, setOpened] = useState<OpenedLesson>();
  const [error, setError] = useState<LessonError>();
  useEffect(() => {
    let isWanted = true;
    let session: LessonSession | undefined;
    let stops: readonly (() => void)[] = [];
    setOpened(undefined);
    setError(undefined);
    void Promise.all([load(learning), page.storage.warm()]).then(
      ([{ lesson, name, texts, next }, sharing]) => {
        if (!isWanted) return;
        const draft = readDraft(sharing, page.storage.loadText("lesson-draft"), name);
        const textOf = (file: string) => texts.get(file) ?? "";
        const own = startLesson(page, lesson, name, textOf, draft);
        session = own;
        stops = [keepDrafts(page, () => own.draft(), sharing, name), showPointers(page, own)];
        if (learning.kind === "course" && isInLesson({ learning })) history.replaceState(undefined, "", `#lesson=${name}`);
        const address = learning.kind === "course" ? `${pageAddress() ?? ""}${lessonAddress(learning)}` : "";
        const isFromFile = learning.kind === "text" && learning.isFromFile;
        setOpened({ isFromFile, session: own, next, address, text: learning.kind === "text" ? learning.text : undefined, textOf });
      },
      (e: unknown) => isWanted && setError(e instanceof LessonError ? e : new LessonError(e instanceof Error ? e.message : String(e))),
    );
    return () => {
      isWanted = false;
      if (!session) return;
      for (const stop of stops) stop();
      if (location.hash !== "" && isInLesson({ learning })) history.replaceState(undefined, "", location.pathname + location.search);
      session.leave();
    };
  }, [page, learning]);
  if (error) return <WrongLesson error={error} isFromFile={learning.kind === "text" && learning.isFromFile} />;
  return opened ? (
    <LessonView key={opened.session.lesson.title} {...opened} />
  ) : (
    <p className="px-4 py-3 text-ink-3">Opening the lesson…</p>
  );
}

async function load(learning: Exclude<Learning, { kind: "list" }>) {
  const course = learning.kind === "course" ? await loadCourse() : [];
  const isText = learning.kind === "text";
  if (!isText && !isOwnLesson(learning) && !course.includes(learning.name))
    throw new LessonError(`There is no lesson \`${learning.name}\` in the course.`);
  const { lesson, problems } = isText ? readLesson(learning.text) : await loadLesson(learning.name);
  if (problems.length > 0) throw new LessonError("This lesson can't be opened yet:", problems);
  const texts = await loadModules(textsOf(lesson));
  const after = isText ? undefined : course[course.indexOf(learning.name) + 1];
  const next = after === undefined ? undefined : { name: after, title: (await loadLesson(after)).lesson.title };
  return { lesson, name: isText ? `own: ${lesson.title}` : learning.name, texts, next };
}

function WrongLesson({ error, isFromFile }: { readonly error: LessonError; readonly isFromFile: boolean }) {
  const { actions } = usePage();
  return (
    <div role="alert" className="overflow-y-auto px-4 py-3">
      <p>
        <Prose text={error.message} />
      </p>
      <ul className="mt-2 flex flex-col gap-1">
        {error.problems.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            <span className="text-ink-3">Line {line}: </span>
            <Prose text={message} />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-1.5">
        {isFromFile && <OpenLesson>Open it again…</OpenLesson>}
        <Button look="outline" onClick={() => actions.learn({ kind: "list" })}>
          All lessons
        </Button>
      </div>
    </div>
  );
}
