/** The side of the worker that opens model files: reads one, describes it, imports it as often as asked. */
import { type OpenModel, readModel, shapesWith } from "@relayscope/import";
import type { FromModelWorker, ImportChoice, ToModelWorker } from "./contract.ts";
import { type FileImported, failureSentence, importFile } from "./importFile.ts";
import { plainValues } from "./plainValues.ts";

interface ModelPort {
  postMessage(message: FromModelWorker): void;
  addEventListener(type: "message", listen: (event: MessageEvent) => void): void;
}

/** Serves the other end of the port. In a module worker: `serveModels(self)`. */
export function serveModels(port: ModelPort): void {
  let model: OpenModel | undefined;
  /** Of the newest import. */
  let values: FileImported["values"] | undefined;
  const send = (message: FromModelWorker) => port.postMessage(message);
  const guarded = async (act: () => Promise<void> | void) => {
    try {
      await act();
    } catch (error) {
      send({ kind: "failed", message: failureSentence(error) });
    }
  };
  port.addEventListener("message", (event) => {
    const message = event.data as ToModelWorker;
    void guarded(async () => {
      if (message.kind === "open") {
        model = readModel(await bytesOf(message.file, send), message.file instanceof File ? message.file.name : "");
        send({ kind: "opened", description: model.describe() });
      } else if (message.kind === "values") {
        if (values) send({ kind: "values", ...plainValues(values) });
      } else if (model) {
        const { values: found, ...plain } = imported(model, message.choice, send);
        values = found;
        send({ kind: "imported", id: message.id, model: plain });
      }
    });
  });
}

/** Reads the bytes of a file and reports the progress. */
async function bytesOf(file: Blob, send: (message: FromModelWorker) => void): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size);
  const reader = file.stream().getReader();
  let at = 0;
  let reported = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes.set(part.value, at);
    at += part.value.length;
    if (at - reported < 4_000_000) continue;
    reported = at;
    send({ kind: "progress", progress: { what: "reading", done: at, total: file.size } });
  }
  return bytes;
}

function imported(model: OpenModel, choice: ImportChoice, send: (message: FromModelWorker) => void): FileImported {
  let reported = 0;
  return importFile(model, {
    keepsParameters: choice.keepsParameters,
    dtypes: new Map(choice.dtypes),
    shapes: shapesWith(model.describe(), new Map(choice.sizes)),
    progress: (done, total) => {
      if (done - reported < 200) return;
      reported = done;
      send({ kind: "progress", progress: { what: "importing", done, total } });
    },
  });
}
