/**
 * The law of ways: by region, by edge, by two nodes, in the list and on the command line a boundary has one answer.
 * Checked on the gallery, on the corpus' networks, on what they are once they are partitioned, and on that cut as a log
 * cuts it.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { emptyModule } from "@relayscope/ir";
import { replayWhy } from "@relayscope/replay";
import type { Run } from "@relayscope/run";
import { printModule } from "@relayscope/text";
import { describe, expect, test } from "vitest";
import { whyAnswer } from "../src/questions/why.ts";
import { type Asked, flow, runFor } from "./modules.ts";
import { disagreements } from "./waysOfAsking.ts";

const finished = (asked: Asked) => runFor({ offersAgain: true, ...asked });

/** A text of the module after the last pass; cut, it begins in a log and ends before its functions do. */
function partitioned(run: Run, isCut: boolean): Asked {
  const text = printModule(run.stages.at(-1)?.module ?? emptyModule);
  const lines = text.slice(text.indexOf("def @main")).split("\n");
  const cut = `INFO: after PartitionGraph\n${lines.slice(0, Math.ceil(lines.length * 0.7)).join("\n")}`;
  return { text: isCut ? cut : text, target: "", pipeline: [] };
}

const folder = new URL("../../../public/examples/", import.meta.url);
const gallery = (JSON.parse(readFileSync(new URL("index.json", folder), "utf8")) as readonly ({ file: string } & Asked)[])
  .filter(({ file }) => file.endsWith(".relay") && !/-float/.test(file))
  .map(({ file, ...asked }) => [file, { ...asked, text: readFileSync(new URL(file, folder), "utf8") }] as const);

const flows = gunzipSync(readFileSync(new URL("../../testing/corpus/flow.jsonl.gz", import.meta.url)))
  .toString("utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as { readonly id: string; readonly input: string });
const networks = [
  "mobilenet.dnnl",
  "dqn.dnnl",
  "squeezenet.bnns",
  "inception_block.bnns",
  "transformer2.cutlass",
  "dcgan.clml",
  "mobilenet_nhwc.cublas",
].map((id) => [id, { text: flows.find((flow) => flow.id === id)?.input ?? "", target: id.split(".")[1] ?? "" }] as const);

/** Boundaries asked about in each. */
const most = 25;

describe("every way of asking gives the same answer", () => {
  test.each([...gallery, ...networks])("%s", { timeout: 60_000 }, async (_name, asked) => {
    const run = await finished(asked);
    expect(await disagreements(run, most)).toEqual([]);
    for (const isCut of [false, true]) {
      const text = partitioned(run, isCut);
      expect(await disagreements(await finished(text), most)).toEqual([]);
      const again = { ...text, target: asked.target === "byoc-target" ? "dnnl" : "byoc-target", pipeline: flow, offersAgain: false };
      expect(await disagreements(await finished(again), most)).toEqual([]);
    }
  });

  test("the networks have boundaries", async () => {
    const counts = await Promise.all(networks.map(async ([, asked]) => whyAnswer(await finished(asked), 0).boundaries.length));
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });
});

test("a text that came partitioned is asked without a target, or with any", async () => {
  const text = readFileSync(new URL("mobilenet-fragment.relay", folder), "utf8");
  const said = await Promise.all(
    ["", "dnnl", "tinyai"].map((target) =>
      replayWhy({ id: "", kind: "why", text, target, offersAgain: true, at: { fromLine: 16, toLine: 18 } }),
    ),
  );
  const sentence =
    "`annotation.stop_fusion` is in between and stays on the host: `tinyai` needs a rule for it, or a pass must remove it before partitioning. " +
    "Quantization inserted the `stop_fusion` before partitioning began; `AnnotateTarget` inserts none.";
  for (const { cause, lines, sentence: own, notes } of said) {
    expect({ cause, lines, own, notes }).toEqual({
      cause: "stop-fusion",
      lines: [17],
      own: sentence,
      notes: ["The module is already partitioned, and its text does not say what chose the targets."],
    });
  }
});
