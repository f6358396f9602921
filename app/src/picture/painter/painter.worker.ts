/** The worker's side: paints the latest drawing for each view that is asked for. */
import type { Painted, PainterMessage } from "./Painter.ts";
import { Painting } from "./paint.ts";

let painting: Painting | undefined;
const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext("2d");

self.onmessage = ({ data }: MessageEvent<PainterMessage>) => {
  if ("drawing" in data) {
    painting = new Painting(data.drawing);
    return;
  }
  const { view } = data;
  canvas.width = Math.max(1, Math.round(view.width * view.ratio));
  canvas.height = Math.max(1, Math.round(view.height * view.ratio));
  if (context) painting?.paint(context, view);
  const bitmap = canvas.transferToImageBitmap();
  const answer: Painted = { bitmap, view };
  self.postMessage(answer, { transfer: [bitmap] });
};
