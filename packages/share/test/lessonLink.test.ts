import { deflateRaw } from "pako";
import { expect, test } from "vitest";
import { decodeLesson, encodeFragment, encodeLesson } from "../src/index.ts";
import { withLength } from "../src/inflate.ts";
import { writeLink } from "../src/linkForm.ts";

const text = "# A lesson\n\n```lesson\nabout: ä, <b>, 中\n```\n";

test("a lesson's text survives a link", () => {
  const fragment = encodeLesson(text);
  expect(fragment).toMatch(/^l=2r\.[\w-]+$/);
  expect(decodeLesson(`#${fragment}`)).toEqual({ kind: "ok", text });
});

test("something that is not a lesson's link is none, and what is damaged says so", () => {
  expect(decodeLesson("")).toEqual({ kind: "none" });
  const snapshot = { text: "", pipeline: undefined, target: "", customTargets: [], optLevel: 2, bindParameters: false };
  const view = { stage: 0, selection: undefined, panes: "split", collapsed: [], camera: undefined } as const;
  const flags = { hideVariables: false, hideConstants: false, showAnnotations: false };
  expect(decodeLesson(encodeFragment({ ...snapshot, view: { ...view, ...flags } }))).toEqual({ kind: "none" });
  for (const damaged of [encodeLesson(text).slice(0, -6), "l=", "l=1r.%%", "l=9r.AAAA", "l=1r.____"]) {
    expect(decodeLesson(damaged)).toMatchObject({ kind: "error" });
  }
});

test("any flipped bit is an error, or leaves the text as it was", () => {
  const link = encodeLesson(text);
  for (let i = 2; i < link.length; i++) {
    for (let bit = 1; bit < 256; bit *= 2) {
      const opened = decodeLesson(link.slice(0, i) + String.fromCharCode(link.charCodeAt(i) ^ bit) + link.slice(i + 1));
      if (opened.kind === "ok") expect([i, opened.text]).toEqual([link.length - 1, text]);
      else expect(opened.kind).toBe("error");
    }
  }
});

test("a bomb is refused", () => {
  const spaces = `# a${" ".repeat(60_000)}b`;
  const bomb = withLength(spaces.length, deflateRaw(new TextEncoder().encode(spaces), { level: 9 }));
  expect(decodeLesson(writeLink("l", "r", bomb))).toMatchObject({ kind: "error", code: "share/too-large" });
  // What a link could not hold so short, it holds longer.
  expect(decodeLesson(encodeLesson(spaces))).toEqual({ kind: "ok", text: spaces });
});
