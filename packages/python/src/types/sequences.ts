/** list, tuple, range, slice and bytes. */
import { binaryAsBuiltin, longestValue } from "../core/binary.ts";
import { equals, truth } from "../core/equality.ts";
import { builtinIter, collect, each, iterate, listReverseIteratorClass, overItems, rangeLength } from "../core/iteration.ts";
import { clampedIndex, type Int, index, indexOrNothing, sizedIndex, textOf } from "../core/numbers.ts";
import { call, typeName } from "../core/protocol.ts";
import { repr, reprAsBuiltin } from "../core/representation.ts";
import { sorted } from "../core/sorting.ts";
import { builtinContains, builtinLength, deleteBuiltinItem, getBuiltinItem, setBuiltinItem, spanOf } from "../core/subscripts.ts";
import { bytesClass, listClass, rangeClass, sliceClass, tupleClass } from "../model/classes.ts";
import { notImplemented, PyBytes, PyList, PyRange, PySlice, PyTuple } from "../model/containers.ts";
import { raised, typeError, valueError } from "../model/exceptions.ts";
import { type PyBuiltin, PyClassMethod } from "../model/functions.ts";
import { claim, Exhausted, type Runtime, spend, walk } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import { bytesTextMethods } from "./bytesText.ts";
import { bytesOfHex, decodeBytes, encodeText, hexOfBytes } from "./codecs.ts";
import { attribute, builtin, fill, maker, method, procedure, refuseKeywords } from "./define.ts";
import { arithmetic, comparisons, hashing } from "./numbers.ts";

const itemsOf = (self: Value): readonly Value[] => (self instanceof PyList || self instanceof PyTuple ? self.items : []);

function listOf(self: Value): PyList {
  if (!(self instanceof PyList)) throw typeError(`descriptor requires a 'list' object but received a '${typeName(self)}'`);
  return self;
}

/** What all sequences have. */
function common(): PyBuiltin[] {
  return [
    method("__len__", 0, (_m, self) => builtinLength(self) ?? 0),
    method("__contains__", 1, (m, self, [item]) => builtinContains(m, self, item ?? null) ?? false),
    method("__getitem__", 1, (m, self, [at]) => getBuiltinItem(m, self, at ?? null) ?? null),
    method("__repr__", 0, (m, self) => reprAsBuiltin(m, self)),
    builtinIter(),
  ];
}

function searching(kind: "list" | "tuple"): PyBuiltin[] {
  return [
    method("count", 1, (m, self, [wanted]) => {
      let count = 0;
      for (const item of itemsOf(self)) {
        spend(m, 1);
        if (item === wanted || equals(m, item, wanted ?? null)) count++;
      }
      return count;
    }),
    method("index", { least: 1, most: 3 }, (m, self, [wanted, start, end]) => {
      const items = itemsOf(self);
      const { start: from, count } = spanOf(m, new PySlice(start ?? null, end ?? null, null), items.length);
      for (let at = from; at < from + count; at++) {
        spend(m, 1);
        const item = items[at] ?? null;
        if (item === wanted || equals(m, item, wanted ?? null)) return at;
      }
      throw valueError(kind === "list" ? `${repr(m, wanted ?? null)} is not in list` : "tuple.index(x): x not in tuple");
    }),
  ];
}

export function fillList(): void {
  listClass.holdBy((cls) => new PyList([], cls));
  fill(listClass, [
    maker((_m, cls) => new PyList([], cls)),
    procedure("__init__", { least: 0, most: 1 }, (m, self, [items]) => {
      listOf(self).items = items === undefined ? [] : collect(m, items);
    }),
    ...common(),
    ...comparisons(false),
    ["__hash__", null],
    ...arithmetic(["+", "*"], false),
    method("__rmul__", 1, (m, self, [count]) => binaryAsBuiltin(m, "*", self, count ?? null)),
    method("__iadd__", 1, (m, self, [other]) => {
      extend(m, listOf(self), other ?? null);
      return self;
    }),
    method("__imul__", 1, (m, self, [count]) => {
      if (indexOrNothing(m, count ?? null) === undefined) return notImplemented;
      const made = binaryAsBuiltin(m, "*", self, index(m, count ?? null));
      if (made instanceof PyList) listOf(self).items = made.items;
      return self;
    }),
    procedure("__setitem__", 2, (m, self, [at, value]) => setBuiltinItem(m, listOf(self), at ?? null, value ?? null)),
    procedure("__delitem__", 1, (m, self, [at]) => deleteBuiltinItem(m, listOf(self), at ?? null)),
    method("__reversed__", 0, (_m, self) => {
      const list = listOf(self);
      return overItems([...list.items].reverse(), listReverseIteratorClass);
    }),
    ...searching("list"),
    ...changing(),
    ["__doc__", "Built-in mutable sequence."],
  ]);
}

