import ModelWorker from "../src/model/model.worker.ts?worker&inline";

/** A worker that reads a model file, from a text that the page holds. */
export function startModelWorker(): Worker {
  return new ModelWorker({ name: "model" });
}
