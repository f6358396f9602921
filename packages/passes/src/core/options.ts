/**
 * Options of passes, each stated once with its type, its default and its description: `include_non_call_ops: flag(true,
 * "...")`. The type of the options that a pass receives, the page's form, the catalog and the check of links and
 * records follow from that.
 */
import { wrongOption } from "./diagnostics.ts";

/** How an option is filled in. */
export type OptionType = "boolean" | "int" | "float" | "string" | "int[]" | "string[]" | "layouts" | "patterns";

/** One option, whose values are `T`. */
export interface Option<T> {
  readonly type: OptionType;
  /** Plain data, as in links. */
  readonly default: T;
  readonly doc: string;
  /** The allowed values, if there are few. */
  readonly choices?: readonly (string | number)[];
  /**
   * Whether the pass accepts the option only because other passes read it, as passes of quantization share their
   * options. Forms show such options last.
   */
  readonly isReadElsewhere?: boolean;
  /** What the value must be, as the end of a sentence. */
  readonly config?: string;
  /** Reads a value from a form, a link or a record; undefined if it has another type. */
  readonly wanted: string;
  /** The value that a form, a link or a record gave; undefined where it is of another type. */
  read(given: unknown): T | undefined;
}

/** The options of a pass by name, in the order in which forms show them. */
export type OptionSchema = Readonly<Record<string, Option<unknown>>>;

/** The options of a pass as it gets them. */
export type OptionsOf<S extends OptionSchema> = { readonly [K in keyof S]: S[K] extends Option<infer T> ? T : never };

/** Options from outside: names with plain data. */
export type GivenOptions = Readonly<Record<string, unknown>>;

/** Yes or no; 0 and 1 will do. */
export function flag(otherwise: boolean, doc: string): Option<boolean> {
  const read = (given: unknown) => (typeof given === "boolean" ? given : given === 0 || given === 1 ? given === 1 : undefined);
  return { type: "boolean", default: otherwise, doc, wanted: "true or false", read };
}

/** For passes that call checks and rules: whether an exception in the reference counts as no. */
export const raiseAsNo = flag(false, "A check that raises, where TVM stops, counts as no; the pass continues.");

export function integer(otherwise: number, doc: string): Option<number> {
  return { type: "int", default: otherwise, doc, wanted: "a whole number", read: (given) => (isInteger(given) ? given : undefined) };
}

export function float(otherwise: number, doc: string): Option<number> {
  const read = (given: unknown) => (typeof given === "number" && Number.isFinite(given) ? given : undefined);
  return { type: "float", default: otherwise, doc, wanted: "a number", read };
}

export function text(otherwise: string, doc: string): Option<string> {
  return { type: "string", default: otherwise, doc, wanted: "a text", read: (given) => (isText(given) ? given : undefined) };
}

/** One of a few texts or numbers. */
export function choice<const T extends string | number>(choices: readonly T[], otherwise: NoInfer<T>, doc: string): Option<T> {
  const read = (given: unknown) => choices.find((known) => known === given);
  const wanted = `one of ${choices.map((known) => JSON.stringify(known)).join(", ")}`;
  return { type: typeof otherwise === "number" ? "int" : "string", default: otherwise, doc, choices, wanted, read };
}

/** One of a few texts that forms show, or any other text. */
export function choiceOrText(choices: readonly string[], otherwise: string, doc: string): Option<string> {
  return { ...text(otherwise, doc), choices };
}

/** Lists of layouts by operator; empty by default. */
export function texts(otherwise: readonly string[], doc: string): Option<readonly string[]> {
  const read = (given: unknown) => (isText(given) ? [given] : isListOf(given, isText) ? given : undefined);
  return { type: "string[]", default: otherwise, doc, wanted: "a list of texts", read };
}

export function integers(otherwise: readonly number[], doc: string): Option<readonly number[]> {
  const read = (given: unknown) => (isListOf(given, isInteger) ? given : undefined);
  return { type: "int[]", default: otherwise, doc, wanted: "a list of whole numbers", read };
}

/** Lists of layouts by operator; none where it is not given. */
export function layouts(doc: string): Option<Readonly<Record<string, readonly string[]>>> {
  const wanted = 'a list of layouts for each operator, such as `{"nn.conv2d": ["NHWC", "default"]}`';
  const isLayouts = (value: unknown): value is readonly string[] => isListOf(value, isText);
  return { type: "layouts", default: {}, doc, wanted, read: (given) => (isTableOf(given, isLayouts) ? given : undefined) };
}

/** Patterns in text form, in order; empty by default. */
export interface PatternText {
  readonly name: string;
  readonly pattern: string;
}

/** Patterns in text form, in order; none where they are not given. */
export function patternTexts(doc: string): Option<readonly PatternText[]> {
  const wanted = 'a list of patterns, such as `{"name": "mine.relu", "pattern": "is_op(\'nn.relu\')(wildcard())"}`';
  return { type: "patterns", default: [], doc, wanted, read: (given) => (isListOf(given, isPatternText) ? given : undefined) };
}

/** An option that may also be none, which is written `null`. */
export function orNone<T>(option: Option<T>, otherwise: T | null = option.default): Option<T | null> {
  return { ...option, default: otherwise, read: (given) => (given === null ? null : option.read(given)) };
}

/** The schema with all options except `read` marked as read by other passes. */
export function allReadElsewhereBut<S extends OptionSchema>(schema: S, read: readonly (keyof S & string)[]): S {
  const marked = Object.entries(schema).map(([name, option]) => [
    name,
    read.includes(name) ? option : { ...option, isReadElsewhere: true },
  ]);
  // The entries have the schema's keys, each with an option of the same kind.
  return Object.fromEntries(marked) as S;
}

/** Each value was read by the option of its name; the type checker can't see that the table has the schema's shape. */
export function readOptions<S extends OptionSchema>(schema: S, given: GivenOptions): OptionsOf<S> {
  const values = Object.entries(schema).map(([name, option]) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const read = value === undefined ? option.default : option.read(value);
    if (read === undefined && value !== null) throw wrongOption(name, option.wanted);
    return [name, read === undefined ? option.default : read];
  });
  // Each value was read by the option of its name; the type checker can't see that the table has the schema's shape.
  return Object.fromEntries(values) as OptionsOf<S>;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isListOf<T>(value: unknown, isOne: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isOne);
}

function isTableOf<T>(value: unknown, isOne: (item: unknown) => item is T): value is Readonly<Record<string, T>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(isOne);
}

function isPatternText(value: unknown): value is PatternText {
  return (
    typeof value === "object" && value !== null && "name" in value && "pattern" in value && isText(value.name) && isText(value.pattern)
  );
}