function extend(m: Runtime, list: PyList, other: Value): void {
  const items = other === list ? [...list.items] : collect(m, other);
  if (list.items.length + items.length > longestValue) throw new Exhausted("size", "a list");
  for (const item of items) list.items.push(item);
}

function changing(): PyBuiltin[] {
  return [
    procedure("append", 1, (m, self, [item]) => {
      claim(m, 16);
      listOf(self).items.push(item ?? null);
    }),
    procedure("extend", 1, (m, self, [items]) => extend(m, listOf(self), items ?? null)),
    procedure("insert", 2, (m, self, [at, item]) => {
      const { items } = listOf(self);
      const place = sizedIndex(m, at ?? null);
      spend(m, items.length >> 6);
      items.splice(place < 0 ? Math.max(0, place + items.length) : place, 0, item ?? null);
    }),
    method("pop", { least: 0, most: 1 }, (m, self, [at]) => {
      const { items } = listOf(self);
      if (items.length === 0) throw raised("IndexError", "pop from empty list");
      if (at === undefined) return items.pop() ?? null;
      const given = sizedIndex(m, at);
      const place = given < 0 ? given + items.length : given;
      if (place < 0 || place >= items.length) throw raised("IndexError", "pop index out of range");
      spend(m, items.length >> 6);
      return items.splice(place, 1)[0] ?? null;
    }),
    method("remove", 1, (m, self, [wanted]) => {
      const { items } = listOf(self);
      for (let at = 0; at < items.length; at++) {
        spend(m, 1);
        const item = items[at] ?? null;
        if (item !== wanted && !equals(m, item, wanted ?? null)) continue;
        items.splice(at, 1);
        return null;
      }
      throw valueError("list.remove(x): x not in list");
    }),
    procedure("clear", 0, (_m, self) => {
      listOf(self).items = [];
    }),
    method("copy", 0, (m, self) => new PyList(collect(m, self))),
    procedure("reverse", 0, (m, self) => {
      spend(m, listOf(self).items.length >> 3);
      listOf(self).items.reverse();
    }),
    procedure("sort", { least: 0, most: 0, names: ["key", "reverse"] }, (m, self, [key, isReversed]) => {
      const list = listOf(self);
      const before = list.items;
      list.items = [];
      let made: Value[];
      try {
        made = sorted(m, before, key ?? null, isReversed !== undefined && truth(m, isReversed));
      } catch (error) {
        list.items = before;
        throw error;
      }
      if (list.items.length > 0) throw valueError("list modified during sort");
      list.items = made;
    }),
  ];
}

export function fillTuple(): void {
  tupleClass.holdBy((cls) => new PyTuple([], cls));
  fill(tupleClass, [
    maker((m, cls, args, keywords) => {
      if (cls === tupleClass) refuseKeywords("tuple", keywords);
      if (args.length > 1) throw typeError(`tuple expected at most 1 argument, got ${args.length}`);
      const [given] = args;
      if (given instanceof PyTuple && cls === tupleClass && given.cls === tupleClass) return given;
      return new PyTuple(given === undefined ? [] : collect(m, given), cls);
    }),
    ...common(),
    ...comparisons(false),
    hashing(false),
    ...arithmetic(["+", "*"], false),
    method("__rmul__", 1, (m, self, [count]) => binaryAsBuiltin(m, "*", self, count ?? null)),
    ...searching("tuple"),
    ["__doc__", "Built-in immutable sequence."],
  ]);
}

