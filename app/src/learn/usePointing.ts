import type { NodeName, Pointer, Step } from "@relayscope/lessons";
import { useEffect } from "react";
import { shownStage } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import type { LessonSession } from "./lessonState.ts";

const attribute = "data-lesson-point";

/** The element that a pointer means, found by its role and its accessible name. */
function elementOf(pointer: Pointer): Element | undefined {
  const named = (selector: string, name: string) =>
    [...document.querySelectorAll(selector)].find((e) => (e.getAttribute("aria-label") ?? e.textContent ?? "").trim().startsWith(name));
  switch (pointer.kind) {
    case "chip":
      return named('[role="radiogroup"][aria-label="Passes"] [role="radio"]', pointer.name);
    case "tab":
      return named('[role="tab"]', pointer.name);
    case "field": {
      const field = named('textarea, input, select, [role="textbox"]', pointer.name);
      // The input element of the full editor is invisible.
      return field?.closest("[data-code-field]") ?? field;
    }
    case "button":
      return named("header button, main button, button", pointer.name);
    case "node":
    case "region":
    case "line":
      return undefined;
  }
}

/** The offsets of a line of a text; lines count from 1. */
function rangeOfLine(text: string, line: number): { readonly start: number; readonly end: number } | undefined {
  const lines = text.split("\n");
  const own = lines[line - 1];
  if (own === undefined) return undefined;
  const start = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
  const indent = own.length - own.trimStart().length;
  return { start: start + indent, end: start + own.length };
}

/**
 * Marks what a step points at: rings in the picture, a place in the text, a frame around a control. Also rings what the
 * learner marked.
 */
export function usePointing(session: LessonSession, step: Step | undefined, marked: readonly NodeName[]): void {
  const { actions, store } = usePage();
  const epoch = usePageState((s) => (s.run.status === "finished" ? s.run.epoch : 0));
  const stage = usePageState(shownStage);
  const number = usePageState((s) => s.documentNumber);

  useEffect(() => {
    if (epoch === 0 || stage < 0) return;
    let isWanted = true;
    session.ringed(marked).then(
      (ids) => isWanted && actions.point(ids),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [session, actions, marked, epoch, stage]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new document has new places
  useEffect(() => {
    const line = step?.points.find((p) => p.kind === "line");
    const range = line && rangeOfLine(store.getState().document.text, line.line);
    if (range) store.setState({ textMark: { range, others: [], from: "graph" } });
  }, [step, store, number]);

  useEffect(() => {
    const controls = (step?.points ?? []).filter((p) => p.kind !== "node" && p.kind !== "line" && p.kind !== "region");
    if (controls.length === 0) return;
    let frame = 0;
    const mark = () => {
      frame = 0;
      const wanted = new Set(controls.map(elementOf));
      for (const old of document.querySelectorAll(`[${attribute}]`)) if (!wanted.has(old)) old.removeAttribute(attribute);
      for (const element of wanted) element?.setAttribute(attribute, "");
    };
    const soon = () => {
      frame ||= requestAnimationFrame(mark);
    };
    const observer = new MutationObserver(soon);
    observer.observe(document.body, { childList: true, subtree: true });
    soon();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      for (const old of document.querySelectorAll(`[${attribute}]`)) old.removeAttribute(attribute);
    };
  }, [step]);
}
