import { readFileSync } from "node:fs";
import { limits } from "@relayscope/files";
import fc from "fast-check";
import { deflateRaw, Inflate } from "pako";
import { describe, expect, test, vi } from "vitest";
import { decodeFile, decodeFragment, encodeFile, encodeFragment, type Snapshot } from "../src/index.ts";
import { withLength } from "../src/inflate.ts";
import { writeLink } from "../src/linkForm.ts";
import { absoluteTemporaries, relativeTemporaries } from "../src/temporaries.ts";

const mobilenet = readFileSync(new URL("fixtures/mobilenet.relay", import.meta.url), "utf8");

const sample: Snapshot = {
  text: "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = nn.relu(%x);\n  %1 = nn.relu(%0);\n  add(%0, %1)\n}\n",
  pipeline: [
    { pass: "InferType", options: {} },
    { pass: "PartitionGraph", options: { mod_name: "default", bind_constants: true, nested: [1, [2, null]] }, isOff: true },
  ],
  target: "byoc-target",
  customTargets: [
    { name: "mine", patterns: [{ name: "mine.relu", pattern: 'is_op("nn.relu")(wildcard())' }], operators: ["add"] },
    { name: "tensorrt", patterns: [], operators: [], settings: { use_fp16: true, tensorrt_version: [7, 0, 0] } },
  ],
  optLevel: 3,
  bindParameters: true,
  partitionsAgain: true,
  view: {
    stage: 2,
    selection: { stage: 1, nodes: [4, 5] },
    panes: "split",
    pinned: 1,
    collapsed: [7],
    hideVariables: true,
    hideConstants: false,
    showAnnotations: true,
    camera: { x: -10.5, y: 20, zoom: 0.75 },
  },
};

/** A fragment around bytes that no encoder of ours made. */
function forged(content: string, statedLength = new TextEncoder().encode(content).length, codec = "r"): string {
  return `#${writeLink("s", codec, withLength(statedLength, deflateRaw(new TextEncoder().encode(content))))}`;
}

function withHeader(change: Record<string, unknown>): string {
  const { text, ...rest } = sample;
  return forged(`${JSON.stringify({ ...rest, ...change })}\n${text}`);
}

describe("round trip", () => {
  test("a link opens on what was shared", () => {
    expect(decodeFragment(`#${encodeFragment(sample)}`)).toEqual({ kind: "ok", snapshot: sample });
  });

  test("what a link leaves out has its default: the target's own flow, the last stage", () => {
    const opened = decodeFragment(forged('{"target":"dnnl"}\nfn () { 1 }'));
    expect(opened).toMatchObject({
      kind: "ok",
      snapshot: { target: "dnnl", text: "fn () { 1 }", customTargets: [], view: { panes: "split" } },
    });
    expect(opened.kind === "ok" && opened.snapshot.pipeline).toBeUndefined();
  });

  test("frames of any number come along", () => {
    const view = {
      ...sample.view,
      collapsed: [2 ** 34 + 3],
      opened: [2 ** 51 + 5108, Number.MAX_SAFE_INTEGER],
      repetitions: [{ stack: 2 ** 51 + 5108, at: 58 }],
    };
    expect(decodeFragment(encodeFragment({ ...sample, view }))).toEqual({ kind: "ok", snapshot: { ...sample, view } });
    expect(decodeFragment(withHeader({ view: { ...view, opened: [2 ** 53] } })).kind).toBe("error");
    expect(decodeFragment(withHeader({ view: { ...view, repetitions: [{ stack: 7, at: -1 }] } })).kind).toBe("error");
  });

  test("a title and a note come along as they were written", () => {
    const snapshot: Snapshot = { ...sample, title: "<b>Why?</b>", note: "See [here](javascript:alert(1)).\nTwo lines." };
    expect(decodeFragment(encodeFragment(snapshot))).toEqual({ kind: "ok", snapshot });
  });

  test("a file opens on what was saved", () => {
    expect(decodeFile(encodeFile(sample))).toEqual({ kind: "ok", snapshot: sample });
  });

  test("any text survives", () => {
    const piece = fc.oneof(
      fc.constantFrom("%0", "%1 = ", "%12", "%", " = ", "\n", "%007", "%99999999999 = ", "\u0001", "\u0002", "\u00020", '"', "\\"),
      fc.string({ unit: "binary" }).map((s) => new TextDecoder().decode(new TextEncoder().encode(s))),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const snapshot = { ...sample, text: pieces.join("") };
        expect(decodeFragment(encodeFragment(snapshot))).toEqual({ kind: "ok", snapshot });
      }),
      { numRuns: 400 },
    );
  });

  test("temporaries counted from the latest definition come back as they were", () => {
    const line = fc.tuple(fc.nat(130), fc.nat(130)).map(([a, b]) => `%${a} = add(%${b}, %${a});`);
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join("\n");
        expect(absoluteTemporaries(relativeTemporaries(text) ?? "", Number.POSITIVE_INFINITY)).toBe(text);
      }),
    );
  });

  test("a text that shrinks as only bombs do still makes a link that opens", () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `  %${i + 1} = nn.relu(%${i}) /* ty=Tensor[(1, 8), float32] */;\n`).join("");
    expect(decodeFragment(encodeFragment({ ...sample, text }))).toEqual({ kind: "ok", snapshot: { ...sample, text } });
  });

  test("a module of 27 KB fits into 3,000 characters", () => {
    expect(mobilenet.length).toBeGreaterThan(27_000);
    const link = encodeFragment({ ...sample, text: mobilenet });
    expect(link.length).toBeLessThanOrEqual(3_000);
    expect(decodeFragment(link)).toEqual({ kind: "ok", snapshot: { ...sample, text: mobilenet } });
  });
});

