/** The columns of the comparison of targets, and its lines in an order. */
import type { TargetLine } from "@relayscope/engine";
import { bytesText } from "@relayscope/engine";
import { grouped, percent } from "../ui/format.ts";

interface Column {
  readonly id: string;
  readonly title: string;
  readonly value: (line: TargetLine) => number | string;
  readonly text: (line: TargetLine) => string;
}

export const columns: readonly Column[] = [
  { id: "target", title: "target", value: (l) => l.target, text: (l) => l.target },
  { id: "regions", title: "regions", value: (l) => l.outcome.regions, text: (l) => grouped(l.outcome.regions) },
  {
    id: "offloaded",
    title: "operators",
    value: (l) => l.outcome.offloaded,
    text: (l) => `${grouped(l.outcome.offloaded)} of ${grouped(l.outcome.operators)}`,
  },
  {
    id: "share",
    title: "share",
    value: (l) => l.outcome.offloaded / Math.max(1, l.outcome.operators),
    text: (l) => percent(l.outcome.offloaded, l.outcome.operators),
  },
  { id: "tensors", title: "tensors crossing", value: (l) => l.outcome.tensors, text: (l) => grouped(l.outcome.tensors) },
  { id: "bytes", title: "bytes crossing", value: (l) => l.outcome.bytes, text: (l) => bytesText(l.outcome.bytes) },
];

export interface Order {
  readonly column: string;
  readonly isDown: boolean;
}

/** The run on the page first. */
export function sorted(lines: readonly TargetLine[], { column, isDown }: Order): readonly TargetLine[] {
  const value = columns.find((c) => c.id === column)?.value ?? ((l) => l.target);
  const sign = isDown ? -1 : 1;
  return [...lines].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    const compared = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y));
    return Number(b.isInUse) - Number(a.isInUse) || sign * compared || a.target.localeCompare(b.target);
  });
}
