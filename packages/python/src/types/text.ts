/** str. Texts are in code points; those without surrogates, nearly all, are taken as they are. */
import { tableSet, truth } from "../core/equality.ts";
import { formatAsBuiltin } from "../core/formatting.ts";
import { collect, iterate } from "../core/iteration.ts";
import { clampedIndex, index, textOf } from "../core/numbers.ts";
import { classOf, typeName } from "../core/protocol.ts";
import { repr, reprAsBuiltin, str } from "../core/representation.ts";
import { builtinContains, builtinLength, getBuiltinItem, isSimpleText } from "../core/subscripts.ts";
import { strClass } from "../model/classes.ts";
import { PyBoxed, PyBytes, PyList, PyTuple } from "../model/containers.ts";
import { typeError, valueError } from "../model/exceptions.ts";
import { PyBuiltin, PyStaticMethod } from "../model/functions.ts";
import { claim, type Runtime, spend, walk } from "../model/runtime.ts";
import { PyDict } from "../model/table.ts";
import type { Value } from "../model/value.ts";
import { decodeBytes, encodeText } from "./codecs.ts";
import { fill, maker, method } from "./define.ts";
import { arithmetic, comparisons, hashing } from "./numbers.ts";
import { formatFields } from "./strFormat.ts";

const of = (value: Value): string => textOf(value) ?? "";

/** A text argument. Raises TypeError, which names the argument where the method does. */
function argument(value: Value | undefined, name = ""): string {
  const text = textOf(value ?? null);
  if (text === undefined)
    throw typeError(`${name}${name === "" ? "" : " "}must be str, not ${name !== "" && value === null ? "None" : typeName(value ?? null)}`);
  return text;
}

export function fillText(): void {
  strClass.holdBy((cls) => new PyBoxed("", cls));
  fill(strClass, [
    maker((m, cls, args, keywords) => {
      const encoding = args[1] ?? keywords?.get("encoding");
      const errors = args[2] ?? keywords?.get("errors");
      const isDecoded = encoding !== undefined || errors !== undefined;
      // None is a value: only an argument that is not there leaves the text empty.
      const value = args.length > 0 ? args[0] : keywords?.get("object");
      const text =
        value === undefined ? "" : isDecoded && value instanceof PyBytes ? decodeBytes(value.bytes, encoding, errors) : str(m, value);
      return cls === strClass ? text : new PyBoxed(text, cls);
    }),
    ...comparisons(true),
    hashing(true),
    ...arithmetic(["+", "*", "%"], false),
    method("__rmul__", 1, (m, self, [other]) => repeated(m, self, other)),
    method("__len__", 0, (_m, self) => builtinLength(self) ?? 0),
    method("__contains__", 1, (m, self, [part]) => builtinContains(m, self, part ?? null) ?? false),
    method("__getitem__", 1, (m, self, [at]) => getBuiltinItem(m, self, at ?? null) ?? ""),
    method("__iter__", 0, (m, self) => iterate(m, of(self))),
    method("__repr__", 0, (m, self) => (self instanceof PyBoxed ? reprAsBuiltin(m, self) : repr(m, self))),
    method("__str__", 0, (_m, self) => of(self)),
    method("__format__", 1, (m, self, [spec]) => formatAsBuiltin(m, self, of(spec ?? ""))),
    ...caseMethods(),
    ...searchMethods(),
    ...splitMethods(),
    ...paddingMethods(),
    ...testMethods(),
    ...otherMethods(),
    ["maketrans", new PyStaticMethod(makeTable)],
    ["__doc__", "str(object='') -> str"],
  ]);
}

function repeated(m: Runtime, self: Value, other: Value | undefined): Value {
  const count = Math.max(0, clampedIndex(m, other ?? null));
  claim(m, of(self).length * count);
  return of(self).repeat(count);
}

const words = (text: string, change: (char: string, isFirst: boolean) => string): string => {
  let isFirst = true;
  let out = "";
  for (const char of text) {
    const isCased = char.toLowerCase() !== char.toUpperCase();
    out += isCased ? change(char, isFirst) : char;
    isFirst = !isCased;
  }
  return out;
};

