/** Good guesses for sizes that a file leaves open: by the name of the size, by the input's name and use. */
import type { Dimension, ValueInfo } from "./file/model.ts";

interface Guess {
  readonly guess: number;
  readonly reason: string;
}

const byName: readonly (readonly [RegExp, Guess])[] = [
  [/batch|^n$|^b$|^bs$/i, { guess: 1, reason: "one at a time" }],
  [/past.*(seq|len)|(seq|len).*past/i, { guess: 0, reason: "nothing came before" }],
  [/height|width|^h$|^w$|image.*size|img.*size/i, { guess: 224, reason: "a usual image" }],
  [/seq|token|^length$|_len|^l$|^t$|^s$/i, { guess: 128, reason: "a usual text" }],
  [/channel|^c$/i, { guess: 3, reason: "red, green, blue" }],
];

/** Names of sizes are cut to this length: no meaningful name is longer. */
const longestName = 200;

const one: Guess = { guess: 1, reason: "nothing is known of it" };

/** A size for an axis of an input, and why that one. */
export function guessedSize({ name, type }: ValueInfo, axis: number): Guess {
  const shape = type.kind === "tensor" ? (type.shape ?? []) : [];
  const dim = shape[axis];
  if (typeof dim === "string") {
    const said = dim.slice(0, longestName);
    for (const [pattern, guess] of byName) if (pattern.test(said)) return guess;
  }
  if (axis === 0) return { guess: 1, reason: "one at a time" };
  const isText = /ids|mask|token|text|segment/i.test(name);
  if (isText && axis === 1) return { guess: 128, reason: "a usual text" };
  if (shape.length === 4) return guessedImageSize(shape, axis);
  return one;
}

/** Four axes are an image: channels are second, or last if that size is 1, 3 or 4. */
function guessedImageSize(shape: readonly Dimension[], axis: number): Guess {
  const channelsLast = isChannels(shape[3]) && !isChannels(shape[1]);
  if (axis === (channelsLast ? 3 : 1)) return { guess: 3, reason: "red, green, blue" };
  const other = shape[channelsLast ? 3 - axis : 5 - axis];
  if (typeof other === "number" && other > 0) return { guess: other, reason: "as wide as high" };
  return { guess: 224, reason: "a usual image" };
}

function isChannels(dim: Dimension): boolean {
  return dim === 1 || dim === 3 || dim === 4;
}
