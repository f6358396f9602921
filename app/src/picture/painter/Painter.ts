/** A worker that paints, as the page sees it: one view at a time, the last one that was asked for. */
import type { Drawing } from "./paint.ts";
import { startPainterWorker } from "./painterWorker.ts";
import type { View } from "./view.ts";

export type PainterMessage = { readonly drawing: Drawing } | { readonly view: View };

export interface Painted {
  readonly bitmap: ImageBitmap;
  readonly view: View;
}

export class Painter {
  private readonly worker = startPainterWorker();
  /** Whether a view is under way, and whether it is of a drawing before. */
  private isBusy = false;
  private isOld = false;
  private next: View | undefined;

  /** `tell` is given what was painted of the last drawing. */
  constructor(tell: (painted: Painted) => void) {
    this.worker.onmessage = ({ data }: MessageEvent<Painted>) => {
      const { isOld, next } = this;
      this.isBusy = false;
      this.isOld = false;
      this.next = undefined;
      if (next) this.paint(next);
      if (isOld) data.bitmap.close();
      else tell(data);
    };
  }

  /** What is painted from now on. */
  draw(drawing: Drawing): void {
    this.isOld = this.isBusy;
    this.post({ drawing });
  }

  /** Asks for a view; while one is under way, only for the last. */
  paint(view: View): void {
    if (this.isBusy) this.next = view;
    else {
      this.isBusy = true;
      this.post({ view });
    }
  }

  close(): void {
    this.worker.terminate();
  }

  private post(message: PainterMessage): void {
    this.worker.postMessage(message);
  }
}
