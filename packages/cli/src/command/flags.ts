/**
 * Flags of commands, each stated once with its value, its description and its check: `opt-level: wholeNumber("N", {
 * from: 0 }, "...")`. The type that a command receives, its usage text and the check of the command line follow from
 * that statement.
 */

/** The result of reading a flag's values. */
export type FlagReading<T> = { readonly value: T } | { readonly wrong: string };

/** One flag, whose value is `T`. */
export interface Flag<T> {
  /** How usage texts name its value; undefined for a switch, which has none. */
  readonly value: string | undefined;
  /** What it does, a sentence without a period. */
  readonly about: string;
  /** What its value must be, as the end of a sentence. */
  readonly wanted: string;
  /** The allowed values, if there are few. */
  readonly choices: readonly string[];
  readonly isRepeatable: boolean;
  /** Its value if it is not given. */
  readonly otherwise: T;
  /** Reads the written values, several for a flag that can be repeated; `wrong` is the first invalid one. */
  read(written: readonly string[]): FlagReading<T>;
}

/** Flags by name, without the hyphens, in the order in which usage texts list them. */
export type FlagTable = Readonly<Record<string, Flag<unknown>>>;

/** The values of flags as a command gets them. */
export type FlagValues<F extends FlagTable> = { readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never };

/** A flag with one value, which `read` checks. */
function single<T>(value: string, about: string, wanted: string, read: (text: string) => T | undefined): Flag<T | undefined> {
  return {
    value,
    about,
    wanted,
    choices: [],
    isRepeatable: false,
    otherwise: undefined,
    read: ([text = ""]) => {
      const found = read(text);
      return found === undefined ? { wrong: text } : { value: found };
    },
  };
}

/** A flag without a value. */
export function toggle(about: string): Flag<boolean> {
  return { value: undefined, about, wanted: "", choices: [], isRepeatable: false, otherwise: false, read: () => ({ value: true }) };
}

/** Any text that is not empty; `wanted` and `pattern` narrow it. */
export function word(value: string, about: string, wanted = "a text", pattern = /\S/): Flag<string | undefined> {
  return single(value, about, wanted, (text) => (pattern.test(text) ? text : undefined));
}

/** A whole number within bounds. */
export function wholeNumber(value: string, { from, to }: { from: number; to?: number }, about: string): Flag<number | undefined> {
  const wanted = `a whole number from ${from}${to === undefined ? "" : ` to ${to}`}`;
  const most = to ?? Number.MAX_SAFE_INTEGER;
  return single(value, about, wanted, (text) =>
    /^\d+$/.test(text) && Number(text) >= from && Number(text) <= most ? Number(text) : undefined,
  );
}

const longestLimit = 86_400;

/** A time in seconds, fractions too. */
export function seconds(about: string): Flag<number | undefined> {
  return single("SECONDS", about, `a number of seconds above 0, at most ${longestLimit}`, (text) => {
    const count = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
    return count > 0 && count <= longestLimit ? count : undefined;
  });
}

/** One of a few words. */
export function choice<const T extends string>(choices: readonly T[], about: string): Flag<T | undefined> {
  const wanted = `one of ${choices.join(", ")}`;
  return { ...single("FORMAT", about, wanted, (text) => choices.find((known) => known === text)), choices };
}

/** Names with commas between them. */
export function names(value: string, about: string): Flag<readonly string[] | undefined> {
  return single(value, about, "names with commas between them", (text) => {
    const list = text.split(",").map((name) => name.trim());
    return list.includes("") ? undefined : list;
  });
}

/** Files, a flag for each. */
export function files(about: string): Flag<readonly string[]> {
  const read = (written: readonly string[]): FlagReading<readonly string[]> => {
    const wrong = written.find((text) => text.trim() === "");
    return wrong === undefined ? { value: written } : { wrong };
  };
  return { value: "FILE", about, wanted: "a file's name", choices: [], isRepeatable: true, otherwise: [], read };
}

/** The shape of an input: `?` keeps a size dynamic. */
export interface NamedShape {
  readonly name: string;
  readonly sizes: readonly (number | "?")[];
}

/** Shapes by name, a flag for each. */
export function shapes(about: string): Flag<readonly NamedShape[]> {
  return byName("NAME=1,3,224,224", about, "NAME=1,3,224,224, with ? for a dynamic size, each name once", shapeIn);
}

/** The element type of an input. */
export interface NamedType {
  readonly name: string;
  readonly dtype: string;
}

/** Element types by name, a flag for each. */
export function dtypes(about: string): Flag<readonly NamedType[]> {
  return byName("NAME=int8", about, "NAME=int8, each name once; types are float32, uint8 and the like", typeIn);
}

/** Values for inputs by name, such as `NAME=VALUE`, a flag for each name. */
function byName<T extends { readonly name: string }>(
  value: string,
  about: string,
  wanted: string,
  readOne: (text: string) => T | undefined,
): Flag<readonly T[]> {
  const read = (written: readonly string[]): FlagReading<readonly T[]> => {
    const found: T[] = [];
    for (const text of written) {
      const one = readOne(text);
      if (!one || found.some(({ name }) => name === one.name)) return { wrong: text };
      found.push(one);
    }
    return { value: found };
  };
  return { value, about, wanted, choices: [], isRepeatable: true, otherwise: [], read };
}

/** A setting and its value, as written. */
export interface NamedSetting {
  readonly name: string;
  readonly value: string;
}

/** Settings by name, a flag for each. */
export function settings(about: string): Flag<readonly NamedSetting[]> {
  return byName("NAME=VALUE", about, "NAME=VALUE, each name once", (text) => {
    const at = text.indexOf("=");
    return at < 1 ? undefined : { name: text.slice(0, at), value: text.slice(at + 1) };
  });
}

function typeIn(text: string): NamedType | undefined {
  const at = text.lastIndexOf("=");
  const dtype = text.slice(at + 1);
  return at < 1 || !/^(?:bool|bfloat16|float(?:16|32|64)|u?int(?:8|16|32|64))$/.test(dtype)
    ? undefined
    : { name: text.slice(0, at), dtype };
}

function shapeIn(text: string): NamedShape | undefined {
  const at = text.lastIndexOf("=");
  const sizes = text.slice(at + 1).split(",");
  // A scalar has no sizes: `NAME=`.
  const listed = sizes.length === 1 && sizes[0] === "" ? [] : sizes.map((size) => size.trim());
  if (at < 1 || listed.some((size) => !/^(?:\?|\d{1,15})$/.test(size))) return undefined;
  return { name: text.slice(0, at), sizes: listed.map((size) => (size === "?" ? "?" : Number(size))) };
}
