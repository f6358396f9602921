import { createWorkerEngine, type Engine } from "@relayscope/engine";

/** The engine in a worker of its own. */
export function makeEngine(): Engine {
  return createWorkerEngine(() => new Worker(new URL("./relay.worker.ts", import.meta.url), { type: "module", name: "relay" }));
}
