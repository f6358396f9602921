/** Which color a word has, in every picture of the page: an operator keeps its color from stage to stage. */
export class WordPlaces {
  private readonly known = new Map<string, number>();

  /**
   * The places of words in a palette of `count` colors, for at most that many words. A word keeps its earlier place
   * unless a word before it has that place.
   */
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

/** The places of words, for each choice of colors by words. */
export type ColorPlaces = Readonly<Record<"operator" | "dtype" | "change", WordPlaces>>;

/** No word has a place yet. */
export function noPlaces(): ColorPlaces {
  return { operator: new WordPlaces(), dtype: new WordPlaces(), change: new WordPlaces() };
}
