/** The page with a snapshot inside: what strangers wrote ends no tag and begins none. */
import { describe, expect, test } from "vitest";
import { decodeEmbedded, decodeFragment, htmlFile, type Snapshot } from "../src/index.ts";
import { snapshotMark } from "../src/snapshotMark.ts";

const evil = `</title></script><script>alert(1)</script><!-- "' onload='x()' & &lt; $& $\` $' \u0000 \u2028 ]]>`;

const snapshot: Snapshot = {
  title: evil,
  note: evil,
  text: `// ${evil}\nfn () { 1 }`,
  pipeline: [{ pass: evil, options: { [evil]: evil } }],
  target: evil,
  customTargets: [{ name: evil, patterns: [{ name: evil, pattern: evil }], operators: [evil] }],
  optLevel: 2,
  bindParameters: false,
  view: {
    stage: 1,
    selection: undefined,
    panes: "split",
    collapsed: [],
    hideVariables: false,
    hideConstants: false,
    showAnnotations: false,
    camera: undefined,
  },
};

const template = `<!doctype html><html><head>${snapshotMark}</head><body><script>"${snapshotMark}"</script></body></html>`;

function textOf(page: string | undefined, title = evil): string {
  const file = htmlFile(template, { ...snapshot, title }, page);
  if (file.kind !== "html") throw new Error(file.reason);
  return file.text;
}

describe("a file with a hostile snapshot", () => {
  const text = textOf(`https://example.org/"><script>alert(2)</script>`);
  const added = text.slice(
    template.indexOf(snapshotMark),
    text.length - (template.length - template.indexOf(snapshotMark) - snapshotMark.length),
  );

  test("has a title and two attributes more than the page, and nothing else", () => {
    expect(
      added.replace(/^<title>[^<>]*<\/title>\n<meta name="[a-z-]+" content="[^"<>]*">\n<meta name="[a-z-]+" content="[^"<>]*">$/, ""),
    ).toBe("");
    expect(text.replace(added, () => snapshotMark)).toBe(template);
  });

  test("holds the snapshot, whole", () => {
    const [, fragment = ""] = /name="relayscope-snapshot" content="([^"]*)"/.exec(text) ?? [];
    expect(fragment).toMatch(/^s=2[A-Za-z]\.[\w-]+$/);
    expect(decodeFragment(fragment)).toEqual({ kind: "ok", snapshot });
  });
});

test.each(["javascript:alert(1)", "data:text/html,x", "file:///home/x.html", " https://a", ""])("no address of a page: %s", (page) => {
  expect(textOf(page)).not.toContain("relayscope-page");
});

test("a page without a place for it is refused", () => {
  expect(htmlFile("<!doctype html>", snapshot, undefined)).toMatchObject({
    kind: "refused",
    reason: expect.stringContaining("npm run build"),
  });
});

test("what could not be read again is refused", () => {
  const large = { ...snapshot, text: "x".repeat(9 * 1024 * 1024) };
  expect(htmlFile(template, large, undefined)).toMatchObject({ kind: "refused", reason: expect.stringContaining("8 MiB") });
});

test("what a page holds is opened, or is damaged: nothing of it is passed over", () => {
  const [, content = ""] = /name="relayscope-snapshot" content="([^"]*)"/.exec(textOf(undefined)) ?? [];
  expect(decodeEmbedded(content)).toEqual({ kind: "ok", snapshot });
  for (const damaged of [content.slice(1), content.slice(0, -9), `x${content}`, "x", content.replace("=", "~")]) {
    expect(decodeEmbedded(damaged)).toMatchObject({ kind: "error", message: expect.stringMatching(/\.$/) });
  }
});
