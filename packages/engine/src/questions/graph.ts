/** The picture of a stage, drawn where its run is nearly over once it is. */
import type { GraphAnswer, GraphRequest } from "../contract/index.ts";
import { drawStage } from "./drawStage.ts";
import type { Asked } from "./question.ts";

/** Milliseconds that a picture waits for its run to end: pictures follow the last stage's, and need not be drawn twice. */
const patience = 250;

export async function graph({ runOf }: Asked, request: GraphRequest): Promise<GraphAnswer> {
  const run = runOf(request.epoch);
  await Promise.race([run.ended, new Promise((resolve) => setTimeout(resolve, patience))]);
  await run.stage(request.stage);
  if (request.against !== undefined) await run.stage(request.against);
  return drawStage(run, request);
}
