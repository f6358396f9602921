import RelayWorker from "../src/engine/relay.worker.ts?worker&inline";

/** A worker with the compiler core, from a text that the page holds. */
export function startRelayWorker(): Worker {
  return new RelayWorker({ name: "relay" });
}