function caseMethods(): PyBuiltin[] {
  const plain = (name: string, change: (text: string) => string) =>
    method(name, 0, (m, self) => {
      spend(m, of(self).length >> 6);
      return change(of(self));
    });
  const byCharacters = (name: string, change: (text: string) => string) =>
    method(name, 0, (m, self) => {
      walk(m, of(self));
      return change(of(self));
    });
  return [
    plain("lower", (text) => text.toLowerCase()),
    plain("upper", (text) => text.toUpperCase()),
    plain("casefold", (text) => text.toLowerCase().replaceAll("ß", "ss")),
    byCharacters("capitalize", (text) => {
      const [first = "", ...rest] = [...text];
      return first.toUpperCase() + rest.join("").toLowerCase();
    }),
    byCharacters("title", (text) => words(text, (char, isFirst) => (isFirst ? char.toUpperCase() : char.toLowerCase()))),
    byCharacters("swapcase", (text) => [...text].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join("")),
  ];
}

/** The part of a text between two optional places, in code points, and where it begins. */
function part(m: Runtime, text: string, start: Value | undefined, end: Value | undefined): { text: string; from: number } | undefined {
  if ((start ?? null) === null && (end ?? null) === null) return { text, from: 0 };
  const points = isSimpleText(text) ? undefined : [...text];
  const length = points?.length ?? text.length;
  const place = (value: Value | undefined, otherwise: number): number => {
    if (value === undefined || value === null) return otherwise;
    const at = clampedIndex(m, value);
    return at < 0 ? Math.max(0, at + length) : at;
  };
  const from = place(start, 0);
  const to = Math.min(length, place(end, length));
  if (from > length || from > to) return undefined;
  return { text: points ? points.slice(from, to).join("") : text.slice(from, to), from };
}

/** A place in UTF-16 units as one in code points. */
function pointsBefore(text: string, at: number): number {
  return isSimpleText(text) ? at : [...text.slice(0, at)].length;
}

function find(m: Runtime, self: Value, args: readonly (Value | undefined)[], isLast: boolean): number {
  const wanted = argument(args[0]);
  const inside = part(m, of(self), args[1], args[2]);
  if (!inside) return -1;
  spend(m, inside.text.length >> 6);
  const at = isLast ? inside.text.lastIndexOf(wanted) : inside.text.indexOf(wanted);
  return at < 0 ? -1 : inside.from + pointsBefore(inside.text, at);
}

const oneToThree = { least: 1, most: 3, isCounted: true };

function searchMethods(): PyBuiltin[] {
  const orFail = (at: number): number => {
    if (at < 0) throw valueError("substring not found");
    return at;
  };
  const affix = (name: "startswith" | "endswith") =>
    method(name, oneToThree, (m, self, [given, start, end]) => {
      const inside = part(m, of(self), start, end);
      const options = given instanceof PyTuple ? given.items : [given ?? null];
      for (const option of options) {
        const text = textOf(option);
        if (text === undefined) {
          if (given instanceof PyTuple) throw typeError(`tuple for ${name} must only contain str, not ${typeName(option)}`);
          throw typeError(`${name} first arg must be str or a tuple of str, not ${typeName(option)}`);
        }
        if (inside && (name === "startswith" ? inside.text.startsWith(text) : inside.text.endsWith(text))) return true;
      }
      return false;
    });
  return [
    method("find", oneToThree, (m, self, args) => find(m, self, args, false)),
    method("rfind", oneToThree, (m, self, args) => find(m, self, args, true)),
    method("index", oneToThree, (m, self, args) => orFail(find(m, self, args, false))),
    method("rindex", oneToThree, (m, self, args) => orFail(find(m, self, args, true))),
    method("count", oneToThree, (m, self, [wanted, start, end]) => {
      const inside = part(m, of(self), start, end);
      const text = argument(wanted);
      if (!inside) return 0;
      spend(m, inside.text.length >> 4);
      return text === "" ? [...inside.text].length + 1 : inside.text.split(text).length - 1;
    }),
    affix("startswith"),
    affix("endswith"),
    method("replace", { least: 2, most: 3 }, (m, self, [old, made, count]) => {
      const from = argument(old, "replace() argument 1");
      const to = argument(made, "replace() argument 2");
      return replace(m, of(self), from, to, count === undefined ? -1 : Number(index(m, count)));
    }),
  ];
}

