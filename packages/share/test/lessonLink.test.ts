import { expect, test } from "vitest";
import { decodeLesson, encodeFragment, encodeLesson } from "../src/index.ts";

const text = "# A lesson\n\n```lesson\nabout: ä, <b>, 中\n```\n";

test("a lesson's text survives a link", () => {
  const fragment = encodeLesson(text);
  expect(fragment).toMatch(/^l=1r\.[\w-]+$/);
  expect(decodeLesson(`#${fragment}`)).toEqual({ kind: "ok", text });
});

test("what is no lesson's link is none, and what is damaged says so", () => {
  expect(decodeLesson("")).toEqual({ kind: "none" });
  const snapshot = { text: "", pipeline: undefined, target: "", customTargets: [], optLevel: 2, bindParameters: false };
  const view = { stage: 0, selection: undefined, panes: "split", collapsed: [], camera: undefined } as const;
  const flags = { hideVariables: false, hideConstants: false, showAnnotations: false };
  expect(decodeLesson(encodeFragment({ ...snapshot, view: { ...view, ...flags } }))).toEqual({ kind: "none" });
  for (const damaged of [encodeLesson(text).slice(0, -6), "l=", "l=1r.%%", "l=9r.AAAA", "l=1r.____"]) {
    expect(decodeLesson(damaged)).toMatchObject({ kind: "error" });
  }
});

test("a bomb is refused", () => {
  expect(decodeLesson(encodeLesson("0".repeat(20_000_000)))).toMatchObject({ kind: "error" });
});
