/** What the learner has done of the current step, kept beyond a reload. Stored text is checked like that of a link. */
import { type Guess, guessText, type LessonDocument, type NodeName, readAct } from "@relayscope/lessons";
import type { Snapshot } from "@relayscope/share";
import { initialView, settingsOf } from "../state/model.ts";
import type { Page } from "../state/page.ts";
import { isSettled } from "../state/snapshots.ts";
import type { Sharing } from "../state/storage.ts";
import { isCount } from "./learner.ts";

export interface Draft {
  /** The step that it belongs to, from 0. */
  readonly at: number;
  readonly answer: number | undefined;
  readonly guess: Guess | undefined;
  readonly marked: readonly NodeName[];
  /** What is in the field of a predicted number. */
  readonly number: string;
  readonly document: LessonDocument;
  readonly stage: number;
}

const none: readonly NodeName[] = [];

/** The draft as text: what was answered in the first line, the document after it. */
export function draftText({ encodeFile }: Sharing, name: string, { document, stage, ...draft }: Draft): string {
  const { at, answer, guess, marked, number } = draft;
  const snapshot: Snapshot = { ...settingsOf(document), text: document.text, view: { ...initialView, stage, camera: undefined } };
  const answers = {
    name,
    at,
    number,
    marked: guessText({ kind: "operators", nodes: marked }),
    ...(answer === undefined ? {} : { answer }),
    ...(guess ? { guess: guessText(guess) } : {}),
  };
  return `${JSON.stringify(answers)}\n${encodeFile(snapshot)}`;
}

function parsed(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function guessOf(text: unknown): Guess | undefined {
  const act = typeof text === "string" ? readAct(text) : undefined;
  return act?.kind === "predict" ? act.guess : undefined;
}

/** The stored draft of a lesson; undefined if there is none, or the text is damaged. */
export function readDraft({ decodeFile }: Sharing, text: string, name: string): Draft | undefined {
  const end = text.indexOf("\n");
  const { name: own, at, answer, guess, marked, number } = parsed(text.slice(0, end));
  if (own !== name || !isCount(at)) return undefined;
  const opened = decodeFile(text.slice(end + 1));
  if (opened.kind !== "ok" || !isSettled(opened.snapshot)) return undefined;
  const { snapshot } = opened;
  const marks = guessOf(marked);
  return {
    at,
    answer: isCount(answer) ? answer : undefined,
    guess: guessOf(guess),
    marked: marks?.kind === "operators" ? marks.nodes : none,
    number: typeof number === "string" ? number.slice(0, 20) : "",
    document: { text: snapshot.text, ...settingsOf(snapshot) },
    stage: snapshot.view.stage,
  };
}

/** Stores the draft of a lesson whenever the page is hidden. Returns a function that stores it a last time. */
export function keepDrafts({ storage }: Page, draftOf: () => Draft | undefined, sharing: Sharing, name: string): () => void {
  const keep = () => {
    const draft = draftOf();
    storage.saveText("lesson-draft", draft ? draftText(sharing, name, draft) : "");
  };
  const onHide = () => document.visibilityState === "hidden" && keep();
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", onHide);
  return () => {
    removeEventListener("pagehide", keep);
    document.removeEventListener("visibilitychange", onHide);
    keep();
  };
}
