/** `json`. */
import { tableSet, truth } from "../core/equality.ts";
import { collect } from "../core/iteration.ts";
import { checkDigits, floatText, index, integer, intOf, intText, textOf } from "../core/numbers.ts";
import { call, classOf, getAttribute, typeName } from "../core/protocol.ts";
import { sorted } from "../core/sorting.ts";
import { hostClass, hostFunction, hostMethod, hostModule } from "../host/native.ts";
import { typeClass } from "../model/classes.ts";
import { PyBytes, PyFloat, PyList, PyTuple } from "../model/containers.ts";
import { exceptionClassOf, PyException, raised, typeError, unavailable } from "../model/exceptions.ts";
import type { PyModule } from "../model/module.ts";
import { claim, type Runtime, spend, walk } from "../model/runtime.ts";
import { PyDict } from "../model/table.ts";
import type { Value } from "../model/value.ts";
import { PyClass } from "../model/value.ts";
import { decodeBytes } from "../types/codecs.ts";

const decodeError = new PyClass({
  name: "JSONDecodeError",
  module: "json.decoder",
  bases: [exceptionClassOf("ValueError")],
  metaclass: typeClass,
});

/** Values inside one another. */
const deepest = 200;

/** The functions that a program gives to make values itself. */
interface Hooks {
  readonly object?: Value;
  readonly pairs?: Value;
  readonly int?: Value;
  readonly float?: Value;
  readonly constant?: Value;
}

class Reader {
  private at = 0;

  constructor(
    private readonly m: Runtime,
    private readonly text: string,
    private readonly hooks: Hooks,
  ) {}

  /** What a hook makes of a text, or the value itself where there is none. */
  private made(hook: Value | undefined, text: string, otherwise: () => Value): Value {
    return hook === undefined || hook === null ? otherwise() : call(this.m, hook, [text]);
  }

  whole(): Value {
    this.blanks();
    const value = this.value(0);
    this.blanks();
    if (this.at < this.text.length) throw this.failure("Extra data");
    return value;
  }

  private failure(message: string, at = this.at): PyException {
    const before = this.text.slice(0, at);
    const line = before.split("\n").length;
    const column = at - before.lastIndexOf("\n");
    const error = new PyException(decodeError, [`${message}: line ${line} column ${column} (char ${at})`]);
    error.attrs = new Map<string, Value>([
      ["msg", message],
      ["doc", this.text],
      ["pos", at],
      ["lineno", line],
      ["colno", column],
    ]);
    return error;
  }

  private blanks(): void {
    while (/[ \t\r\n]/.test(this.text[this.at] ?? "x")) this.at++;
  }

