/** A worker with the compiler core. The file that opens without a server has `app/offline/relayWorker.ts` in this one's place. */
export function startRelayWorker(): Worker {
  return new Worker(new URL("./relay.worker.ts", import.meta.url), { type: "module", name: "relay" });
}
