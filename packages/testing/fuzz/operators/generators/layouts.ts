/** Random data in random layouts. */
import type { Dim } from "@relayscope/ir";
import type { Random } from "../../random.ts";

/** Sizes by axis letter, such as `{ N: 1, C: 8, H: 6, W: 6 }`. */
export type Sizes = Readonly<Record<string, Dim>>;

/** A layout of the letters: mostly as given, sometimes in another order, sometimes with an axis split. */
export function randomLayout(plain: string, random: Random, splittable: string): string {
  const kind = random.int(0, 9);
  if (kind < 5) return plain;
  const order = random.shuffled([...plain]).join("");
  if (kind < 8 || splittable === "") return order;
  const letter = random.pick([...splittable]);
  return `${random.chance(0.7) ? plain : order}${random.pick([2, 4])}${letter.toLowerCase()}`;
}

/** The shape that sizes have in a layout; sizes of split axes are rounded up. */
export function shapeIn(layout: string, sizes: Sizes): Dim[] {
  const factors = new Map<string, number>();
  for (const [, digits, letter] of layout.matchAll(/(\d+)([a-z])/gu)) factors.set((letter as string).toUpperCase(), Number(digits));
  return [...layout.matchAll(/(\d*)([A-Za-z])/gu)].map(([, digits, letter]) => {
    if (digits !== "") return Number(digits);
    const size = sizes[letter as string] ?? 1;
    const factor = factors.get(letter as string);
    return typeof size === "number" && factor ? Math.ceil(size / factor) : size;
  });
}
