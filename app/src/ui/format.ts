/** A time for people: `0.4 ms`, `12 ms`, `1.3 s`. */
export function formatMilliseconds(ms: number): string {
  if (ms < 0.095) return "<0.1 ms";
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(1)} s`;
}

/** `1 region`, `3 regions`. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** `73%`; a dash where there is nothing to count. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((100 * part) / whole)}%`;
}
