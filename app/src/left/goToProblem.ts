/** Where a problem leads to: its place in the text or in a target's file, and its node. */
import type { Problem } from "@relayscope/engine";
import type { Page } from "../state/page.ts";

/** The place of a problem as lists show it: `mine.py:7`, `3:12`; empty if it has none. */
export function placeOf({ calls = [], line, column }: Problem): string {
  const code = calls.at(-1);
  return code ? `${code.file}:${code.line}` : line === undefined ? "" : `${line}:${column ?? 1}`;
}

/** Shows a problem's place, and selects its node at the stage of its pass. */
export function goToProblem({ actions, store }: Pick<Page, "actions" | "store">, problem: Problem): void {
  const { calls = [], range, node, pass } = problem;
  const code = calls.at(-1);
  if (range && !code) actions.showText(range);
  if (node !== undefined) {
    const { pipeline } = store.getState().document;
    const stage = pass === undefined ? 0 : pipeline.findIndex((p) => p.pass === pass) + 1;
    actions.showStage(stage);
    actions.select(stage, [node], true);
  }
  if (code) actions.showCode(code);
}