export function fillRange(): void {
  const of = (self: Value): PyRange => (self instanceof PyRange ? self : new PyRange(0, 0, 1));
  fill(rangeClass, [
    maker((m, _cls, args) => {
      if (args.length === 0) throw typeError("range expected at least 1 argument, got 0");
      if (args.length > 3) throw typeError(`range expected at most 3 arguments, got ${args.length}`);
      const [first, second, third] = args.map((a): Int => index(m, a));
      if (second === undefined) return new PyRange(0, first ?? 0, 1);
      if (third === 0) throw valueError("range() arg 3 must not be zero");
      return new PyRange(first ?? 0, second, third ?? 1);
    }),
    ...common(),
    ...comparisons(false),
    hashing(false),
    method("__bool__", 0, (_m, self) => Number(rangeLength(of(self))) > 0),
    method("__reversed__", 0, (m, self) => {
      const range = of(self);
      const length = Number(rangeLength(range));
      const made = getBuiltinItem(m, range, new PySlice(null, null, -1));
      return iterate(m, length === 0 ? new PyRange(0, 0, 1) : (made ?? null));
    }),
    method("count", 1, (m, self, [item]) => (builtinContains(m, self, item ?? null) ? 1 : 0)),
    method("index", 1, (m, self, [item]) => {
      let at = 0;
      let found = -1;
      if (builtinContains(m, self, item ?? null)) {
        each(m, self, (other) => {
          if (equals(m, other, item ?? null)) found = at;
          at++;
          return found < 0;
        });
      }
      if (found < 0) throw valueError(`${repr(m, item ?? null)} is not in range`);
      return found;
    }),
    attribute("start", (_m, self) => of(self).start),
    attribute("stop", (_m, self) => of(self).stop),
    attribute("step", (_m, self) => of(self).step),
  ]);
  fillSlice();
}

function fillSlice(): void {
  const of = (self: Value): PySlice => (self instanceof PySlice ? self : new PySlice(null, null, null));
  fill(sliceClass, [
    maker((_m, _cls, args) => {
      if (args.length === 0 || args.length > 3)
        throw typeError(`slice expected at ${args.length === 0 ? "least 1 argument, got 0" : `most 3 arguments, got ${args.length}`}`);
      const [first, second, third] = args;
      return second === undefined ? new PySlice(null, first ?? null, null) : new PySlice(first ?? null, second, third ?? null);
    }),
    ...comparisons(false),
    ["__hash__", null],
    method("__repr__", 0, (m, self) => reprAsBuiltin(m, self)),
    method("indices", 1, (m, self, [length]) => {
      const size = clampedIndex(m, length ?? null);
      const { start, step, count } = spanOf(m, of(self), size);
      const stop = (of(self).stop ?? null) === null ? (step > 0 ? size : -1) : start + step * count;
      return new PyTuple([start, stop, step]);
    }),
    attribute("start", (_m, self) => of(self).start),
    attribute("stop", (_m, self) => of(self).stop),
    attribute("step", (_m, self) => of(self).step),
  ]);
}

const fromHex = builtin("fromhex", 2, (m, [cls = null, given = null]) => {
  const text = textOf(given);
  if (text === undefined) throw typeError(`fromhex() argument must be str, not ${typeName(given)}`);
  claim(m, text.length);
  walk(m, text);
  const made = new PyBytes(bytesOfHex(text));
  return cls === bytesClass ? made : call(m, cls, [made]);
});

export function fillBytes(): void {
  bytesClass.holdBy((cls) => new PyBytes(new Uint8Array(), cls));
  const of = (self: Value): Uint8Array => (self instanceof PyBytes ? self.bytes : new Uint8Array());
  fill(bytesClass, [
    maker((m, cls, args) => {
      const [given] = args;
      if (given === undefined) return new PyBytes(new Uint8Array(), cls);
      const text = textOf(given);
      if (text !== undefined) {
        if (args.length < 2) throw typeError("string argument without an encoding");
        walk(m, text);
        return new PyBytes(encodeText(text, args[1], args[2]).bytes, cls);
      }
      const count = indexOrNothing(m, given);
      if (count !== undefined) {
        if (count < 0) throw valueError("negative count");
        if (count > longestValue) throw new Exhausted("size", "bytes");
        claim(m, Number(count));
        return new PyBytes(new Uint8Array(Number(count)), cls);
      }
      const bytes = collect(m, given).map((item) => {
        const byte = index(m, item);
        if (byte < 0 || byte > 255) throw valueError("bytes must be in range(0, 256)");
        return Number(byte);
      });
      return new PyBytes(Uint8Array.from(bytes), cls);
    }),
    ...common(),
    ...comparisons(false),
    hashing(false),
    ...arithmetic(["+", "*"], false),
    method("decode", { least: 0, most: 2, names: ["encoding", "errors"] }, (m, self, [encoding, errors]) => {
      claim(m, of(self).length);
      walk(m, of(self));
      return decodeBytes(of(self), encoding, errors);
    }),
    ...bytesTextMethods,
    method("hex", { least: 0, most: 2, names: ["sep", "bytes_per_sep"] }, (m, self, [separator = "", each = 1]) => {
      claim(m, 2 * of(self).length);
      walk(m, of(self));
      return hexOfBytes(of(self), textOf(separator) ?? "", Number(index(m, each)));
    }),
    ["fromhex", new PyClassMethod(fromHex)],
  ]);
}
