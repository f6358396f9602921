import { describe, expect, test } from "vitest";
import { plainText, readBlocks, readInline, refusedLinks } from "../src/index.ts";

describe("words are text", () => {
  test("markup of a stranger is shown as it is", () => {
    const [block] = readBlocks("<img src=x onerror=alert(1)> and <b>bold</b>");
    expect(block).toEqual({ kind: "paragraph", inner: [{ kind: "text", text: "<img src=x onerror=alert(1)> and <b>bold</b>" }] });
  });

  test("code, strong and emphasized parts", () => {
    expect(readInline("a `b*c*` **d `e`** *f* g*")).toEqual([
      { kind: "text", text: "a " },
      { kind: "code", text: "b*c*" },
      { kind: "text", text: " " },
      {
        kind: "strong",
        inner: [
          { kind: "text", text: "d " },
          { kind: "code", text: "e" },
        ],
      },
      { kind: "text", text: " " },
      { kind: "emphasis", inner: [{ kind: "text", text: "f" }] },
      { kind: "text", text: " g*" },
    ]);
  });

  test("links lead to the guide or to https, and nowhere else", () => {
    expect(readInline("see [this](topic/byoc) or [that](https://tvm.apache.org/x)")).toEqual([
      { kind: "text", text: "see " },
      { kind: "link", text: "this", to: "topic/byoc", isGuide: true },
      { kind: "text", text: " or " },
      { kind: "link", text: "that", to: "https://tvm.apache.org/x", isGuide: false },
    ]);
    for (const other of ["[a](javascript:alert)", "[a](http://x.y)", "![a](https://x.y/z.png)", "[a](../b)"]) {
      expect(readInline(other)).toEqual([{ kind: "text", text: other }]);
      expect(refusedLinks(other)).toHaveLength(1);
    }
  });

  test("no text takes long, and its end is there", () => {
    for (const part of ["*a ", "**a ", "`", "*a_ ", "> ", "- ", "# ", "**", "*`", "```x\n", "[a](", "![", "[a](https://x"]) {
      const text = part.repeat(20_000);
      expect(plainText(readInline(`${text}the end`))).toContain("the end");
      expect(readBlocks(`# t\n${text}`)[0]).toMatchObject({ kind: "heading", level: 1 });
    }
  }, 10_000);
});
