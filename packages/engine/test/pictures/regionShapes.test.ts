/**
 * Each region of whole networks is one shape, whatever is open: its bands run over no card that is not of it, and the
 * edges between its cards are within it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { createEngine, type GraphRequest, type RunRequest } from "@relayscope/engine";
import { expect, test } from "vitest";
import { bandsOverNodes, edgesOutside, splitRegions } from "../../../graph/test/geometry.ts";
import { collect, engineAfter, flow, request, stagesOf } from "../modules.ts";

const folder = new URL("../../../../public/examples/", import.meta.url);
const examples = readdirSync(folder)
  .filter((name) => name.endsWith(".relay"))
  .map((name): readonly [string, string] => [name, readFileSync(new URL(name, folder), "utf8")]);
const recorded = gunzipSync(readFileSync(new URL("../../../testing/corpus/flow.jsonl.gz", import.meta.url)))
  .toString("utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as { readonly id: string; readonly input: string });
const corpus = recorded.filter(({ id }) => id.endsWith(".dnnl")).map(({ id, input }): readonly [string, string] => [id, input]);

const view = { epoch: 1, hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [], wrap: true } as const;
const panes = [
  { width: 933, height: 590 },
  { width: 1280, height: 830 },
] as const;

test.each([...examples, ...corpus])("the regions of %s", { timeout: 60_000 }, async (_, text) => {
  const engine = createEngine();
  const info = (await engine.catalog()).targets.find(({ name }) => name === "dnnl");
  if (!info) throw new Error("no target");
  const { pipeline = [], optLevel } = info;
  const asked = request(1, { text, target: "dnnl", pipeline, bindParameters: true, ...(optLevel === undefined ? {} : { optLevel }) });
  const stages = stagesOf(await collect(engine, asked));
  for (const paneSize of panes) {
    const plain: GraphRequest = { ...view, stage: stages.length - 1, paneSize };
    const closed = await engine.graph({ ...plain, view: "map" });
    const cards = closed.graph.nodes.filter(({ summary }) => summary);
    const open = cards.map(({ id }): GraphRequest => ({ ...plain, view: "map", opened: [-id] }));
    for (const picture of [plain, { ...plain, view: "map" } as const, ...open]) {
      const { graph, layout } = await engine.graph(picture);
      expect(splitRegions(graph, layout)).toEqual([]);
      expect(bandsOverNodes(graph, layout)).toEqual([]);
      expect(edgesOutside(graph, layout)).toEqual([]);
    }
  }
});

interface Example extends Pick<RunRequest, "target"> {
  readonly file: string;
  readonly pipeline?: RunRequest["pipeline"];
  readonly customTargets?: RunRequest["customTargets"];
}

const gallery: readonly Example[] = JSON.parse(readFileSync(new URL("index.json", folder), "utf8"));

test.each(gallery.filter(({ file }) => file.endsWith(".relay")))("no region of $file is cut, however low the pane", async (example) => {
  const { file, target, customTargets = [] } = example;
  const pipeline = example.pipeline ?? [{ pass: "InferType", options: {} }, ...flow];
  const engine = await engineAfter({ text: readFileSync(new URL(file, folder), "utf8"), target, customTargets, pipeline });
  for (const paneSize of [...panes, { width: 460, height: 560 }, { width: 930, height: 340 }, { width: 680, height: 290 }]) {
    for (const stage of [pipeline.length - 1, pipeline.length]) {
      const { graph, layout } = await engine.graph({ ...view, stage, paneSize });
      expect(graph.regions.flatMap(({ label }, i) => (layout.hullJoins[i] ? [label] : []))).toEqual([]);
    }
  }
});
