/** `repr` and `str`. */
import { hostFunctionClass } from "../model/classes.ts";
import { ellipsis, notImplemented, PyBoxed, PyBytes, PyFloat, PyList, PyRange, PySlice, PyTuple } from "../model/containers.ts";
import { PyException, typeError } from "../model/exceptions.ts";
import { PyBuiltin, PyFunction, PyMethod } from "../model/functions.ts";
import { PyModule } from "../model/module.ts";
import { claim, type Runtime, spend } from "../model/runtime.ts";
import { PyDict, PySet } from "../model/table.ts";
import { PyClass, PyObject, type Value } from "../model/value.ts";
import { identity } from "./hashing.ts";
import { floatText, intText, textOf } from "./numbers.ts";
import { callBound, getAttribute, typeName } from "./protocol.ts";

/** `repr(value)`. */
export function repr(m: Runtime, value: Value): string {
  if (typeof value === "string") return quoted(value);
  if (!(value instanceof PyObject)) return plainText(value);
  const text = textOf(callBound(m, value.cls.lookup("__repr__") ?? null, value, []));
  if (text === undefined) throw typeError("__repr__ returned non-string (type int)".replace("int", typeName(null)));
  return text;
}

/** `str(value)`. */
export function str(m: Runtime, value: Value): string {
  if (typeof value === "string") return value;
  if (!(value instanceof PyObject)) return plainText(value);
  const answer = callBound(m, value.cls.lookup("__str__") ?? null, value, []);
  const text = textOf(answer);
  if (text === undefined) throw typeError(`__str__ returned non-string (type ${typeName(answer)})`);
  return text;
}

function plainText(value: null | boolean | number | bigint | string): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return typeof value === "string" ? value : intText(value);
}

/** The result of `object.__str__`. */
export function strAsObject(m: Runtime, value: Value): string {
  return repr(m, value);
}

/** The result of `__repr__` of built-in types. */
export function reprAsBuiltin(m: Runtime, value: Value): string {
  if (!(value instanceof PyObject)) return repr(m, value);
  if (value instanceof PyFloat) return floatText(value.value);
  if (value instanceof PyBoxed) return typeof value.value === "string" ? quoted(value.value) : intText(value.value);
  if (value instanceof PyBytes) return quotedBytes(value.bytes);
  if (value instanceof PyRange) return rangeText(value);
  if (value instanceof PySlice) return `slice(${repr(m, value.start)}, ${repr(m, value.stop)}, ${repr(m, value.step)})`;
  if (value instanceof PyException) return exceptionText(m, value);
  if (value === ellipsis) return "Ellipsis";
  if (value === notImplemented) return "NotImplemented";
  return containerText(m, value) ?? objectText(m, value);
}

function rangeText({ start, stop, step }: PyRange): string {
  return step === 1 ? `range(${start}, ${stop})` : `range(${start}, ${stop}, ${step})`;
}

function exceptionText(m: Runtime, value: PyException): string {
  const { items } = value.args;
  return `${value.cls.name}(${items.map((a) => repr(m, a)).join(", ")})`;
}

/** Containers whose text is being made: inside themselves they are `[...]`. */
const open = new WeakMap<Runtime, Set<PyObject>>();

function containerText(m: Runtime, value: PyObject): string | undefined {
  const isContainer = value instanceof PyList || value instanceof PyTuple || value instanceof PyDict || value instanceof PySet;
  if (!isContainer) return undefined;
  let inside = open.get(m);
  if (!inside) {
    inside = new Set();
    open.set(m, inside);
  }
  if (inside.has(value))
    return value instanceof PyList ? "[...]" : value instanceof PyTuple ? "(...)" : value instanceof PyDict ? "{...}" : "set(...)";
  inside.add(value);
  try {
    return textOfContainer(m, value);
  } finally {
    inside.delete(value);
  }
}

