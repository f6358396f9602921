/** Imports a model file without its dialog, in a worker that ends afterwards. */
import { openModel, sizesIn, sizeTexts } from "@relayscope/engine/models";
import { startModelWorker } from "./modelWorker.ts";

/** The text of a model imported with the given sizes, and with guesses for the others. Rejects if the import fails. */
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