describe("untrusted links", () => {
  test("every truncation is an error with a sentence", () => {
    const link = encodeFragment(sample);
    for (let length = 2; length < link.length; length++) {
      const opened = decodeFragment(link.slice(0, length));
      expect(opened.kind).toBe("error");
      if (opened.kind === "error") expect(opened.message).toMatch(/\.$/);
    }
  });

  test("a fragment of another kind is none of ours", () => {
    expect(decodeFragment("").kind).toBe("none");
    expect(decodeFragment("#section-2").kind).toBe("none");
  });

  test("applied changes are checked one by one, and what they replace, too", () => {
    const outcome = { regions: 1, regionsByTarget: [], offloaded: 1, operators: 2, tensors: 1, bytes: 4, failure: "" };
    const opened = (change: Record<string, unknown>) =>
      decodeFragment(withHeader({ changes: [{ edits: [{ kind: "bind" }], before: outcome, after: outcome, ...change }] })).kind;
    expect(opened({})).toBe("ok");
    expect(
      opened({
        edits: [
          { kind: "opt-level", level: 3 },
          { kind: "add-pass", pass: "FoldConstant", options: {}, at: 1 },
        ],
      }),
    ).toBe("ok");
    expect(opened({ edits: [{ kind: "run-this" }] })).toBe("error");
    expect(opened({ edits: [{ kind: "opt-level", level: "3" }] })).toBe("error");
    expect(opened({ before: { ...outcome, bytes: -1 } })).toBe("error");
    expect(opened({ from: { ...sample, pipeline: [{ pass: 7, options: {} }] } })).toBe("error");
  });

  test("a newer version says so", () => {
    expect(decodeFragment("#s=9z.AAAA")).toMatchObject({ kind: "error", code: "share/version" });
  });

  test.each([
    ["states its true length", 64 * 1024 * 1024, 64 * 1024 * 1024, 0],
    ["states a small length", 64 * 1024 * 1024, 1000, 512],
    ["states just what is allowed", 64 * 1024 * 1024, 8 * 1024 * 1024, 512],
    ["is just what is allowed", 8 * 1024 * 1024, 8 * 1024 * 1024, 0],
    ["fits into a line of a chat", 60_000, 60_000, 0],
    ["fits into 400 characters", 262_000, 262_000, 0],
  ])("a bomb that %s is refused before it is inflated", (_, size, stated, most) => {
    const link = writeLink("s", "r", withLength(stated, deflateRaw(new Uint8Array(size).fill(120), { level: 9 })));
    // A byte of deflate holds 1,032 at most.
    const push = vi.spyOn(Inflate.prototype, "push");
    expect(decodeFragment(link)).toMatchObject({ kind: "error", code: "share/too-large" });
    const read = push.mock.calls.reduce((sum, [bytes]) => sum + (bytes instanceof Uint8Array ? bytes.length : Number.NaN), 0);
    push.mockRestore();
    expect(read).toBeLessThanOrEqual(most);
  });

  test("a text that grows beyond the cap when its temporaries are written out is refused", () => {
    const { text: _, ...rest } = sample;
    const noise = Array.from({ length: 60_000 }, (_, i) => `\u0001${(i * 2654435761).toString(36)}`).join("");
    const content = `${JSON.stringify(rest)}\n%99999998 = ${"\u0001".repeat(900_000)}${noise}`;
    expect(decodeFragment(forged(content, undefined, "R"))).toMatchObject({ kind: "error", code: "share/too-large" });
  });

  test.each<[string, Record<string, unknown>]>([
    ["a title that is a number", { title: 7 }],
    ["a note without end", { note: "x".repeat(5_000) }],
    ["a pipeline that is text", { pipeline: "InferType" }],
    ["a stage below zero", { view: { ...sample.view, stage: -1 } }],
    ["a stage that is not a number", { view: { ...sample.view, stage: "4" } }],
    ["a camera nowhere", { view: { ...sample.view, camera: { x: Number.POSITIVE_INFINITY, y: 0, zoom: 1 } } }],
    ["a zoom of zero", { view: { ...sample.view, camera: { x: 0, y: 0, zoom: 0 } } }],
    ["an unknown pane", { view: { ...sample.view, panes: "<script>alert(1)</script>" } }],
    ["a name without end", { target: "x".repeat(2_000) }],
    ["an opt level of 2.5", { optLevel: 2.5 }],
  ])("wrong shape: %s", (_, change) => {
    expect(decodeFragment(withHeader(change))).toMatchObject({ kind: "error", code: "share/shape" });
  });

  test("keys that reach a prototype are refused, at any depth", () => {
    const { text, ...rest } = sample;
    for (const key of ["__proto__", "constructor", "prototype"]) {
      const header = JSON.stringify(rest).replace('"mod_name":', `"${key}":`);
      expect(decodeFragment(forged(`${header}\n${text}`))).toMatchObject({ kind: "error", code: "share/shape" });
    }
    expect(Object.prototype).not.toHaveProperty("mod_name");
  });

  test("script in any string stays a string", () => {
    const script = '<img src=x onerror="alert(1)"><script>alert(1)</script>';
    const snapshot: Snapshot = {
      ...sample,
      text: script,
      target: script,
      pipeline: [{ pass: script, options: { [script]: script } }],
      customTargets: [{ name: script, patterns: [{ name: script, pattern: script }], operators: [script] }],
    };
    expect(decodeFragment(encodeFragment(snapshot))).toEqual({ kind: "ok", snapshot });
  });

  test("nesting without end neither throws nor hangs", () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    const { text, ...rest } = sample;
    const header = JSON.stringify(rest).replace('"default"', deep);
    expect(decodeFragment(forged(`${header}\n${text}`)).kind).toBe("error");
  });

  test("random bytes never throw", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom("r", "d", "R", "D"), (bytes, codec) => {
        expect(["error", "ok"]).toContain(decodeFragment(writeLink("s", codec, bytes)).kind);
      }),
      { numRuns: 500 },
    );
  });

  test("options nested eight deep are taken, and deeper ones are refused", () => {
    const nested = (depth: number, open: string, close: string) => JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`);
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
      ['[{"a":', "}]"],
    ] as const) {
      const at = (depth: number) => ({ ...sample, pipeline: [{ pass: "InferType", options: { a: nested(depth, open, close) } }] });
      const levels = open.length > 5 ? 2 : 1;
      expect(decodeFragment(encodeFragment(at(8 / levels)))).toEqual({ kind: "ok", snapshot: at(8 / levels) });
      for (const deep of [9, 40, 2_000]) {
        expect(decodeFragment(encodeFragment(at(deep)))).toMatchObject({ kind: "error", code: "share/shape" });
        expect(decodeFile(encodeFile(at(deep)))).toMatchObject({ kind: "error", code: "share/not-a-file" });
      }
    }
  });

  test("numbers beyond what numbers hold are refused", () => {
    const { text, ...rest } = sample;
    const header = JSON.stringify(rest).replace('"default"', "1e999");
    expect(decodeFragment(forged(`${header}\n${text}`))).toMatchObject({ kind: "error", code: "share/shape" });
  });

  test("a million values in an option are looked at once each", () => {
    const wide = { ...sample, pipeline: [{ pass: "InferType", options: { a: Array.from({ length: 1_000_000 }, (_, i) => [i]) } }] };
    expect(decodeFile(encodeFile(wide)).kind).toBe("ok");
  });
});

describe("a damaged link", () => {
  const link = encodeFragment(sample);

  test("any flipped bit is an error, or leaves what is opened as it was", () => {
    for (let i = 0; i < link.length; i++) {
      for (let bit = 1; bit < 256; bit *= 2) {
        const flipped = link.slice(0, i) + String.fromCharCode(link.charCodeAt(i) ^ bit) + link.slice(i + 1);
        const opened = decodeFragment(flipped);
        // The last letter may hold bits that belong to no byte.
        if (opened.kind === "ok" && i === link.length - 1) expect(opened.snapshot).toEqual(sample);
        else expect([flipped, opened.kind]).toEqual([flipped, "error"]);
      }
    }
  });

  test("swapped, doubled and lost letters are errors", () => {
    for (let i = 5; i < link.length - 1; i++) {
      const [head, a, b, tail] = [link.slice(0, i), link.charAt(i), link.charAt(i + 1), link.slice(i + 2)];
      for (const changed of [head + b + a + tail, head + a + a + b + tail, head + b + tail]) {
        if (changed !== link) expect(decodeFragment(changed).kind).toBe("error");
      }
    }
  });

  test("says what is wrong with it", () => {
    const at = Math.floor(link.length / 2);
    const changed = link.slice(0, at) + (link[at] === "A" ? "B" : "A") + link.slice(at + 1);
    expect(decodeFragment(changed)).toMatchObject({ code: expect.stringMatching(/^share\/(?:checksum|truncated)$/) });
    expect(decodeFragment(link.slice(0, -8))).toMatchObject({ code: "share/truncated" });
    expect(decodeFragment(link.replace(/\.(.)/, (_, first: string) => `.${first === "A" ? "B" : "A"}`))).toMatchObject({
      code: "share/checksum",
    });
    expect(decodeFragment(link.replace("s=", "z="))).toMatchObject({ code: "share/not-a-link" });
  });
});

describe("files", () => {
  test("Relay text is not a snapshot", () => {
    expect(decodeFile(sample.text).kind).toBe("none");
  });
  test("a snapshot of the wrong shape says where", () => {
    expect(decodeFile('{"relayscope":1,"text":"","pipeline":3}')).toMatchObject({ kind: "error", code: "share/not-a-file" });
  });
  test("a file beyond the cap is refused, and a text of any size is none of ours", () => {
    const content = encodeFile(sample);
    expect(decodeFile(content + " ".repeat(limits.textBytes))).toMatchObject({ kind: "error", code: "share/file-too-large" });
    expect(decodeFile(" ".repeat(limits.textBytes + 1))).toEqual({ kind: "none" });
    expect(decodeFile("%0 = nn.relu(%x);\n".repeat(600_000))).toEqual({ kind: "none" });
  });

  test("any flipped bit is an error, or leaves what is opened as it was", () => {
    const content = encodeFile(sample);
    for (let i = 0; i < content.length; i++) {
      for (let bit = 1; bit < 256; bit *= 2) {
        const opened = decodeFile(content.slice(0, i) + String.fromCharCode(content.charCodeAt(i) ^ bit) + content.slice(i + 1));
        if (opened.kind === "ok") expect(opened.snapshot).toEqual(sample);
        else expect(opened.kind).toBe("error");
      }
    }
  });

  test("a file may be laid out again; edited by hand it says what to do, and opens then", () => {
    const content = encodeFile(sample);
    for (const laidOut of [JSON.stringify(JSON.parse(content)), content.replaceAll("\n", "\r\n"), `\ufeff${content}`.slice(1)]) {
      expect(decodeFile(laidOut)).toEqual({ kind: "ok", snapshot: sample });
    }
    const edited = content.replace('"optLevel": 3', '"optLevel": 1');
    expect(decodeFile(edited)).toMatchObject({
      code: "share/file-checksum",
      message: expect.stringContaining("Remove the line `checksum`"),
    });
    expect(decodeFile(edited.replace(/ "checksum".*\n/, ""))).toEqual({ kind: "ok", snapshot: { ...sample, optLevel: 1 } });
  });

  test("a file of a newer version says so, and a recording is none of ours", () => {
    expect(decodeFile(encodeFile(sample).replace('"relayscope": 2', '"relayscope": 3'))).toMatchObject({ code: "share/file-version" });
    expect(decodeFile('{"relayscope": "run", "version": 1, "tvm": "0.19.0"}\n{"pass": "Input", "text": ""}\n')).toEqual({ kind: "none" });
  });
});
