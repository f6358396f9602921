/** Every color of the editor's text can be read. */
import { expect, test } from "vitest";
import { editorThemes } from "../src/left/monaco/themes.ts";

/** Relative luminance, as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

test.each(Object.entries(editorThemes))(
  "%s: text stands out 4.5 to 1 from its ground and from the shown line's",
  (_, { rules, colors }) => {
    for (const ground of [colors["editor.background"], colors["editor.lineHighlightBackground"]]) {
      const low = rules.filter(({ foreground = "" }) => contrast(foreground, ground?.slice(1) ?? "") < 4.5);
      expect(low.map(({ token }) => token)).toEqual([]);
    }
  },
);
