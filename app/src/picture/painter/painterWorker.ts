/** A worker that paints. The file that opens without a server uses `app/offline/painterWorker.ts` instead. */
export function startPainterWorker(): Worker {
  return new Worker(new URL("./painter.worker.ts", import.meta.url), { type: "module", name: "painter" });
}
