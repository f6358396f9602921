/** dict, its views, set and frozenset. */
import { compareAsBuiltin, equals, tableDelete, tableGet, tableHas, tableSet } from "../core/equality.ts";
import {
  builtinIter,
  collect,
  each,
  itemIteratorClass,
  keyIteratorClass,
  overItems,
  overTable,
  type PyIterator,
  reverseIteratorClasses,
  valueIteratorClass,
} from "../core/iteration.ts";
import { call, classOf, findAttribute, getAttribute, typeName } from "../core/protocol.ts";
import { repr, reprAsBuiltin } from "../core/representation.ts";
import { combineSets, type SetOperator } from "../core/sets.ts";
import { builtinLength, deleteBuiltinItem, getBuiltinItem, getItem, setBuiltinItem } from "../core/subscripts.ts";
import { dictClass, mappingProxyClass, objectClass, typeClass } from "../model/classes.ts";
import { notImplemented, PyTuple } from "../model/containers.ts";
import { narrowing, raised, typeError, valueError } from "../model/exceptions.ts";
import { PyBuiltin, PyClassMethod } from "../model/functions.ts";
import { claim, type Runtime, spend } from "../model/runtime.ts";
import { PyDict, PySet, type Table } from "../model/table.ts";
import { type Keywords, PyClass, PyObject, type Value } from "../model/value.ts";
import { attribute, fill, maker, method, procedure } from "./define.ts";
import { arithmetic, comparisons } from "./numbers.ts";

function dictOf(self: Value): PyDict {
  if (!(self instanceof PyDict)) throw typeError(`descriptor requires a 'dict' object but received a '${typeName(self)}'`);
  return self;
}

// ---- views

type ViewKind = "keys" | "values" | "items";

const viewClasses = {
  keys: new PyClass({ name: "dict_keys", bases: [objectClass], metaclass: typeClass, isFinal: true }),
  values: new PyClass({ name: "dict_values", bases: [objectClass], metaclass: typeClass, isFinal: true }),
  items: new PyClass({ name: "dict_items", bases: [objectClass], metaclass: typeClass, isFinal: true }),
} as const;

const iteratorClasses = { keys: keyIteratorClass, values: valueIteratorClass, items: itemIteratorClass } as const;

class PyView extends PyObject {
  constructor(
    readonly table: Table,
    readonly kind: ViewKind,
  ) {
    super(viewClasses[kind]);
  }

  iterator(): PyIterator {
    const { kind } = this;
    const pick = (entry: { readonly key: Value; readonly value: Value }): Value =>
      kind === "keys" ? entry.key : kind === "values" ? entry.value : new PyTuple([entry.key, entry.value]);
    return overTable(this.table, "dictionary", pick, iteratorClasses[kind]);
  }
}

const viewOf = narrowing(PyView, () => typeError("a view of a dict is needed"));

export function asSet(m: Runtime, value: Value): PySet {
  if (value instanceof PySet) return value;
  const made = new PySet();
  each(m, value, (item) => {
    tableSet(m, made.table, item, true);
    return true;
  });
  return made;
}

function fillViews(): void {
  for (const kind of ["keys", "values", "items"] as const) {
    const operators: readonly SetOperator[] = ["&", "|", "-", "^"];
    const names = { "&": "and", "|": "or", "-": "sub", "^": "xor" };
    const isSet = kind !== "values";
    fill(viewClasses[kind], [
      method("__len__", 0, (_m, self) => viewOf(self).table.size),
      method("__iter__", 0, (_m, self) => viewOf(self).iterator()),
      method("__reversed__", 0, (m, self) => overItems(collect(m, self).reverse(), reverseIteratorClasses[kind])),
      method(
        "__repr__",
        0,
        (m, self) =>
          `dict_${kind}([${collect(m, self)
            .map((v) => repr(m, v))
            .join(", ")}])`,
      ),
      method("__contains__", 1, (m, self, [item]) => viewContains(m, viewOf(self), item ?? null)),
      ...(isSet
        ? [
            ...operators.flatMap((operator) => {
              const name = names[operator];
              const apply = (m: Runtime, a: Value, b: Value) => combineSets(m, operator, asSet(m, a), asSet(m, b));
              return [
                method(`__${name}__`, 1, (m, self, [other]) => apply(m, self, other ?? null)),
                method(`__r${name}__`, 1, (m, self, [other]) => apply(m, other ?? null, self)),
              ];
            }),
            ...(["__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"] as const).map((name) =>
              method(name, 1, (m, self, [other]) => compareViews(m, name, self, other ?? null)),
            ),
            method("isdisjoint", 1, (m, self, [other]) => asSetSize(m, combineSets(m, "&", asSet(m, self), asSet(m, other ?? null))) === 0),
          ]
        : []),
      attribute("mapping", (_m, self) => new PyDict(mappingProxyClass, viewOf(self).table)),
    ]);
  }
}

