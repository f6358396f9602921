/** The picture of a stage. If the run is nearly over, it waits for the end. */
import type { GraphAnswer, GraphRequest } from "../contract/index.ts";
import { drawStage } from "./drawStage.ts";
import type { Asked } from "./question.ts";

/**
 * Milliseconds that a picture waits for its run to end: pictures follow the last stage's, and need not be drawn twice.
 */
const patience = 250;

/** Boxes from which on the page would be busy for long with indexes of its own. */
const many = 2000;

/** The question. Over a worker, `signal` takes one back that is still waiting for its turn. */
export async function graph({ runOf, working }: Asked, request: GraphRequest, _signal?: AbortSignal): Promise<GraphAnswer> {
  const run = runOf(request.epoch);
  await Promise.race([run.ended, new Promise((resolve) => setTimeout(resolve, patience))]);
  await run.stage(request.stage);
  if (request.against !== undefined) await run.stage(request.against);
  working();
  const answer = await drawStage(run, request);
  if (answer.graph.nodes.length < many) return answer;
  const { packPlaces } = await import("@relayscope/graph/places");
  return { ...answer, places: packPlaces(answer.layout) };
}
