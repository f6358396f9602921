/** The page's side: one model file in a worker of its own, that canceling ends. */
import type {
  FromModelWorker,
  ImportChoice,
  ImportedModel,
  ModelDescription,
  ModelProgress,
  SentValues,
  ToModelWorker,
} from "./contract.ts";

interface ModelWorker {
  postMessage(message: ToModelWorker): void;
  addEventListener(type: "message", listen: (event: MessageEvent) => void): void;
  addEventListener(type: "error", listen: (event: ErrorEvent) => void): void;
  terminate(): void;
}

export interface ModelListener {
  opened(description: ModelDescription): void;
  imported(model: ImportedModel): void;
  progress(progress: ModelProgress): void;
  failed(message: string): void;
}

export interface ModelReader {
  /** Imports the model. Results of earlier imports are ignored. */
  import(choice: ImportChoice): void;
  /** The values of the newest import's weights. */
  values(): Promise<SentValues>;
  /** Ends the worker, even during work. */
  close(): void;
}

/** Starts to read a file; the listener receives the results. */
export function openModel(worker: ModelWorker, file: Blob, listener: ModelListener): ModelReader {
  let id = 0;
  let onValues: ((values: SentValues) => void)[] = [];
  worker.addEventListener("message", (event) => {
    const message = event.data as FromModelWorker;
    switch (message.kind) {
      case "progress":
        listener.progress(message.progress);
        return;
      case "opened":
        listener.opened(message.description);
        return;
      case "imported":
        if (message.id === id) listener.imported(message.model);
        return;
      case "values":
        for (const take of onValues) take({ values: message.values, left: message.left });
        onValues = [];
        return;
      case "failed":
        listener.failed(message.message);
        return;
    }
  });
  worker.addEventListener("error", (event) => listener.failed(event.message === "" ? "The file could not be opened." : event.message));
  worker.postMessage({ kind: "open", file });
  return {
    import: (choice) => worker.postMessage({ kind: "import", id: ++id, choice }),
    values: () =>
      new Promise((resolve) => {
        onValues.push(resolve);
        worker.postMessage({ kind: "values" });
      }),
    close: () => worker.terminate(),
  };
}