function replace(m: Runtime, text: string, from: string, to: string, count: number): string {
  const pieces = from === "" ? ["", ...text, ""] : text.split(from);
  const joints = count < 0 ? pieces.length - 1 : Math.min(count, pieces.length - 1);
  spend(m, pieces.length >> 2);
  claim(m, text.length + joints * to.length);
  let out = pieces[0] ?? "";
  for (let at = 1; at < pieces.length; at++) out += (at <= joints ? to : from) + (pieces[at] ?? "");
  return out;
}

const whitespace = /[\s\x1c-\x1f\x85]/;

/** Words between white space, at most `most` splits from the left or the right. */
function splitBlank(text: string, most: number, isRight: boolean): string[] {
  if (most < 0) return text.split(/[\s\x1c-\x1f\x85]+/).filter((w) => w !== "");
  const found: string[] = [];
  if (isRight) {
    let rest = text.trimEnd();
    while (found.length < most && rest !== "") {
      let at = rest.length;
      while (at > 0 && !whitespace.test(rest[at - 1] ?? "")) at--;
      found.push(rest.slice(at));
      rest = rest.slice(0, at).trimEnd();
    }
    if (rest !== "") found.push(rest);
    return found.reverse();
  }
  let rest = text.trimStart();
  while (found.length < most && rest !== "") {
    const at = rest.search(whitespace);
    const end = at < 0 ? rest.length : at;
    found.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  if (rest !== "") found.push(rest);
  return found;
}

function splitAt(text: string, separator: string, most: number, isRight: boolean): string[] {
  if (separator === "") throw valueError("empty separator");
  const pieces = text.split(separator);
  if (most < 0 || pieces.length <= most + 1) return pieces;
  if (isRight) return [pieces.slice(0, pieces.length - most).join(separator), ...(most === 0 ? [] : pieces.slice(-most))];
  return [...pieces.slice(0, most), pieces.slice(most).join(separator)];
}

function separatorOf(value: Value | undefined): string {
  const text = textOf(value ?? null);
  if (text === undefined) throw typeError(`must be str or None, not ${typeName(value ?? null)}`);
  return text;
}

function splitMethods(): PyBuiltin[] {
  const split = (name: string, isRight: boolean) =>
    method(name, { least: 0, most: 2, names: ["sep", "maxsplit"] }, (m, self, [separator, count]) => {
      const text = of(self);
      const most = count === undefined ? -1 : Number(index(m, count));
      spend(m, text.length >> 4);
      const found = (separator ?? null) === null ? splitBlank(text, most, isRight) : splitAt(text, separatorOf(separator), most, isRight);
      claim(m, 32 * found.length);
      return new PyList(found);
    });
  const partition = (name: string, isRight: boolean) =>
    method(name, 1, (_m, self, [given]) => {
      const text = of(self);
      const separator = argument(given);
      if (separator === "") throw valueError("empty separator");
      const at = isRight ? text.lastIndexOf(separator) : text.indexOf(separator);
      if (at < 0) return new PyTuple(isRight ? ["", "", text] : [text, "", ""]);
      return new PyTuple([text.slice(0, at), separator, text.slice(at + separator.length)]);
    });
  return [
    split("split", false),
    split("rsplit", true),
    partition("partition", false),
    partition("rpartition", true),
    method("splitlines", { least: 0, most: 1, names: ["keepends"] }, (m, self, [keep]) => {
      const text = of(self);
      walk(m, text);
      const keeps = keep !== undefined && truth(m, keep);
      const found = text.match(
        /[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])|[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+$/g,
      );
      claim(m, 32 * (found?.length ?? 0));
      const ends = /(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])$/;
      return new PyList((found ?? []).map((line) => (keeps ? line : line.replace(ends, ""))));
    }),
    method("join", 1, (m, self, [given]) => {
      const cls = classOf(given ?? null);
      if (cls.lookup("__iter__") === undefined && cls.lookup("__getitem__") === undefined) throw typeError("can only join an iterable");
      const items = collect(m, given ?? null);
      let length = 0;
      const texts = items.map((item, at) => {
        const text = textOf(item);
        if (text === undefined) throw typeError(`sequence item ${at}: expected str instance, ${typeName(item)} found`);
        length += text.length + of(self).length;
        return text;
      });
      claim(m, length);
      return texts.join(of(self));
    }),
  ];
}

