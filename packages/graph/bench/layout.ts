/**
 * Times drawing and layout against their budgets: layout of 1,000 / 5,000 / 20,000 nodes, nested, in 50 / 250 / 900 ms.
 * Run it with `npm run bench`.
 */
import { Bench } from "tinybench";
import { buildGraph, layoutGraph, square } from "../src/index.ts";
import { numbers } from "../test/build.ts";
import { nestedModule } from "./modules.ts";

const budgets: readonly (readonly [number, number])[] = [
  [1_000, 50],
  [5_000, 250],
  [20_000, 900],
];

async function main(): Promise<void> {
  for (const [size, budget] of budgets) {
    const module = nestedModule(size);
    const ids = numbers();
    const graph = buildGraph(module, { ids });
    const previous = { graph, layout: layoutGraph(graph) };
    const bench = new Bench({ time: 500, iterations: 5, warmupIterations: 3, warmupTime: 200 });
    bench
      .add("draw", () => void buildGraph(module, { ids }))
      .add("layout", () => void layoutGraph(graph))
      .add("square edges", () => void square(graph, previous.layout))
      .add("layout, following another", () => void layoutGraph(graph, { previous }));
    await bench.run();
    const times = bench.tasks.map((task) => {
      const { result } = task;
      const ms = result && "latency" in result ? result.latency.p50 : Number.NaN;
      return `${task.name} ${ms.toFixed(1)} ms`;
    });
    console.log(
      `${graph.nodes.length} nodes, ${graph.frames.length} frames, ${graph.edges.length} edges: ${times.join(", ")} (layout budget ${budget} ms)`,
    );
  }
}

await main();
