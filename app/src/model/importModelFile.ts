/** A model file imported without its dialog, in a worker that ends with it. */
import { openModel, sizesIn, sizeTexts } from "@relayscope/engine/models";
import { startModelWorker } from "./modelWorker.ts";

/** The text of a model imported with sizes, and with guesses for the others. Rejects where there is none. */
export function importModelFile(file: Blob, sizes: ReadonlyMap<string, string>): Promise<string> {
  const worker = startModelWorker();
  return new Promise<string>((resolve, reject) => {
    const reader = openModel(worker, file, {
      opened: (found) => reader.import({ keepsParameters: found.keepsParameters, dtypes: [], sizes: sizesIn(sizeTexts(found, sizes)) }),
      imported: ({ text }) => resolve(text),
      progress: () => undefined,
      failed: (message) => reject(new Error(message)),
    });
  }).finally(() => worker.terminate());
}