function strip(text: string, chars: string | undefined, isLeft: boolean, isRight: boolean): string {
  const gone = new Set(chars ?? "");
  const isGone = chars === undefined ? (c: string) => whitespace.test(c) : (c: string) => gone.has(c);
  const points = isSimpleText(text) && isSimpleText(chars ?? "") ? text : [...text];
  let start = 0;
  let end = points.length;
  if (isLeft) while (start < end && isGone(points[start] ?? "")) start++;
  if (isRight) while (end > start && isGone(points[end - 1] ?? "")) end--;
  return typeof points === "string" ? points.slice(start, end) : points.slice(start, end).join("");
}

function paddingMethods(): PyBuiltin[] {
  const stripping = (name: string, isLeft: boolean, isRight: boolean) =>
    method(name, { least: 0, most: 1 }, (m, self, [chars]) => {
      const given = chars ?? null;
      const text = given === null ? undefined : textOf(given);
      if (given !== null && text === undefined) throw typeError(`${name} arg must be None or str`);
      walk(m, of(self));
      walk(m, text ?? "");
      return strip(of(self), text, isLeft, isRight);
    });
  const justify = (name: string, before: (missing: number, width: number) => number) =>
    method(name, { least: 1, most: 2 }, (m, self, [width, fillChar]) => {
      const text = of(self);
      const char = fillChar === undefined ? " " : argument(fillChar, "The fill character");
      if ([...char].length !== 1) throw typeError("The fill character must be exactly one character long");
      const wide = clampedIndex(m, width ?? null);
      const missing = wide - (builtinLength(text) ?? 0);
      if (missing <= 0) return text;
      claim(m, missing);
      const left = before(missing, wide);
      return char.repeat(left) + text + char.repeat(missing - left);
    });
  return [
    stripping("strip", true, true),
    stripping("lstrip", true, false),
    stripping("rstrip", false, true),
    justify("ljust", () => 0),
    justify("rjust", (missing) => missing),
    justify("center", (missing, width) => Math.floor(missing / 2) + (missing & width & 1)),
    method("zfill", 1, (m, self, [width]) => {
      const text = of(self);
      const missing = clampedIndex(m, width ?? null) - (builtinLength(text) ?? 0);
      if (missing <= 0) return text;
      claim(m, missing);
      const sign = /^[+-]/.test(text) ? text.slice(0, 1) : "";
      return sign + "0".repeat(missing) + text.slice(sign.length);
    }),
    method("removeprefix", 1, (_m, self, [given]) => {
      const prefix = argument(given, "removeprefix() argument");
      return of(self).startsWith(prefix) ? of(self).slice(prefix.length) : of(self);
    }),
    method("removesuffix", 1, (_m, self, [given]) => {
      const suffix = argument(given, "removesuffix() argument");
      return suffix !== "" && of(self).endsWith(suffix) ? of(self).slice(0, -suffix.length) : of(self);
    }),
    method("expandtabs", { least: 0, most: 1, names: ["tabsize"] }, (m, self, [size]) => {
      const width = size === undefined ? 8 : Number(index(m, size));
      walk(m, of(self));
      let column = 0;
      let out = "";
      for (const char of of(self)) {
        if (char === "\t") {
          const count = width > 0 ? width - (column % width) : 0;
          claim(m, count);
          out += " ".repeat(count);
          column += count;
        } else {
          out += char;
          column = char === "\n" || char === "\r" ? 0 : column + 1;
        }
      }
      return out;
    }),
  ];
}

