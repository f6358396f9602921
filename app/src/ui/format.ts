/** Numbers as the page says them. */
import { grouped, percent, counted as plural } from "@relayscope/engine";

export { grouped, percent, plural };

/** A time for people: `0.4 ms`, `12 ms`, `1.3 s`. */
export function formatMilliseconds(ms: number): string {
  if (ms < 0.095) return "<0.1 ms";
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(1)} s`;
}

/** `3 regions`, of which `marked` are not partitioned yet: `3 marked`, `2 marked, 1 region`. */
export function regionsText(count: number, marked = 0): string {
  const parts = [
    ...(marked > 0 ? [`${grouped(marked)} marked`] : []),
    ...(marked < count || count === 0 ? [plural(count - marked, "region")] : []),
  ];
  return parts.join(", ");
}
