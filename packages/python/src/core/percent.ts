/** `"..." % values`, with the conversions of C. */
import { PyTuple } from "../model/containers.ts";
import { raised, typeError, valueError } from "../model/exceptions.ts";
import { claim, type Runtime, walk } from "../model/runtime.ts";
import { PyDict } from "../model/table.ts";
import type { Value } from "../model/value.ts";
import { checkSize, exponential, fixed, generalText } from "./formatting.ts";
import { floatOf, indexOrNothing, intOf, intText, textOf, truncated } from "./numbers.ts";
import { callSpecial, classOf, typeName } from "./protocol.ts";
import { asciiText, repr, str } from "./representation.ts";

/** What the fields of a format take their values from. */
class Arguments {
  private readonly items: readonly Value[];
  private at = 0;
  usedKey = false;

  constructor(
    private readonly m: Runtime,
    private readonly all: Value,
  ) {
    this.items = all instanceof PyTuple ? all.items : [all];
  }

  next(): Value {
    const value = this.items[this.at++];
    if (value === undefined) throw typeError("not enough arguments for format string");
    return value;
  }

  byKey(key: string): Value {
    this.usedKey = true;
    if (this.all instanceof PyTuple) throw typeError("format requires a mapping");
    const answer = callSpecial(this.m, this.all, "__getitem__", [key]);
    if (answer === undefined || textOf(this.all) !== undefined) throw typeError("format requires a mapping");
    return answer;
  }

  checkAllUsed(): void {
    const isMapping =
      !(this.all instanceof PyTuple) && textOf(this.all) === undefined && classOf(this.all).lookup("__getitem__") !== undefined;
    if (this.usedKey || (isMapping && this.at === 0)) return;
    if (this.at < this.items.length && !(isMapping && this.all instanceof PyDict)) {
      throw typeError("not all arguments converted during string formatting");
    }
  }
}

const field = /%(?:\((.*?)\))?([-+ 0#]*)(\*|\d*)(?:\.(\*|\d*))?[hlL]?([\s\S]|$)/gy;

/** `text % values`. */
export function percentFormat(m: Runtime, text: string, values: Value): string {
  walk(m, text);
  const args = new Arguments(m, values);
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const found = text.indexOf("%", at);
    parts.push(found < 0 ? text.slice(at) : text.slice(at, found));
    if (found < 0) break;
    field.lastIndex = found;
    const match = field.exec(text);
    if (!match) throw valueError("incomplete format");
    at = found + match[0].length;
    const [, key, flags = "", width = "", precision, type = ""] = match;
    const part = convert(m, args, { key, flags, width, precision, type, at: at - 1 });
    claim(m, part.length);
    parts.push(part);
  }
  args.checkAllUsed();
  return parts.join("");
}

interface Field {
  readonly key: string | undefined;
  readonly flags: string;
  readonly width: string;
  readonly precision: string | undefined;
  readonly type: string;
  readonly at: number;
}

function convert(m: Runtime, args: Arguments, { key, flags, width, precision, type, at }: Field): string {
  if (type === "") throw valueError("incomplete format");
  const size = (text: string): number => {
    if (text !== "*") return Number(text);
    const given = intOf(args.next());
    if (given === undefined) throw typeError("* wants int");
    return Number(given);
  };
  let wide = size(width);
  const places = precision === undefined ? undefined : Math.max(0, size(precision));
  const isLeft = flags.includes("-") || wide < 0;
  wide = Math.abs(wide);
  checkSize(m, wide, places ?? 0);
  if (type === "%") return "%";
  const value = key === undefined ? args.next() : args.byKey(key);
  const { prefix, body, isNumber } = converted(m, value, type, places, flags, at);
  const missing = wide - [...prefix, ...body].length;
  if (missing <= 0) return prefix + body;
  if (isLeft) return prefix + body + " ".repeat(missing);
  return flags.includes("0") && isNumber ? prefix + "0".repeat(missing) + body : " ".repeat(missing) + prefix + body;
}

interface Converted {
  readonly prefix: string;
  readonly body: string;
  readonly isNumber: boolean;
}

function converted(m: Runtime, value: Value, type: string, places: number | undefined, flags: string, at: number): Converted {
  const text = (whole: string): Converted => ({
    prefix: "",
    body: places === undefined ? whole : [...whole].slice(0, places).join(""),
    isNumber: false,
  });
  const signed = (isNegative: boolean, body: string, prefix = "", isNumber = true): Converted => ({
    prefix: (isNegative ? "-" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "") + prefix,
    body,
    isNumber,
  });
  switch (type) {
    case "s":
      return text(str(m, value));
    case "r":
      return text(repr(m, value));
    case "a":
      return text(asciiText(repr(m, value)));
    case "c":
      return text(character(m, value));
    case "d":
    case "i":
    case "u": {
      const int = wholeNumber(m, value, type);
      return signed(int < 0, intText(int < 0 ? -int : int).padStart(places ?? 0, "0"));
    }
    case "x":
    case "X":
    case "o": {
      const int = indexOrNothing(m, value);
      if (int === undefined) throw typeError(`%${type} format: an integer is required, not ${typeName(value)}`);
      const digits = (int < 0 ? -int : int).toString(type === "o" ? 8 : 16).padStart(places ?? 0, "0");
      return signed(int < 0, type === "X" ? digits.toUpperCase() : digits, flags.includes("#") ? `0${type}` : "");
    }
    case "e":
    case "E":
    case "f":
    case "F":
    case "g":
    case "G": {
      const number = floatArgument(m, value);
      const body = floatBody(Math.abs(number), type.toLowerCase(), places ?? 6, flags.includes("#"));
      const isNegative = number < 0 || Object.is(number, -0);
      return signed(isNegative, type < "a" ? body.toUpperCase() : body, "", Number.isFinite(number));
    }
    default: {
      const code = (type.codePointAt(0) ?? 0).toString(16);
      throw valueError(`unsupported format character '${type}' (0x${code}) at index ${at}`);
    }
  }
}

function floatBody(value: number, type: string, places: number, alternate: boolean): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return "inf";
  if (type === "e") return exponential(value, places);
  return type === "f" ? fixed(value, places) : generalText(value, places, alternate);
}

function wholeNumber(m: Runtime, value: Value, type: string) {
  const number = floatOf(value);
  const int = intOf(value) ?? (number !== undefined ? truncated(number) : indexOrNothing(m, value));
  if (int !== undefined) return int;
  const answer = callSpecial(m, value, "__int__", []);
  const converted = answer === undefined ? undefined : intOf(answer);
  if (converted === undefined) throw typeError(`%${type} format: a real number is required, not ${typeName(value)}`);
  return converted;
}

function floatArgument(m: Runtime, value: Value): number {
  const number = floatOf(value);
  if (number !== undefined) return number;
  const answer = callSpecial(m, value, "__float__", []);
  const made = answer === undefined ? undefined : floatOf(answer);
  if (made === undefined) throw typeError(`must be real number, not ${typeName(value)}`);
  return made;
}

function character(m: Runtime, value: Value): string {
  const text = textOf(value);
  if (text !== undefined) {
    if ([...text].length !== 1) throw typeError("%c requires int or char");
    return text;
  }
  const int = indexOrNothing(m, value);
  if (int === undefined) throw typeError("%c requires int or char");
  if (int < 0 || int > 0x10ffff) throw raised("OverflowError", "%c arg not in range(0x110000)");
  return String.fromCodePoint(Number(int));
}