function testMethods(): PyBuiltin[] {
  const all = (name: string, pattern: RegExp, isEmpty = false) =>
    method(name, 0, (m, self) => {
      walk(m, of(self));
      return of(self) === "" ? isEmpty : pattern.test(of(self));
    });
  const cased = (name: string, isWanted: (char: string) => boolean) =>
    method(name, 0, (m, self) => {
      walk(m, of(self));
      const letters = [...of(self)].filter((c) => c.toLowerCase() !== c.toUpperCase());
      return letters.length > 0 && letters.every(isWanted);
    });
  return [
    all("isalpha", /^\p{L}+$/u),
    all("isdigit", /^[\p{Nd}²³¹⁰⁴-⁹₀-₉]+$/u),
    all("isdecimal", /^\p{Nd}+$/u),
    all("isnumeric", /^\p{N}+$/u),
    all("isalnum", /^[\p{L}\p{N}]+$/u),
    all("isspace", /^[\s\x1c-\x1f\x85]+$/),
    all("isascii", /^[\x00-\x7f]+$/, true),
    all("isprintable", /^(?:[^\p{C}\p{Zl}\p{Zp}\p{Zs}]| )+$/u, true),
    all("isidentifier", /^[\p{ID_Start}_]\p{ID_Continue}*$/u),
    cased("islower", (c) => c === c.toLowerCase()),
    cased("isupper", (c) => c === c.toUpperCase()),
    method("istitle", 0, (m, self) => {
      const text = of(self);
      walk(m, text);
      return (
        words(text, (c, isFirst) => (isFirst ? c.toUpperCase() : c.toLowerCase())) === text && text.toLowerCase() !== text.toUpperCase()
      );
    }),
  ];
}

function otherMethods(): PyBuiltin[] {
  return [
    method("encode", { least: 0, most: 2, names: ["encoding", "errors"] }, (m, self, [encoding, errors]) => {
      claim(m, of(self).length);
      walk(m, of(self));
      return encodeText(of(self), encoding, errors);
    }),
    new PyBuiltin("format", (m, [self, ...args], keywords) => formatFields(m, of(self ?? ""), args, keywords ?? new Map()), {
      isMethod: true,
    }),
    method("format_map", 1, (m, self, [mapping]) => formatFields(m, of(self), [], mapping ?? null)),
    method("translate", 1, (m, self, [table]) => translate(m, of(self), table ?? null)),
    method("__getnewargs__", 0, (_m, self) => new PyTuple([of(self)])),
  ];
}

/** The table that `translate` takes: from one that maps characters, or from two texts of the same length. */
const makeTable = new PyBuiltin("maketrans", (m, [from = null, to, gone]) => {
  const table = new PyDict();
  if (to === undefined) {
    if (!(from instanceof PyDict)) throw typeError("if you give only one argument to maketrans it must be a dict");
    for (const { key, value } of from.table.list()) tableSet(m, table.table, textOf(key)?.codePointAt(0) ?? key, value);
    return table;
  }
  const [keys, values] = [[...argument(from, "maketrans() argument 1")], [...argument(to, "maketrans() argument 2")]];
  if (keys.length !== values.length) throw valueError("the first two maketrans arguments must have equal length");
  walk(m, keys);
  for (const [at, key] of keys.entries()) tableSet(m, table.table, key.codePointAt(0) ?? 0, values[at]?.codePointAt(0) ?? 0);
  for (const key of gone === undefined ? "" : argument(gone, "maketrans() argument 3"))
    tableSet(m, table.table, key.codePointAt(0) ?? 0, null);
  return table;
});

function translate(m: Runtime, text: string, table: Value): string {
  let out = "";
  for (const char of text) {
    spend(m, 1);
    const to = table instanceof PyDict ? table.table.getPlain(char.codePointAt(0)) : undefined;
    if (to === undefined) out += char;
    else if (to !== null) out += typeof to === "number" ? String.fromCodePoint(to) : of(to);
  }
  return out;
}
