/** The picture of a stage. If the run is nearly over, it waits for the end. */
import type { GraphAnswer, GraphRequest } from "@relayscope/run/contract";
import { drawStage } from "./drawStage.ts";
import type { Asked } from "./question.ts";

/**
 * Milliseconds that a picture waits for its run to end: pictures follow the last stage's, and need not be drawn twice.
 */
const patience = 250;

/** From this number of boxes on, the worker makes the indexes: the page would be busy for too long. */
const many = 2000;

/** Answers `graph`. Over a worker, `signal` cancels a request that still waits for its turn. */
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
