/** Pictures without a browser: what runs for them, their labels, and marks that are nowhere. */
import { createEngine, type Engine, type GraphAnswer, type RunRequest } from "@relayscope/engine";
import { type PlacedLabel, placeLabels } from "@relayscope/engine/titles";
import { paletteOf } from "@relayscope/palette";
import { afterAll, beforeAll, vi } from "vitest";
import { coloringOf } from "../../src/picture/colors/allColors.ts";
import { sceneOf } from "../../src/picture/scene.ts";
import { textWidth } from "../../src/picture/text.ts";

/** Without a browser no text is measured: letters are as wide as a wide one. */
export function measureAsWide(): void {
  beforeAll(() => {
    const context = { font: "", measureText: (text: string) => ({ width: text.length * 62 }) };
    vi.stubGlobal("document", { createElement: () => ({ getContext: () => context }) });
  });
  afterAll(() => vi.unstubAllGlobals());
}

/** The passes of a run that partitions. */
export const flow = ["InferType", "MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"];

/** An engine that has run the flow, or other passes, as epoch 1. */
export async function partitioned(
  text: string,
  target: string,
  bindParameters: boolean,
  changes: Partial<Pick<RunRequest, "pipeline" | "customTargets">> = {},
): Promise<Engine> {
  const engine = createEngine();
  const pipeline = flow.map((pass) => ({ pass, options: {} }));
  const request = { epoch: 1, text, pipeline, optLevel: 3, target, customTargets: [], bindParameters, trace: false, ...changes };
  await new Promise<void>((resolve) => engine.run(request, (event) => event.kind === "stage" || resolve()));
  return engine;
}

/** All titles and labels that a picture has at a zoom. */
export function labelsOf(answer: GraphAnswer, zoom: number, most = Number.POSITIVE_INFINITY): readonly PlacedLabel[] {
  const { ofRegion } = coloringOf(answer.graph, "target", paletteOf("light"), undefined);
  return placeLabels(sceneOf(answer), ofRegion, { zoom, most, narrowest: 0, holds: () => true, textWidth });
}

const none: ReadonlySet<number> = new Set();

export const noMarks = {
  selected: none,
  lit: none,
  litEdges: none,
  labeledEdges: none,
  wholeEdges: none,
  selectedEdges: none,
  pointed: none,
  blocking: none,
  current: 0,
};
