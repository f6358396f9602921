/**
 * Times the answers to "why" on a ResNet-152 and a transformer through the flows of targets: all causes, the first cure
 * of the costliest cause, and what decisions cost the run. Budgets: causes of ResNet-152 in 300 ms, one cure tried in
 * 100 ms. Best of three. ResNet-152 is in the whole corpus, which RELAYSCOPE_CORPUS names.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEngine, type Engine, type RunRequest } from "@relayscope/engine";
import { recordedCases } from "../src/recordedCases.ts";

const runs = 3;
const networks = ["resnet152", "transformer2"];
const targets = ["dnnl", "tensorrt", "cutlass", "bnns", "arm_compute_lib", "cublas"];

function textsOf(): ReadonlyMap<string, string> {
  const own = fileURLToPath(new URL("../corpus/", import.meta.url));
  const path = join(process.env.RELAYSCOPE_CORPUS ?? own, "flow.jsonl.gz");
  const found = new Map<string, string>();
  for (const { id, input } of recordedCases(path)) {
    const [network = ""] = String(id).split(".");
    if (networks.includes(network) && typeof input === "string") found.set(network, input);
  }
  return found;
}

/** Runs to the end; how many milliseconds it took. */
function runToEnd(engine: Engine, request: RunRequest): Promise<number> {
  const begin = performance.now();
  return new Promise((resolve) => {
    engine.run(request, (event) => {
      if (event.kind === "finished") resolve(performance.now() - begin);
    });
  });
}

async function main(): Promise<void> {
  const head = ["run", "with decisions", "causes", "boundaries", "unknown", "first cure"].map((title) => title.padStart(15)).join("");
  console.log(`${"best of three, ms".padEnd(30)}${head}`);
  for (const [network, text] of textsOf()) {
    for (const target of targets) {
      const best = { plain: Infinity, traced: Infinity, causes: Infinity, cure: Infinity };
      let [boundaries, unknown] = [0, 0];
      for (let i = 0; i < runs; i++) {
        // A second run on the same engine would not read the text again.
        const [engine, other] = [createEngine(), createEngine()];
        const info = (await engine.catalog()).targets.find((t) => t.name === target);
        if (!info) continue;
        const { pipeline, optLevel, bindsParameters } = info;
        const asked = { text, pipeline, optLevel, target, customTargets: [], bindParameters: bindsParameters };
        best.plain = Math.min(best.plain, await runToEnd(other, { ...asked, epoch: 1, trace: false }));
        best.traced = Math.min(best.traced, await runToEnd(engine, { ...asked, epoch: 2, trace: true }));
        const last = pipeline.length;
        let begin = performance.now();
        const why = await engine.why(2, last);
        best.causes = Math.min(best.causes, performance.now() - begin);
        [boundaries, unknown] = [why.boundaries.length, why.unknown];
        const first = why.lines[0] && why.boundaries[why.lines[0].boundaries[0] ?? 0];
        begin = performance.now();
        let isFound = false;
        if (first) {
          const sides = { from: [first.from.id], to: [first.to.id] };
          await engine.cures(2, sides, () => {
            if (!isFound) best.cure = Math.min(best.cure, performance.now() - begin);
            isFound = true;
          });
        }
        engine.dispose();
        other.dispose();
      }
      const numbers = [best.plain, best.traced, best.causes, boundaries, unknown, best.cure].map((n) =>
        (Number.isFinite(n) ? n.toFixed(0) : "-").padStart(15),
      );
      console.log(`${`${network} ${target}`.padEnd(30)}${numbers.join("")}`);
    }
  }
}

await main();
