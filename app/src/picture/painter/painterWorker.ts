/** A worker that paints. The file that opens without a server has `app/offline/painterWorker.ts` in this one's place. */
export function startPainterWorker(): Worker {
  return new Worker(new URL("./painter.worker.ts", import.meta.url), { type: "module", name: "painter" });
}
