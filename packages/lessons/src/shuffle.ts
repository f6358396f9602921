/** In which order a question's sentences are shown: the same for a learner each time, another for the next learner. */

/** A hash of a text, as a whole number of 32 bits (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

/** The numbers from 0 to `count - 1` in an order that `seed` decides. */
export function shuffled(count: number, seed: string): readonly number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  let state = hashOf(seed);
  for (let i = count - 1; i > 0; i--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    const [a, b] = [order[i] ?? 0, order[j] ?? 0];
    order[i] = b;
    order[j] = a;
  }
  return order;
}
