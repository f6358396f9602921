import type { TextProblem } from "@relayscope/engine";
import { useEffect, useState } from "react";
import { usePage } from "../state/page.ts";

/** How long typing rests before a pattern is read, in milliseconds. */
const rest = 120;
const none: readonly TextProblem[] = [];

/** What is wrong with a pattern; nothing is asked, and nothing said, where `isAsked` is false. */
export function usePatternProblems(text: string, isAsked: boolean): readonly TextProblem[] {
  const { engine } = usePage();
  const [found, setFound] = useState<{ readonly text: string; readonly problems: readonly TextProblem[] }>();
  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const problems = await engine.language.patternProblems(text).catch(() => none);
      if (isCurrent) setFound({ text, problems });
    }, rest);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [engine, text, isAsked]);
  return isAsked && found?.text === text ? found.problems : none;
}
