/** Which color a word has, in every picture of the page: an operator that is one color at a stage is that color at the next. */
export class WordPlaces {
  private readonly known = new Map<string, number>();

  /** The places in a palette of `count` colors of as many words, the first ones of `words`; those that had one keep it where no word before them has it. */
  of(words: readonly string[], count: number): ReadonlyMap<string, number> {
    const placed = new Map<string, number>();
    const free = new Set(Array.from({ length: count }, (_, place) => place));
    const shown = words.slice(0, count);
    const put = (word: string, place: number) => {
      placed.set(word, place);
      free.delete(place);
      this.known.set(word, place);
    };
    for (const word of shown) {
      const place = this.known.get(word);
      if (place !== undefined && free.has(place)) put(word, place);
    }
    const given = new Set(this.known.values());
    for (const word of shown) {
      if (placed.has(word)) continue;
      const [first] = free;
      put(word, [...free].find((place) => !given.has(place)) ?? first ?? 0);
    }
    return placed;
  }
}

/** For what words represent colors, the places that they have. */
export type ColorPlaces = Readonly<Record<"operator" | "dtype" | "change", WordPlaces>>;

/** Places that no word has yet. */
export function noPlaces(): ColorPlaces {
  return { operator: new WordPlaces(), dtype: new WordPlaces(), change: new WordPlaces() };
}
