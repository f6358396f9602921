import type { TextProblem } from "@relayscope/engine";
import { useEffect, useRef, useState } from "react";
import { usePage } from "../state/page.ts";

/** How long typing rests before a text is read, in milliseconds, and how much longer before one that is good takes effect. */
const rest = 120;
const settling = 250;
const none: readonly TextProblem[] = [];

interface LiveDraftOptions {
  /** The last good one, which is in force. */
  readonly value: string;
  /** What is wrong with a text. */
  readonly check: (text: string) => Promise<readonly TextProblem[]>;
  /** How the value is written that comes of a text. */
  readonly valueOf: (text: string) => string;
  /** Whether a text with problems takes effect too, once the field is left. */
  readonly takesWrong: boolean;
  /** Takes a text into force; `isContinued` where the same stay in the field did so before. */
  readonly onCommit: (text: string, isContinued: boolean) => void;
}

/** A text that takes effect while it is written; while it is broken the last good one stays in force, and what was written stays in the field. */
export function useLiveDraft(options: LiveDraftOptions) {
  const { value } = options;
  const latest = useRef(options);
  latest.current = options;
  const [draft, setDraft] = useState<string>();
  const [found, setFound] = useState<{ readonly text: string; readonly problems: readonly TextProblem[] }>();
  const newest = useRef<string>(undefined);
  const inForce = useRef(value);
  const isContinued = useRef(false);
  const { store } = usePage();
  /** The document that was written in. */
  const document = useRef(store.getState().documentNumber);
  const timers = useRef<readonly ReturnType<typeof setTimeout>[]>([]);
  const stop = () => timers.current.forEach(clearTimeout);

  useEffect(() => {
    // Undone, moved, or another target's: what was written belongs to the text before.
    if (value === inForce.current) return;
    inForce.current = value;
    setDraft(undefined);
  }, [value]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);

  const commit = (text: string) => {
    const { valueOf, onCommit } = latest.current;
    // Another document took its place while the text was being read.
    if (document.current !== store.getState().documentNumber) return;
    if (valueOf(text) === latest.current.value) return;
    inForce.current = valueOf(text);
    onCommit(text, isContinued.current);
    isContinued.current = true;
  };
  const read = async (text: string): Promise<readonly TextProblem[]> => {
    const problems = await latest.current.check(text).catch(() => none);
    if (newest.current === text) setFound({ text, problems });
    return problems;
  };
  const isGood = (problems: readonly TextProblem[]) => problems.every((p) => p.severity !== "error");
  const write = (text: string) => {
    stop();
    setDraft(text);
    newest.current = text;
    document.current = store.getState().documentNumber;
    const reading = setTimeout(async () => {
      const problems = await read(text);
      if (!isGood(problems) || newest.current !== text) return;
      timers.current = [setTimeout(() => commit(text), settling)];
    }, rest);
    timers.current = [reading];
  };
  /** The field is left. */
  const settle = async () => {
    stop();
    const text = newest.current;
    if (draft === undefined || text === undefined) return;
    const problems = await read(text);
    if (newest.current !== text || (!isGood(problems) && !latest.current.takesWrong)) return;
    commit(text);
    isContinued.current = false;
    newest.current = undefined;
    setDraft(undefined);
  };
  /** Back to the text that is in force. */
  const drop = () => {
    stop();
    newest.current = undefined;
    setDraft(undefined);
  };
  const text = draft ?? value;
  return {
    text,
    problems: draft !== undefined && found?.text === text ? found.problems : none,
    isDirty: draft !== undefined,
    write,
    settle,
    drop,
  };
}
