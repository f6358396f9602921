/** Each service on texts with a caret: a folder per service, a case per block. */
import { type TextCase, textCases } from "@relayscope/cases";
import { describe, expect, test } from "vitest";
import type { Completion, OutlineItem } from "../src/answers.ts";
import { semanticLegend } from "../src/semanticLegend.ts";
import { languageService } from "../src/service.ts";
import { atCaret, edited, marked } from "./caret.ts";

const service = languageService();

const answers: Readonly<Record<string, (input: string, options: TextCase["options"]) => Promise<string>>> = {
  async hover(input) {
    const { text, offset } = atCaret(input);
    const found = await service.hover(text, offset);
    return found ? `over ${text.slice(found.range.start, found.range.end)}\n\n${found.markdown}` : "nothing";
  },
  async definition(input) {
    const { text, offset } = atCaret(input);
    const found = await service.definition(text, offset);
    return found ? marked(text, [found]) : "nowhere";
  },
  async references(input) {
    const { text, offset } = atCaret(input);
    return marked(text, await service.references(text, offset));
  },
  async rename(input, { name }) {
    const { text, offset } = atCaret(input);
    const range = await service.renameRange(text, offset);
    const { edits, refusal } = await service.rename(text, offset, String(name));
    expect(range === undefined).toBe(refusal?.startsWith("Only") ?? false);
    return refusal === undefined ? edited(text, edits) : `refused: ${refusal}`;
  },
  async completions(input, options) {
    const { text, offset } = atCaret(input);
    return listed(await service.completions(text, offset), text, offset, options);
  },
  async patternCompletions(input, options) {
    const { text, offset } = atCaret(input);
    return listed(await service.patternCompletions(text, offset), text, offset, options);
  },
  async patternProblems(input) {
    const found = await service.patternProblems(input);
    return found.map((p) => `${p.line}:${p.column} ${[p.message, ...p.hints].join(" ")}`).join("\n") || "none";
  },
  async folding(input) {
    const lineOf = (offset: number) => input.slice(0, offset).split("\n").length;
    return (await service.folding(input)).map((r) => `${lineOf(r.start)}-${lineOf(r.end)}`).join("\n");
  },
  async outline(input) {
    const lines = (items: readonly OutlineItem[], indent: string): string[] =>
      items.flatMap((item) => {
        expect(input.slice(item.selection.start, item.selection.end)).toBe(item.name);
        expect(item.range.start <= item.selection.start && item.selection.end <= item.range.end).toBe(true);
        return [`${indent}${item.kind} ${item.name} ${item.detail}`.trimEnd(), ...lines(item.children, `${indent}  `)];
      });
    return lines(await service.outline(input), "").join("\n");
  },
  async format(input) {
    const { text, refusal } = await service.format(input);
    if (refusal !== undefined) expect(text).toBe(input);
    return refusal ?? text.trim();
  },
  async semanticTokens(input) {
    const data = await service.semanticTokens(input);
    const lines = input.split("\n");
    const out: string[] = [];
    let line = 0;
    let column = 0;
    for (let i = 0; i < data.length; i += 5) {
      const [down, along, length, type, modifiers] = data.subarray(i, i + 5) as unknown as [number, number, number, number, number];
      line += down;
      column = down > 0 ? along : column + along;
      const words = semanticLegend.modifiers.filter((_, bit) => modifiers & (1 << bit));
      out.push([lines[line]?.slice(column, column + length), semanticLegend.types[type], ...words].join(" "));
    }
    return out.join("\n");
  },
};

/** What an editor would list: what holds the word before the caret, in the service's order; as many as asked for. */
function listed(found: readonly Completion[], text: string, offset: number, options: TextCase["options"]): string {
  const first = found[0];
  if (!first) return "nothing";
  const word = text.slice(first.range.start, offset);
  const fitting = found.filter((c) => c.label.startsWith(word));
  const shown = fitting.slice(0, typeof options.first === "number" ? options.first : 100);
  const rows = shown.map((c) => `${c.kind} ${c.label}${c.insert === c.label ? "" : ` ↦ ${c.insert}`} ${c.detail}`.trimEnd());
  return [`for ⟦${text.slice(first.range.start, first.range.end)}⟧`, ...rows].join("\n");
}

describe.each(Object.entries(answers))("%s", (name, answer) => {
  test.each(textCases(new URL(`cases/${name}/`, import.meta.url)).map((c) => [c.name, c] as const))(
    "%s",
    async (_, { input, output, options }) => {
      expect(await answer(input, options)).toBe(output);
    },
  );
});
