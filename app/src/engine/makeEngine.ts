import { createWorkerEngine, type Engine } from "@relayscope/engine";
import { startRelayWorker } from "./relayWorker.ts";

/** The engine, in its own worker. */
export function makeEngine(): Engine {
  return createWorkerEngine(startRelayWorker);
}
