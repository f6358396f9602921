/** Numbers as the page says them. */
import { grouped, counted as plural } from "@relayscope/engine";

export { grouped, plural };

/** A time for people: `0.4 ms`, `12 ms`, `1.3 s`. */
export function formatMilliseconds(ms: number): string {
  if (ms < 0.095) return "<0.1 ms";
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(1)} s`;
}

/** `73%`; a dash if the whole is 0. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((100 * part) / whole)}%`;
}

/** `3 regions`, of which `marked` are not partitioned yet: `3 marked`, `2 marked, 1 region`. */
export function regionsText(count: number, marked = 0): string {
  const parts = [
    ...(marked > 0 ? [`${grouped(marked)} marked`] : []),
    ...(marked < count || count === 0 ? [plural(count - marked, "region")] : []),
  ];
  return parts.join(", ");
}