  private value(depth: number): Value {
    spend(this.m, 1);
    if (depth > deepest)
      throw raised("RecursionError", "maximum recursion depth exceeded while decoding a JSON array from a unicode string");
    const char = this.text[this.at];
    if (char === "{") return this.object(depth);
    if (char === "[") return this.array(depth);
    if (char === '"') return this.string();
    for (const [word, value] of [
      ["null", null],
      ["true", true],
      ["false", false],
      ["NaN", new PyFloat(Number.NaN)],
      ["Infinity", new PyFloat(Number.POSITIVE_INFINITY)],
      ["-Infinity", new PyFloat(Number.NEGATIVE_INFINITY)],
    ] as const) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value instanceof PyFloat ? this.made(this.hooks.constant, word, () => value) : value;
    }
    return this.number();
  }

  private number(): Value {
    const pattern = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) throw this.failure("Expecting value");
    this.at += found[0].length;
    const [text, fraction, power] = found;
    claim(this.m, text.length);
    if (fraction !== undefined || power !== undefined) return this.made(this.hooks.float, text, () => new PyFloat(Number(text)));
    return this.made(this.hooks.int, text, () => {
      checkDigits(text.replace("-", ""));
      return integer(BigInt(text));
    });
  }

  private string(): string {
    const start = this.at++;
    let out = "";
    for (;;) {
      const char = this.text[this.at];
      if (char === undefined) throw this.failure("Unterminated string starting at", start);
      this.at++;
      if (char === '"') return out;
      if (char < " ") throw this.failure("Invalid control character at", this.at - 1);
      out += char === "\\" ? this.escape() : char;
    }
  }

  private escape(): string {
    const char = this.text[this.at++] ?? "";
    const plain = new Map([
      ['"', '"'],
      ["\\", "\\"],
      ["/", "/"],
      ["b", "\b"],
      ["f", "\f"],
      ["n", "\n"],
      ["r", "\r"],
      ["t", "\t"],
    ]).get(char);
    if (plain !== undefined) return plain;
    const code = this.text.slice(this.at, this.at + 4);
    if (char !== "u") throw this.failure("Invalid \\escape", this.at - 2);
    if (!/^[\da-fA-F]{4}$/.test(code)) throw this.failure("Invalid \\uXXXX escape", this.at - 1);
    this.at += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  private array(depth: number): PyList {
    this.at++;
    const items: Value[] = [];
    this.blanks();
    if (this.text[this.at] === "]") {
      this.at++;
      return new PyList(items);
    }
    for (;;) {
      this.blanks();
      items.push(this.value(depth + 1));
      this.blanks();
      const char = this.text[this.at];
      if (char === "]") {
        this.at++;
        return new PyList(items);
      }
      if (char !== ",") throw this.failure("Expecting ',' delimiter");
      this.at++;
    }
  }

  private object(depth: number): Value {
    this.at++;
    const pairs: (readonly [string, Value])[] = [];
    this.blanks();
    let isOpen = this.text[this.at] !== "}";
    if (!isOpen) this.at++;
    while (isOpen) {
      this.blanks();
      if (this.text[this.at] !== '"') throw this.failure("Expecting property name enclosed in double quotes");
      const key = this.string();
      this.blanks();
      if (this.text[this.at] !== ":") throw this.failure("Expecting ':' delimiter");
      this.at++;
      this.blanks();
      pairs.push([key, this.value(depth + 1)]);
      this.blanks();
      const char = this.text[this.at];
      if (char !== "}" && char !== ",") throw this.failure("Expecting ',' delimiter");
      this.at++;
      isOpen = char === ",";
    }
    return this.ofPairs(pairs);
  }

  private ofPairs(pairs: readonly (readonly [string, Value])[]): Value {
    const { pairs: ofPairs, object: ofObject } = this.hooks;
    if (ofPairs !== undefined && ofPairs !== null) return call(this.m, ofPairs, [new PyList(pairs.map((pair) => new PyTuple(pair)))]);
    const made = new PyDict();
    for (const [key, value] of pairs) tableSet(this.m, made.table, key, value);
    return ofObject === undefined || ofObject === null ? made : call(this.m, ofObject, [made]);
  }
}

interface Style {
  readonly indent: string | undefined;
  readonly isAscii: boolean;
  readonly isSorted: boolean;
  readonly item: string;
  readonly key: string;
  readonly otherwise: Value;
}

function write(m: Runtime, value: Value, style: Style, depth: number): string {
  spend(m, 1);
  if (depth > deepest) throw raised("ValueError", "Circular reference detected");
  if (value === null) return "null";
  if (typeof value === "boolean") return value ? "true" : "false";
  const text = textOf(value);
  if (text !== undefined) {
    walk(m, text);
    return quoted(text, style.isAscii);
  }
  const int = intOf(value);
  if (int !== undefined) return intText(int);
  if (value instanceof PyFloat) {
    if (Number.isFinite(value.value)) return floatText(value.value);
    return Number.isNaN(value.value) ? "NaN" : value.value > 0 ? "Infinity" : "-Infinity";
  }
  if (value instanceof PyList || value instanceof PyTuple) {
    return enclosed(
      m,
      ["[", "]"],
      value.items.map((item) => write(m, item, style, depth + 1)),
      style,
      depth,
    );
  }
  if (value instanceof PyDict) return enclosed(m, ["{", "}"], members(m, value, style, depth), style, depth);
  if (style.otherwise !== null) return write(m, call(m, style.otherwise, [value]), style, depth + 1);
  throw unknownType(value);
}

function members(m: Runtime, dict: PyDict, style: Style, depth: number): string[] {
  const entries = [...dict.table.list()];
  const keys = style.isSorted
    ? sorted(
        m,
        entries.map((e) => e.key),
        null,
        false,
      )
    : entries.map((e) => e.key);
  const byKey = new Map(entries.map((e) => [e.key, e.value]));
  return keys.map((key) => {
    const name = textOf(key) ?? keyText(m, key);
    return `${quoted(name, style.isAscii)}${style.key}${write(m, byKey.get(key) ?? null, style, depth + 1)}`;
  });
}