function asSetSize(_m: Runtime, set: PySet | undefined): number {
  return set?.table.size ?? 0;
}

const operatorOf = { __eq__: "==", __ne__: "!=", __lt__: "<", __le__: "<=", __gt__: ">", __ge__: ">=" } as const;

function compareViews(m: Runtime, name: keyof typeof operatorOf, self: Value, other: Value): Value {
  if (!(other instanceof PySet || (other instanceof PyView && other.kind !== "values"))) return notImplemented;
  return compareAsBuiltin(m, operatorOf[name], asSet(m, self), asSet(m, other));
}

function viewContains(m: Runtime, view: PyView, item: Value): boolean {
  if (view.kind === "keys") return tableHas(m, view.table, item);
  if (view.kind === "items") {
    if (!(item instanceof PyTuple) || item.items.length !== 2) return false;
    const value = tableGet(m, view.table, item.items[0] ?? null);
    return value !== undefined && equals(m, value, item.items[1] ?? null);
  }
  let isFound = false;
  each(m, view, (value) => {
    isFound = equals(m, value, item);
    return !isFound;
  });
  return isFound;
}

// ---- dict

/** `dict.update`: a mapping, or pairs; then keywords. */
function update(m: Runtime, table: Table, given: Value | undefined, keywords: Keywords | undefined): void {
  if (given instanceof PyDict && (!given.cls.isMutable || given.cls.lookup("__iter__") === dictClass.lookup("__iter__"))) {
    spend(m, given.table.size);
    for (const { key, value } of [...given.table.list()]) tableSet(m, table, key, value);
  } else if (given !== undefined && findAttribute(m, given, "keys") !== undefined) {
    each(m, call(m, getAttribute(m, given, "keys"), []), (key) => {
      tableSet(m, table, key, getItem(m, given, key));
      return true;
    });
  } else if (given !== undefined) addPairs(m, table, given);
  for (const [key, value] of keywords ?? []) tableSet(m, table, key, value);
}

function addPairs(m: Runtime, table: Table, pairs: Value): void {
  let at = 0;
  each(m, pairs, (pair) => {
    const iterable = classOf(pair).lookup("__iter__") !== undefined || classOf(pair).lookup("__getitem__") !== undefined;
    if (!iterable) throw typeError(`cannot convert dictionary update sequence element #${at} to a sequence`);
    const parts = collect(m, pair);
    if (parts.length !== 2) {
      throw valueError(`dictionary update sequence element #${at} has length ${parts.length}; 2 is required`);
    }
    tableSet(m, table, parts[0] ?? null, parts[1] ?? null);
    claim(m, 128);
    at++;
    return true;
  });
}

