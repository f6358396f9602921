/** A worker with the compiler core. The file that opens without a server uses `app/offline/relayWorker.ts` instead. */
export function startRelayWorker(): Worker {
  return new Worker(new URL("./relay.worker.ts", import.meta.url), { type: "module", name: "relay" });
}
