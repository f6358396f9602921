import PainterWorker from "../src/picture/painter/painter.worker.ts?worker&inline";

/** A worker that paints, from a text that the page holds. */
export function startPainterWorker(): Worker {
  return new PainterWorker({ name: "painter" });
}
