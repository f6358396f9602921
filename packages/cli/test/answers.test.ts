/** Answers that are data, read back. */
import { decodeFragment } from "@relayscope/share";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePlayground, type Playground } from "./playground.ts";

let playground: Playground;
beforeAll(() => {
  playground = makePlayground();
});
afterAll(() => playground.remove());

async function answerOf(...words: readonly string[]): Promise<string> {
  const { code, output } = await playground.run(words, "", "https://example.org/");
  expect(code).toBe(0);
  return output;
}

test("why as data: the cause, what is in the way, and what was tried", async () => {
  const answer = await answerOf("why", "gap.relay", "--target", "byoc-target", "--from", "3", "--to", "5", "--format", "json");
  expect(JSON.parse(answer)).toMatchObject({
    joined: false,
    cause: "cycle",
    lines: [4],
    path: [3, 4, 5],
    cures: [{ regionsBefore: 2, regionsAfter: 1 }],
    set: { kind: "smallest", cure: { regionsAfter: 1 } },
  });
  const all = await answerOf("why", "gap.relay", "--target", "byoc-target", "--format", "json");
  expect(JSON.parse(all).boundaries).toHaveLength(1);
});

test("run as data: the stages in numbers, and the text", async () => {
  const answer = JSON.parse(await answerOf("run", "gap.relay", "--target", "byoc-target", "--format", "json"));
  expect(answer.stages.at(-1)).toMatchObject({ pass: "PartitionGraph", status: "done", summary: { operators: 5, offloaded: 4 } });
  expect(answer.text).toContain('Compiler="byoc-target"');
});

test("a link and an iframe open on the run", async () => {
  const link = await answerOf("run", "gap.relay", "--target", "byoc-target", "--format", "url");
  const opened = { kind: "ok", snapshot: { text: playground.read("gap.relay").toString(), target: "byoc-target" } };
  expect(decodeFragment(link.trim().slice(1))).toMatchObject(opened);
  const frame = await answerOf("embed", "gap.relay", "--target", "byoc-target", "--title", 'Two "targets"');
  const parts = /^<iframe src="https:\/\/example\.org\/\?embed#([^"]*)" title="Two &#34;targets&#34;"/.exec(frame);
  expect(decodeFragment(parts?.[1] ?? "")).toMatchObject(opened);
  expect(await answerOf("run", "gap.relay", "--target", "byoc-target", "--format", "md")).toContain(link.trim().slice(1));
});

test("--time adds the median time of the passes", async () => {
  const record = { id: "a", kind: "pass", input: "def @main(%x: Tensor[(2, 3), float32]) { exp(%x) }", passes: [{ name: "InferType" }] };
  const { output } = await playground.run(["replay", "--time", "3"], JSON.stringify(record));
  expect(JSON.parse(output)).toMatchObject({ id: "a", ms: expect.any(Number) });
});

test("Markdown gives the causes that `why` gives", async () => {
  playground.write(
    "sizes.relay",
    "def @main(%x: Tensor[(1, 8, ?, ?), float32], %w: Tensor[(8, 8, 3, 3), float32]) {\n  nn.conv2d(%x, %w, padding=[1, 1, 1, 1])\n}\n",
  );
  const flags = ["sizes.relay", "--target", "tensorrt", "--bind-parameters"];
  const why = (await answerOf("why", ...flags)).split("\n").find((line) => line.includes("its check refuses the match"));
  expect(why).toBeDefined();
  expect(await answerOf("run", ...flags, "--format", "md")).toContain(why);
});
