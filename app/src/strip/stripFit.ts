/**
 * Arranges the strip's items in its rows: how much they show, where the second row begins, and how wide the rows are.
 */
import { type Detail, details } from "./chipFacts.ts";
import type { StripItem } from "./stripItems.ts";

export interface StripFit {
  readonly items: readonly StripItem[];
  readonly detail: Detail;
  /** The first item of the second row; the number of items if there is one row. */
  readonly breakAt: number;
  /** The width of the rows; more than the room if the strip scrolls sideways. */
  readonly width: number;
}

export interface StripRoom {
  readonly width: number;
  readonly rows: 1 | 2;
}

/** What an arrangement of the strip depends on. */
export interface StripPlan {
  readonly room: StripRoom;
  /** The shown stage, and the stage that it is compared with. */
  readonly shown: number;
  readonly beside: number;
  readonly count: number;
  /** The items while `shown` is shown next to `beside`. */
  readonly itemsOf: (isTight: boolean, shown: number, beside: number) => readonly StripItem[];
  readonly widthOf: (item: StripItem, detail: Detail, shown: number) => number;
}

/**
 * The fullest arrangement that has room whichever stage is shown, so that chips do not change while you step; else the
 * fullest for the shown stage; else the briefest, in rows that scroll. Unchanged neighbors fold before chips show less.
 */
export function stripFit(plan: StripPlan): StripFit {
  const { room, shown, beside, count } = plan;
  const arranged = (isTight: boolean, detail: Detail, at: number, by: number): StripFit => {
    const items = plan.itemsOf(isTight, at, by);
    return { items, detail, ...packed(plan, items, detail, at, by) };
  };
  const levels = [{ isTight: false, detail: details[0] ?? "full" }, ...details.map((detail) => ({ isTight: true, detail }))];
  const fits = ({ isTight, detail }: (typeof levels)[number], at: number, by: number) =>
    arranged(isTight, detail, at, by).width <= room.width;
  const all = Array.from({ length: count }, (_, at) => at);
  const level =
    levels.find((l) => fits(l, shown, beside) && all.every((at) => fits(l, at, at - 1))) ?? levels.find((l) => fits(l, shown, beside));
  return arranged(level?.isTight ?? true, level?.detail ?? "dense", shown, beside);
}

/**
 * Where the second row begins, and how wide the rows are. Rows that scroll keep the shown stage and the one before it
 * together.
 */
function packed(
  { room, widthOf }: StripPlan,
  items: readonly StripItem[],
  detail: Detail,
  shown: number,
  beside: number,
): { readonly breakAt: number; readonly width: number } {
  const widths = items.map((item) => widthOf(item, detail, shown));
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (room.rows === 1 || total <= room.width) return { breakAt: items.length, width: Math.max(room.width, Math.ceil(total)) };
  let best = { breakAt: items.length, width: total };
  let before = 0;
  for (const [i, width] of widths.entries()) {
    const needed = Math.max(before, total - before);
    const isParted = i > 0 && holds(items[i - 1], beside) && holds(items[i], shown);
    if (i > 0 && (needed <= room.width || !isParted) && (needed < best.width || needed <= room.width)) best = { breakAt: i, width: needed };
    before += width;
  }
  return { breakAt: best.breakAt, width: Math.max(room.width, Math.ceil(best.width)) };
}

function holds(item: StripItem | undefined, stage: number): boolean {
  return item?.kind === "pass" && item.stage === stage;
}
