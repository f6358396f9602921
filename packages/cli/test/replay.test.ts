/** `relayscope replay`: one line a result, in order, whatever a case does. */
import { Readable, Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { replayLines } from "../src/replayLines.ts";

async function replay(lines: readonly (object | string)[], args: readonly string[] = []): Promise<readonly Record<string, unknown>[]> {
  let out = "";
  const sink = new Writable({
    write(chunk, _encoding, done) {
      out += chunk;
      done();
    },
  });
  const text = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
  expect(await replayLines(args, Readable.from([text]), sink)).toBe(0);
  return out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const input = "def @main(%x: Tensor[(2, 3), float32]) { nn.relu(exp(%x)) }";
const typed = `def @main(%x: Tensor[(2, 3), float32] /* ty=Tensor[(2, 3), float32] */) -> Tensor[(2, 3), float32] {
  %0 = exp(%x) /* ty=Tensor[(2, 3), float32] */;
  nn.relu(%0) /* ty=Tensor[(2, 3), float32] */
}
`;
const relu = {
  root: 0,
  nodes: [{ kind: "CallPattern", op: 1, args: [2] }, { kind: "ExprPattern", expr: "op:nn.relu" }, { kind: "WildcardPattern" }],
};

describe("each kind of case", () => {
  test("pass", async () => {
    expect(await replay([{ id: "a", kind: "pass", input, passes: [{ name: "InferType" }] }])).toEqual([{ id: "a", text: typed }]);
  });

  test("parse", async () => {
    const cases = [
      { id: "module", kind: "parse", what: "parse", input },
      { id: "expression", kind: "parse", what: "parse_expr", input: "add(1, 2)" },
    ];
    expect(await replay(cases)).toEqual([
      { id: "module", text: typed },
      { id: "expression", text: "add(1, 2)" },
    ]);
  });

  test("match and partition", async () => {
    const expression = "free_var %x: Tensor[(2, 3), float32];\nnn.relu(%x)";
    const [match, partition] = await replay([
      { id: "m", kind: "match", input: expression, pattern: relu },
      { id: "p", kind: "partition", input: expression, pattern: relu, attrs: { Composite: "t.relu" }, check: [true] },
    ]);
    expect(match).toEqual({ id: "m", matched: true });
    expect(partition?.text).toContain('Composite="t.relu"');
  });

  test("flow: a step starts from the text that the record has before it", async () => {
    const steps = [
      { passes: [{ name: "NoSuchPass" }], expect: typed },
      { passes: [{ name: "MergeComposite", patterns: [{ name: "t.relu", pattern: relu }] }], expect: "" },
    ];
    const results = await replay([{ id: "f", kind: "flow", input, steps }]);
    expect(results.map((r) => [r.id, r.step])).toEqual([
      ["f", 0],
      ["f", 1],
    ]);
    expect(results[0]?.error).toMatchObject({ code: "pass-not-built" });
    expect(results[1]?.text).toContain('Composite="t.relu"');
  });
});

test("what cannot be answered is answered with an error, and the next case follows", async () => {
  const results = await replay([
    "{ no json",
    { id: "kind" },
    { id: "unknown", kind: "dance", input },
    { id: "text", kind: "pass", input: "def @main(%x Tensor[(2, 3), float32]) {\n  nn.relu(%x)\n}", passes: [] },
    { id: "types", kind: "pass", input: "def @main(%x: Tensor[(2, 3), float32]) {\n  nn.relu(%x, %x)\n}", passes: [] },
    { id: "pattern", kind: "match", input: "1", pattern: { root: 7, nodes: [] } },
    { id: "fine", kind: "pass", input, passes: [] },
  ]);
  expect(results.map((r) => [r.id, (r.error as { code: string } | undefined)?.code])).toEqual([
    ["", "not-json"],
    ["kind", "not-a-case"],
    ["unknown", "unknown-kind"],
    ["text", "expected-token"],
    ["types", "argument-count"],
    ["pattern", expect.any(String)],
    ["fine", undefined],
  ]);
  expect(results[4]?.error).toMatchObject({ line: 2, column: 3 });
});

test("--time adds the median time of the passes", async () => {
  const [result] = await replay([{ id: "a", kind: "pass", input, passes: [{ name: "InferType" }] }], ["--time", "3"]);
  expect(result?.ms).toBeGreaterThanOrEqual(0);
  expect(result?.text).toBe(typed);
});
