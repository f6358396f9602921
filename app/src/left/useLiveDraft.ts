import type { TextProblem } from "@relayscope/engine";
import { useEffect, useRef, useState } from "react";
import { usePage } from "../state/page.ts";

/**
 * How long typing must rest before a text is read, in milliseconds, and how much longer before a good one takes effect.
 */
const rest = 120;
const settling = 250;
const none: readonly TextProblem[] = [];

interface LiveDraftOptions {
  /** The last good text, which is in force. */
  readonly value: string;
  /** Finds the problems of a text. */
  readonly check: (text: string) => Promise<readonly TextProblem[]>;
  /** The canonical form of a text's value. */
  readonly valueOf: (text: string) => string;
  /** Applies a text; `isContinued` if the same visit to the field applied one before. */
  readonly onCommit: (text: string, isContinued: boolean) => void;
}

/**
 * A text that takes effect as you type. While it is broken the last good one stays in force, and the field keeps what
 * you wrote.
 */
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
  /** The document that the draft belongs to. */
  const document = useRef(store.getState().documentNumber);
  const timers = useRef<readonly ReturnType<typeof setTimeout>[]>([]);
  const stop = () => timers.current.forEach(clearTimeout);

  useEffect(() => {
    // The value changed by undo, a move or another target: the draft belongs to the old value.
    if (value === inForce.current) return;
    inForce.current = value;
    newest.current = undefined;
    timers.current.forEach(clearTimeout);
    setDraft(undefined);
  }, [value]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);

  const commit = (text: string) => {
    const { valueOf, onCommit } = latest.current;
    // The document changed while the text was being read.
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
  /** Applies the text when the field is left. */
  const settle = async () => {
    stop();
    const text = newest.current;
    if (draft === undefined || text === undefined) return;
    const problems = await read(text);
    if (newest.current !== text || !isGood(problems)) return;
    commit(text);
    isContinued.current = false;
    newest.current = undefined;
    setDraft(undefined);
  };
  /** Restores the text that is in force. */
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
