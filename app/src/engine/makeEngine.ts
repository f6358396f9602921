import { createWorkerEngine, type Engine } from "@relayscope/engine";
import { startRelayWorker } from "./relayWorker.ts";

/** The engine in a worker of its own. */
export function makeEngine(): Engine {
  return createWorkerEngine(startRelayWorker);
}
