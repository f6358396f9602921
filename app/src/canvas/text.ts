/** Text on the canvas, cut to the room there is. */
import { fonts } from "./drawGraph.ts";

export interface TextStyle {
  readonly size: number;
  readonly weight: number;
  readonly isMono?: boolean;
}

/** A canvas font string. */
export function fontOf({ size, weight, isMono }: TextStyle): string {
  return `${weight} ${size}px ${isMono ? fonts.mono : fonts.sans}`;
}

/** `text`, or its longest start that fits `width` with an ellipsis; `cuts` remembers. The context's font must be set. */
export function cutText(context: CanvasRenderingContext2D, text: string, width: number, cuts: Map<string, string>): string {
  const key = `${context.font}|${Math.round(width)}|${text}`;
  const known = cuts.get(key);
  if (known !== undefined) return known;
  let result = text;
  if (context.measureText(text).width > width) {
    let low = 0;
    let high = text.length;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (context.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle;
      else high = middle - 1;
    }
    result = low === 0 ? "" : `${text.slice(0, low).trimEnd()}…`;
  }
  cuts.set(key, result);
  return result;
}
