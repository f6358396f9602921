import type { Lesson, LessonProblem } from "@relayscope/lessons";
import { CircleCheck, FlaskConical } from "lucide-react";
import { useState } from "react";
import { usePage } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { plural } from "../ui/format.ts";
import { Prose } from "../ui/Prose.tsx";

interface LessonCheckProps {
  readonly lesson: Lesson;
  /** The texts of the modules that the lesson names. */
  readonly textOf: (file: string) => string;
}

/** For the author of a lesson: walks every step by its `solve` and its `wrong`, and lists what is wrong by line. */
export function LessonCheck({ lesson, textOf }: LessonCheckProps) {
  const { makeEngine, store } = usePage();
  const [result, setResult] = useState<{ readonly lesson: Lesson; readonly found: readonly LessonProblem[] }>();
  const [isChecking, setChecking] = useState(false);
  // Another version of the lesson is another lesson.
  const found = result?.lesson === lesson ? result.found : undefined;
  const setFound = (problems: readonly LessonProblem[]) => setResult({ lesson, found: problems });
  const check = async () => {
    setChecking(true);
    const engine = makeEngine();
    try {
      const { checkLesson } = await import("@relayscope/lessons/check");
      setFound(await checkLesson(lesson, engine, textOf, store.getState().document));
    } catch (error) {
      setFound([{ line: 1, message: error instanceof Error ? error.message : String(error) }]);
    } finally {
      engine.dispose();
      setChecking(false);
    }
  };
  return (
    <section aria-label="Check of the lesson" className="max-h-[40%] shrink-0 overflow-y-auto border-b border-line px-4 py-2">
      <div className="flex items-center gap-2">
        <p role="status" className="min-w-0 flex-1 text-small text-ink-3">
          {isChecking ? "Checking…" : !found ? "Your lesson" : found.length > 0 ? plural(found.length, "problem") : "Checked"}
        </p>
        <Button look="outline" icon={FlaskConical} disabled={isChecking} onClick={() => void check()}>
          Check
        </Button>
      </div>
      {found?.length === 0 && (
        <p className="mt-1 flex items-start gap-1.5 text-small text-good">
          <CircleCheck size={14} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            <Prose text="No problems: `solve` completes each step, and `wrong` completes none." />
          </span>
        </p>
      )}
      {found && found.length > 0 && (
        <ul className="mt-1 flex flex-col gap-1 text-small">
          {found.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              <span className="text-ink-3">Line {line}: </span>
              <Prose text={message} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
