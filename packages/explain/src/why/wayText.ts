/** A way along values in a sentence. */
import type { Expr } from "@relayscope/ir";
import { nameOf } from "../names.ts";

/** How much of a long way a sentence tells, at its beginning and its end. */
const [mostFirst, mostLast] = [9, 4];

/** `a` → `b` → `c`; of a long way both ends. */
export function wayText(path: readonly Expr[], arrow = "→"): string {
  const names = path.map((node) => `\`${nameOf(node)}\``);
  if (names.length <= mostFirst + mostLast + 1) return names.join(` ${arrow} `);
  const left = names.length - mostFirst - mostLast;
  return [...names.slice(0, mostFirst), `${left} more`, ...names.slice(-mostLast)].join(` ${arrow} `);
}
