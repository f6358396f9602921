/** Parses a question in words: drops the words that only form a question, and maps others to their meaning here. */

/** Words that only make the text a question. */
const idle: ReadonlySet<string> = new Set(
  "a an and any anything are at be between by ca can cannot did do does for from get gets had has have here how i in into is it its many me my of on one or run runs so stay stays still than that the there these they this to two was we were what where which who why with".split(
    " ",
  ),
);

/** Words for topics: calls that stay on the host, and boundaries of regions. */
const topics: readonly { readonly topic: "host" | "boundaries"; readonly words: ReadonlySet<string> }[] = [
  {
    topic: "host",
    words: new Set(
      "cpu fallback host left missing no none not nothing offload offloaded refused rejected supported taken unsupported".split(" "),
    ),
  },
  {
    topic: "boundaries",
    words: new Set(
      "alone apart boundaries boundary cut edge edges fuse fused join joined merge merged partition partitioned partitions region regions separate several split splits subgraph subgraphs together".split(
        " ",
      ),
    ),
  },
];

const numberWords: ReadonlySet<string> = new Set("no one two three four five six seven eight nine ten eleven twelve".split(" "));
const nothingWords: ReadonlySet<string> = new Set("any anything none nothing".split(" "));
const regionWords: ReadonlySet<string> = new Set("region regions subgraph subgraphs partition partitions".split(" "));

/** Words of questions about a stage as a whole: what is counted, that it is counted, and which region is meant. */
const operatorWords: ReadonlySet<string> = new Set("call calls node nodes op operator operators ops".split(" "));
const countWords: ReadonlySet<string> = new Set("count list many number show".split(" "));
const sizeWords: ReadonlySet<string> = new Set("big biggest large largest size sizes".split(" "));
/** Facts, which `shape of conv2d` asks about: not a part of an operator's name. */
const factWords: ReadonlySet<string> = new Set("attributes dtype shape type".split(" "));

const statedWords: ReadonlySet<string> = new Set("is was are were does did has be".split(" "));

export interface AskedWords {
  /** The topics of the question. */
  readonly topics: ReadonlySet<"host" | "boundaries">;
  /** The line number in the question, from 1. */
  readonly line: number | undefined;
  /** The second line number, if the question is about two: `lines 4 and 9`. */
  readonly toLine: number | undefined;
  /** The rest: names of operators, targets, passes; in lower case. */
  readonly names: readonly string[];
  /** The names that are region numbers because of the word before them: `regions 0 and 2`. */
  readonly regions: readonly string[];
  /** Whether it asks why nothing is offloaded. */
  readonly isOfNothing: boolean;
  /** What it asks of the stage as a whole: which operators are offloaded, or which regions there are. */
  readonly whole: "operators" | "regions" | undefined;
  /** Whether it asks for a number: `how many conv2d`. */
  readonly isCounted: boolean;
  /** The index of the call that the question is about: 0 for `the first conv2d`, -1 for the last; undefined for all. */
  readonly ordinal: number | undefined;
  /**
   * Whether `ordinal` counts only calls on the host: `first conv2d not taken`, but not `is the first conv2d not taken`.
   */
  readonly isOfHost: boolean;
}

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** The place that a word names: `first`, `2nd`, `last`. */
function ordinalOf(word: string): number | undefined {
  if (word === "last") return -1;
  const at = ordinals.indexOf(word);
  const [, digits] = /^(\d+)(?:st|nd|rd|th)$/.exec(word) ?? [];
  return at >= 0 ? at : digits === undefined || Number(digits) === 0 ? undefined : Number(digits) - 1;
}

const longestQuestion = 300;

function wordsOf(query: string): readonly string[] {
  return query
    .slice(0, longestQuestion)
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll("n't", " not")
    .replace(/'s\b/g, "")
    .split(/[\s?!,;:`"']+/)
    .filter((word) => word !== "");
}

/** The words of a question that carry meaning, in lower case. */
export function contentWords(query: string): readonly string[] {
  return wordsOf(query).filter((word) => !idle.has(word));
}

/** Reads a question. Any text is accepted. */
export function askedWords(query: string): AskedWords {
  const words = wordsOf(query);
  const found = new Set<"host" | "boundaries">();
  const names: string[] = [];
  const regions: string[] = [];
  const lines: number[] = [];
  let isOfRegions = false;
  let ordinal: number | undefined;
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? "";
    const place = ordinalOf(word);
    if (place !== undefined && at + 1 < words.length) {
      ordinal ??= place;
      continue;
    }
    if (/^lines?$/.test(word) && /^\d+$/.test(words[at + 1] ?? "")) continue;
    const isListed = lines.length === 1 && [before, words[at - 2]].includes(String(lines[0])) && (idle.has(before) || /^\d+$/.test(before));
    if (/^\d+$/.test(word) && (/^lines?$/.test(before) || isListed)) {
      lines.push(Number(word));
      continue;
    }
    // However many regions there are: the question is why.
    if ((/^\d+$/.test(word) || numberWords.has(word)) && regionWords.has(words[at + 1] ?? "")) continue;
    if (operatorWords.has(word) || countWords.has(word) || sizeWords.has(word)) continue;
    if (factWords.has(word) && words[at + 1] === "of") continue;
    const topic = topics.find((own) => own.words.has(word));
    const isNumber = /^\d+$/.test(word);
    if (regionWords.has(word)) isOfRegions = true;
    else if (!isNumber && !idle.has(word)) isOfRegions = false;
    if (topic) found.add(topic.topic);
    else if (!idle.has(word)) names.push(word);
    if (isNumber && isOfRegions && before !== "of") regions.push(word);
  }
  // After `is` or `was`, the words are a statement about the counted call.
  const isOfHost = found.has("host") && !words.some((word) => statedWords.has(word));
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const isCounted = has(countWords);
  const isOfAll = isCounted || has(sizeWords) || words.some((word, at) => word === "which" && regionWords.has(words[at + 1] ?? ""));
  const isOfOperators = has(operatorWords) || (found.has("host") && (isOfAll || words.includes("what")));
  const isOfStage = names.length === 0 && lines.length === 0 && ordinal === undefined;
  return {
    topics: found,
    isCounted,
    whole: !isOfStage ? undefined : isOfAll && has(regionWords) ? "regions" : isOfOperators ? "operators" : undefined,
    line: lines[0],
    toLine: lines[1],
    names,
    regions,
    isOfNothing: names.length === 0 && words.some((word) => nothingWords.has(word)),
    ordinal,
    isOfHost,
  };
}
