/** A worker that reads a model file. The file that opens without a server uses `app/offline/modelWorker.ts` instead. */
export function startModelWorker(): Worker {
  return new Worker(new URL("./model.worker.ts", import.meta.url), { type: "module", name: "model" });
}