function keyText(m: Runtime, key: Value): string {
  if (key === null || typeof key === "boolean" || intOf(key) !== undefined || key instanceof PyFloat) {
    return write(m, key, { indent: undefined, isAscii: true, isSorted: false, item: "", key: "", otherwise: null }, 0);
  }
  throw typeError(`keys must be str, int, float, bool or None, not ${classOf(key).name}`);
}

function enclosed(m: Runtime, [open, close]: readonly [string, string], parts: readonly string[], style: Style, depth: number): string {
  if (parts.length === 0) return open + close;
  const between = style.item.length + (style.indent?.length ?? 0) * (depth + 1);
  claim(m, (parts.length + 1) * between);
  if (style.indent === undefined) return open + parts.join(style.item) + close;
  const inner = `\n${style.indent.repeat(depth + 1)}`;
  return `${open}${inner}${parts.join(style.item + inner)}\n${style.indent.repeat(depth)}${close}`;
}

function blanks(m: Runtime, count: number): string {
  claim(m, count);
  return " ".repeat(Math.max(0, count));
}

function quoted(text: string, isAscii: boolean): string {
  const named = new Map([
    ['"', '\\"'],
    ["\\", "\\\\"],
    ["\n", "\\n"],
    ["\r", "\\r"],
    ["\t", "\\t"],
    ["\b", "\\b"],
    ["\f", "\\f"],
  ]);
  let out = '"';
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? "";
    const known = named.get(char);
    const isPlain = char >= " " && (char < "\x7f" || (!isAscii && char !== "\x7f") || char === "\x7f");
    out += known ?? (isPlain ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  }
  return `${out}"`;
}

const dumpSignature =
  "obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None, separators=None, default=None, sort_keys=False";

const unknownType = (value: Value) => typeError(`Object of type ${typeName(value)} is not JSON serializable`);

const encoderClass = hostClass({
  name: "JSONEncoder",
  module: "json.encoder",
  open: true,
  members: {
    default: hostMethod("default", "self, o", (_m, _self, value = null) => {
      throw unknownType(value);
    }),
  },
});

/** `json`, made for one machine. */
export function jsonModule(): PyModule {
  const loads = hostFunction(
    "loads",
    "s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, object_pairs_hook=None",
    (m, given = null, cls, object, float, int, constant, pairs) => {
      if (cls !== null) throw unavailable("json.loads() with a class of decoders is");
      const text = given instanceof PyBytes ? decodeBytes(given.bytes) : textOf(given);
      if (text === undefined) throw typeError(`the JSON object must be str, bytes or bytearray, not ${typeName(given)}`);
      walk(m, text);
      return new Reader(m, text, { object, float, int, constant, pairs }).whole();
    },
  );
  const dumps = hostFunction(
    "dumps",
    dumpSignature,
    (m, value, _skip, ascii, _circular, _nan, cls, indent, separators, given, isSorted) => {
      const isOwn = given === null && cls instanceof PyClass && cls !== encoderClass;
      const otherwise = isOwn ? getAttribute(m, call(m, cls, []), "default") : given;
      const spaces = indent === null ? undefined : (textOf(indent) ?? blanks(m, Number(index(m, indent))));
      const pair = separators === null || separators === undefined ? undefined : collect(m, separators).map(String);
      return write(
        m,
        value ?? null,
        {
          indent: indent === undefined ? undefined : spaces,
          isAscii: truth(m, ascii ?? true),
          isSorted: truth(m, isSorted ?? false),
          item: pair?.[0] ?? (spaces === undefined ? ", " : ","),
          key: pair?.[1] ?? ": ",
          otherwise: otherwise ?? null,
        },
        0,
      );
    },
  );
  const refused = (name: string) =>
    hostFunction(name, "*args, **kwargs", () => {
      throw unavailable(`json.${name}() is`, ": files can't be opened");
    });
  return hostModule("json", {
    loads,
    dumps,
    load: refused("load"),
    dump: refused("dump"),
    JSONDecodeError: decodeError,
    JSONEncoder: encoderClass,
  });
}
