/** The page's side of the painting worker: one view at a time; only the latest request waits. */
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
  /** Whether a view is being painted, and whether it is of an earlier drawing. */
  private isBusy = false;
  private isOld = false;
  private next: View | undefined;

  /** `report` receives what was painted of the last drawing. */
  constructor(report: (painted: Painted) => void) {
    this.worker.onmessage = ({ data }: MessageEvent<Painted>) => {
      const { isOld, next } = this;
      this.isBusy = false;
      this.isOld = false;
      this.next = undefined;
      if (next) this.paint(next);
      if (isOld) data.bitmap.close();
      else report(data);
    };
  }

  /** Sets the drawing to paint from now on. */
  draw(drawing: Drawing): void {
    this.isOld = this.isBusy;
    this.post({ drawing });
  }

  /** Asks for a view. While another one is being painted, only the latest request waits. */
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
