import type { Pointer, Step } from "@relayscope/lessons";
import { shownStage } from "../state/model.ts";
import type { Page } from "../state/page.ts";
import type { LessonSession, LessonState } from "./lessonState.ts";

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
 * Frames the controls that a step points at, now and when the page draws them again. Returns a function that ends this.
 */
function frameControls(step: Step | undefined): () => void {
  const controls = (step?.points ?? []).filter((p) => p.kind !== "node" && p.kind !== "line" && p.kind !== "region");
  if (controls.length === 0) return () => {};
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
}

/** The marked nodes before the passes run; after them the nodes that came out differently. */
function ringedOf({ guess, remarks, marked }: LessonState) {
  return guess ? remarks.flatMap((r) => (r.isGood ? [] : (r.nodes ?? []))) : marked;
}

/**
 * Marks what the steps of a lesson point at: rings in the picture, a place in the text, a frame around a control. Also
 * rings the nodes that the learner marked. Returns a function that ends this.
 */
export function showPointers({ store, actions }: Page, session: LessonSession): () => void {
  let before: ReturnType<typeof placeNow> | undefined;
  let stopFraming = () => {};
  let asked = 0;
  let isDue = false;
  let isOver = false;
  function placeNow() {
    const state = store.getState();
    const lesson = session.store.getState();
    return {
      step: session.lesson.steps[lesson.at],
      document: state.documentNumber,
      epoch: state.run.status === "finished" ? state.run.epoch : 0,
      stage: shownStage(state),
      ringed: lesson.guess ? lesson.remarks : lesson.marked,
    };
  }
  function look(): void {
    isDue = false;
    if (isOver) return;
    const [was, now] = [before, placeNow()];
    before = now;
    const isOther = (...parts: readonly (keyof typeof now)[]) => parts.some((part) => now[part] !== was?.[part]);
    if (isOther("step")) {
      stopFraming();
      stopFraming = frameControls(now.step);
    }
    if (isOther("step", "document")) {
      const line = now.step?.points.find((p) => p.kind === "line");
      const range = line && rangeOfLine(store.getState().document.text, line.line);
      if (range) store.setState({ textMark: { range, others: [], from: "graph" } });
    }
    if (!isOther("step", "epoch", "stage", "ringed")) return;
    const own = ++asked;
    if (!now.step || now.epoch === 0 || now.stage < 0) return;
    session.ringed(ringedOf(session.store.getState())).then(
      (ids) => !isOver && asked === own && actions.point(ids),
      () => undefined,
    );
  }
  // Runs once per batch of changes, after the step is set up completely.
  const soon = () => {
    if (!isDue) queueMicrotask(look);
    isDue = true;
  };
  const stops = [store.subscribe(soon), session.store.subscribe(soon)];
  soon();
  return () => {
    isOver = true;
    stopFraming();
    for (const stop of stops) stop();
  };
}
