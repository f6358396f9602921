/**
 * The background bitmap of a pane. A move shifts and scales it; it is painted again at rest, or when it no longer
 * covers the pane.
 */
import { type Painted, Painter } from "./Painter.ts";
import type { Drawing } from "./paint.ts";
import { isGood, type Pane, placeOf, type View, viewAround } from "./view.ts";

/** How long after a move it is painted again, in milliseconds. */
const rest = 120;

/** How far an element is enlarged by styles, as on the blackboard; browsers that do not say enlarge nothing. */
function zoomOf(element: Element): number {
  const zoom: unknown = Reflect.get(element, "currentCSSZoom");
  return typeof zoom === "number" ? zoom : 1;
}

export class Silhouette {
  private readonly context: CanvasRenderingContext2D | null;
  private painter: Painter | undefined;
  /** The view that the bitmap shows. */
  private view: View | undefined;
  private isShown = false;
  /** Whether the bitmap shows an earlier drawing. */
  private isOld = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly pane: () => Pane,
  ) {
    this.context = canvas.getContext("2d");
  }

  /**
   * Shows a drawing. The previous bitmap stays until the new one is painted, unless the pane has moved elsewhere by
   * then.
   */
  show(drawing: Drawing): void {
    this.isShown = true;
    this.isOld = true;
    this.painter ??= new Painter((painted) => this.take(painted));
    this.painter.draw(drawing);
    this.paint();
  }

  hide(): void {
    this.isShown = false;
    clearTimeout(this.timer);
    this.clear();
  }

  /** Follows the pane. */
  move(): void {
    if (!this.isShown) return;
    if (this.isOld) this.clear();
    this.place();
    clearTimeout(this.timer);
    if (this.view && isGood(this.view, this.pane())) this.timer = setTimeout(() => this.paint(), rest);
    else this.paint();
  }

  close(): void {
    clearTimeout(this.timer);
    this.painter?.close();
  }

  private paint(): void {
    const pane = this.pane();
    if (pane.width > 0 && pane.height > 0) this.painter?.paint(viewAround(pane, devicePixelRatio * zoomOf(this.canvas)));
  }

  private take({ bitmap, view }: Painted): void {
    if (!this.isShown) {
      bitmap.close();
      return;
    }
    this.isOld = false;
    this.view = view;
    this.canvas.style.width = `${view.width}px`;
    this.canvas.style.height = `${view.height}px`;
    this.canvas.width = bitmap.width;
    this.canvas.height = bitmap.height;
    this.context?.drawImage(bitmap, 0, 0);
    bitmap.close();
    this.place();
  }

  private place(): void {
    if (!this.view) return;
    const { left, top, scale } = placeOf(this.view, this.pane());
    this.canvas.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
  }

  private clear(): void {
    this.view = undefined;
    this.canvas.width = 0;
  }
}