export function fillDict(): void {
  dictClass.holdBy((cls) => new PyDict(cls));
  fill(dictClass, [
    maker((_m, cls) => new PyDict(cls)),
    new PyBuiltin(
      "__init__",
      (m, [self, given, ...more], keywords) => {
        if (more.length > 0) throw typeError(`dict expected at most 1 argument, got ${more.length + 1}`);
        update(m, dictOf(self ?? null).table, given, keywords);
        return null;
      },
      { isMethod: true },
    ),
    ...readingDict(),
    ...comparisons(false),
    ["__hash__", null],
    ...arithmetic(["|"], true),
    method("__ior__", 1, (m, self, [other]) => {
      update(m, dictOf(self).table, other, undefined);
      return self;
    }),
    ...changingDict(),
    [
      "fromkeys",
      new PyClassMethod(
        new PyBuiltin("fromkeys", (m, [cls, keys, value]) => {
          const made = call(m, cls ?? dictClass, []);
          each(m, keys ?? null, (key) => {
            if (made instanceof PyDict) tableSet(m, made.table, key, value ?? null);
            return true;
          });
          return made;
        }),
      ),
    ],
    ["__doc__", "dict() -> new empty dictionary"],
  ]);
  fill(mappingProxyClass, [
    ...readingDict(),
    method("__repr__", 0, (m, self) => `mappingproxy(${repr(m, new PyDict(dictClass, dictOf(self).table))})`),
  ]);
  fillViews();
}

function readingDict(): PyBuiltin[] {
  return [
    method("__len__", 0, (_m, self) => builtinLength(self) ?? 0),
    method("__contains__", 1, (m, self, [key]) => tableHas(m, dictOf(self).table, key ?? null)),
    method("__getitem__", 1, (m, self, [key]) => getBuiltinItem(m, dictOf(self), key ?? null) ?? null),
    method("__repr__", 0, (m, self) => reprAsBuiltin(m, self)),
    builtinIter(),
    method("__reversed__", 0, (_m, self) =>
      overItems([...dictOf(self).table.list()].map((e) => e.key).reverse(), reverseIteratorClasses.keys),
    ),
    method("get", { least: 1, most: 2 }, (m, self, [key, otherwise]) => {
      const value = tableGet(m, dictOf(self).table, key ?? null);
      return value === undefined ? (otherwise ?? null) : value;
    }),
    method("keys", 0, (_m, self) => new PyView(dictOf(self).table, "keys")),
    method("values", 0, (_m, self) => new PyView(dictOf(self).table, "values")),
    method("items", 0, (_m, self) => new PyView(dictOf(self).table, "items")),
    method("copy", 0, (m, self) => {
      spend(m, dictOf(self).table.size >> 2);
      return new PyDict(dictClass, dictOf(self).table.copy());
    }),
  ];
}

function changingDict(): PyBuiltin[] {
  return [
    procedure("__setitem__", 2, (m, self, [key, value]) => {
      claim(m, 128);
      setBuiltinItem(m, dictOf(self), key ?? null, value ?? null);
    }),
    procedure("__delitem__", 1, (m, self, [key]) => deleteBuiltinItem(m, dictOf(self), key ?? null)),
    method("setdefault", { least: 1, most: 2 }, (m, self, [key, value]) => {
      const { table } = dictOf(self);
      const known = tableGet(m, table, key ?? null);
      if (known !== undefined) return known;
      tableSet(m, table, key ?? null, value ?? null);
      return value ?? null;
    }),
    method("pop", { least: 1, most: 2 }, (m, self, [key, otherwise]) => {
      const { table } = dictOf(self);
      const value = tableGet(m, table, key ?? null);
      if (value === undefined) {
        if (otherwise === undefined) throw raised("KeyError", key ?? null);
        return otherwise;
      }
      tableDelete(m, table, key ?? null);
      return value;
    }),
    method("popitem", 0, (m, self) => {
      const { table } = dictOf(self);
      const last = [...table.list()].at(-1);
      spend(m, table.size >> 3);
      if (!last) throw raised("KeyError", "popitem(): dictionary is empty");
      tableDelete(m, table, last.key);
      return new PyTuple([last.key, last.value]);
    }),
    new PyBuiltin(
      "update",
      (m, [self, given, ...more], keywords) => {
        if (more.length > 0) throw typeError(`update expected at most 1 argument, got ${more.length + 1}`);
        update(m, dictOf(self ?? null).table, given, keywords);
        return null;
      },
      { isMethod: true },
    ),
    procedure("clear", 0, (_m, self) => dictOf(self).table.clear()),
  ];
}