function textOfContainer(m: Runtime, value: PyList | PyTuple | PyDict | PySet): string {
  const joined = (items: Iterable<Value>): string => {
    const texts: string[] = [];
    for (const item of items) {
      spend(m, 1);
      const text = repr(m, item);
      claim(m, text.length);
      texts.push(text);
    }
    return texts.join(", ");
  };
  if (value instanceof PyList) return `[${joined(value.items)}]`;
  if (value instanceof PyTuple) return `(${joined(value.items)}${value.items.length === 1 ? "," : ""})`;
  if (value instanceof PyDict) {
    const texts: string[] = [];
    for (const { key, value: item } of value.table.list()) {
      spend(m, 1);
      const text = `${repr(m, key)}: ${repr(m, item)}`;
      claim(m, text.length);
      texts.push(text);
    }
    return `{${texts.join(", ")}}`;
  }
  const { name } = value.cls;
  const keys = [...value.table.list()].map((e) => e.key);
  if (keys.length === 0) return `${name}()`;
  return name === "set" ? `{${joined(keys)}}` : `${name}({${joined(keys)}})`;
}

function address(value: PyObject): string {
  return `0x${identity(value).toString(16)}`;
}

function objectText(m: Runtime, value: PyObject): string {
  if (value instanceof PyClass) return classText(value);
  if (value instanceof PyFunction) return `<function ${value.qualname} at ${address(value)}>`;
  if (value instanceof PyBuiltin) {
    if (value.isMethod && value.name.startsWith("__")) return `<slot wrapper '${value.name}' of '${value.qualname.split(".")[0]}' objects>`;
    if (value.isMethod) return `<method '${value.name}' of '${value.qualname.split(".")[0]}' objects>`;
    return value.cls === hostFunctionClass ? `<function ${value.qualname} at ${address(value)}>` : `<built-in function ${value.name}>`;
  }
  if (value instanceof PyMethod) return methodText(m, value);
  if (value instanceof PyModule) return `<module '${value.name}'${value.file === undefined ? "" : ` from '${value.file}'`}>`;
  const { module, qualname } = value.cls;
  return `<${module === "builtins" ? "" : `${module}.`}${qualname} object at ${address(value)}>`;
}

function classText(cls: PyClass): string {
  return `<class '${cls.module === "builtins" ? "" : `${cls.module}.`}${cls.qualname}'>`;
}

function methodText(m: Runtime, { callee, self }: PyMethod): string {
  if (callee instanceof PyBuiltin && !(self instanceof PyClass)) {
    return `<built-in method ${callee.name} of ${typeName(self)} object at ${self instanceof PyObject ? address(self) : "0x7f3a00000000"}>`;
  }
  const name = callee instanceof PyFunction ? callee.qualname : textOf(getAttribute(m, callee, "__qualname__"));
  return `<bound method ${name} of ${repr(m, self)}>`;
}

/** The result of `object.__repr__`. */
export function reprAsObject(m: Runtime, value: Value): string {
  return value instanceof PyObject ? objectText(m, value) : repr(m, value);
}

/** A text in quotes, escaped as Python escapes it. */
export function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  if (!/[\\'"\x00-\x1f\x7f-\u{10ffff}]/u.test(text)) return `${quote}${text}${quote}`;
  let out = quote;
  for (const char of text) out += char === quote || char === "\\" ? `\\${char}` : escaped(char);
  return out + quote;
}

const named = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Characters that are not printed as they are: controls, separators, unassigned and private ones. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}]/u;

function escaped(char: string): string {
  if (char >= " " && char <= "~") return char;
  const known = named.get(char);
  if (known !== undefined) return known;
  return unprintable.test(char) ? codeText(char) : char;
}

function codeText(char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16);
  if (code.length <= 2) return `\\x${code.padStart(2, "0")}`;
  return code.length <= 4 ? `\\u${code.padStart(4, "0")}` : `\\U${code.padStart(8, "0")}`;
}

/** `ascii(value)` of a text that `repr` gave. */
export function asciiText(text: string): string {
  return text.replace(/[^\x00-\x7f]/gu, codeText);
}

function quotedBytes(bytes: Uint8Array): string {
  const text = [...bytes].map((b) => String.fromCharCode(b)).join("");
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let out = `b${quote}`;
  for (const char of text) {
    if (char === quote || char === "\\") out += `\\${char}`;
    else out += char >= " " && char <= "~" ? char : (named.get(char) ?? codeText(char));
  }
  return out + quote;
}

/** The message of an exception, as `str(error)` gives it; empty where its `__str__` itself fails. */
export function messageOf(m: Runtime, error: PyException): string {
  try {
    return str(m, error);
  } catch (inner) {
    if (!(inner instanceof PyException)) throw inner;
    return "";
  }
}
