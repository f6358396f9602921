/** set and frozenset. */
import { binaryAsBuiltin } from "../core/binary.ts";
import { compareAsBuiltin, tableDelete, tableHas, tableSet } from "../core/equality.ts";
import { builtinIter, each } from "../core/iteration.ts";
import { typeName } from "../core/protocol.ts";
import { reprAsBuiltin } from "../core/representation.ts";
import { addAll, changeSet, combineSets, type SetOperator } from "../core/sets.ts";
import { builtinLength } from "../core/subscripts.ts";
import { frozensetClass, setClass } from "../model/classes.ts";
import { notImplemented, PyTuple } from "../model/containers.ts";
import { raised, typeError } from "../model/exceptions.ts";
import type { PyBuiltin } from "../model/functions.ts";
import { claim, type Runtime, spend } from "../model/runtime.ts";
import { PySet } from "../model/table.ts";
import type { PyClass, Value } from "../model/value.ts";
import { fill, maker, method, procedure } from "./define.ts";
import { comparisons, hashing } from "./numbers.ts";
import { asSet } from "./tables.ts";

function setOf(self: Value): PySet {
  if (!(self instanceof PySet)) throw typeError(`descriptor requires a 'set' object but received a '${typeName(self)}'`);
  return self;
}

/** Set operators go with sets alone; the methods of the same meaning take anything. */
function setOperators(): PyBuiltin[] {
  return (["|", "&", "-", "^"] as const).flatMap((operator) => {
    const name = { "|": "or", "&": "and", "-": "sub", "^": "xor" }[operator];
    return [
      method(`__${name}__`, 1, (m, self, [other]) => binaryAsBuiltin(m, operator, self, other ?? null)),
      method(`__r${name}__`, 1, (m, self, [other]) => binaryAsBuiltin(m, operator, other ?? null, self)),
    ];
  });
}

function combining(name: string, operator: SetOperator): PyBuiltin {
  return method(name, { least: 0, most: Number.MAX_SAFE_INTEGER }, (m, self, others) => {
    if (others.length === 0 || operator === "|") {
      const made = combineSets(m, "|", setOf(self), new PyTuple([]));
      for (const other of others) if (other !== self) addAll(m, made.table, other ?? null);
      return made;
    }
    let made = setOf(self);
    for (const other of others) made = combineSets(m, operator, made, other ?? null);
    return made;
  });
}

function readingSet(): PyBuiltin[] {
  return [
    method("__len__", 0, (_m, self) => builtinLength(self) ?? 0),
    method("__contains__", 1, (m, self, [item]) => tableHas(m, setOf(self).table, item ?? null)),
    method("__repr__", 0, (m, self) => reprAsBuiltin(m, self)),
    builtinIter(),
    ...comparisons(false),
    ...setOperators(),
    combining("union", "|"),
    combining("intersection", "&"),
    combining("difference", "-"),
    combining("symmetric_difference", "^"),
    method("issubset", 1, (m, self, [other]) => compareAsBuiltin(m, "<=", self, asSet(m, other ?? null))),
    method("issuperset", 1, (m, self, [other]) => compareAsBuiltin(m, ">=", self, asSet(m, other ?? null))),
    method("isdisjoint", 1, (m, self, [other]) => {
      let isApart = true;
      each(m, other ?? null, (item) => {
        isApart = !tableHas(m, setOf(self).table, item);
        return isApart;
      });
      return isApart;
    }),
    method("copy", 0, (m, self) => {
      spend(m, setOf(self).table.size >> 2);
      const made = new PySet(setOf(self).cls);
      addAll(m, made.table, self);
      return made;
    }),
  ];
}

export function fillSets(): void {
  for (const cls of [setClass, frozensetClass]) cls.holdBy((made) => new PySet(made));
  const from = (m: Runtime, cls: PyClass, given: Value | undefined): PySet => {
    const made = new PySet(cls);
    if (given === undefined) return made;
    addAll(m, made.table, given);
    return made;
  };
  fill(frozensetClass, [
    maker((m, cls, args) => {
      if (args.length > 1) throw typeError(`frozenset expected at most 1 argument, got ${args.length}`);
      const [given] = args;
      return given instanceof PySet && given.cls === frozensetClass && cls === frozensetClass ? given : from(m, cls, given);
    }),
    ...readingSet(),
    hashing(false),
  ]);
  fill(setClass, [
    maker((_m, cls) => new PySet(cls)),
    procedure("__init__", { least: 0, most: 1 }, (m, self, [given]) => {
      setOf(self).table = from(m, setClass, given).table;
    }),
    ...readingSet(),
    ["__hash__", null],
    ...changingSet(),
  ]);
}

function changingSet(): PyBuiltin[] {
  const inPlace = (name: string, operator: SetOperator) =>
    method(name, 1, (m, self, [other]) => {
      if (!(other instanceof PySet)) return notImplemented;
      changeSet(m, operator, setOf(self), other);
      return self;
    });
  const updating = (name: string, operator: SetOperator) =>
    procedure(name, { least: 0, most: Number.MAX_SAFE_INTEGER }, (m, self, others) => {
      for (const other of others) changeSet(m, operator, setOf(self), other ?? null);
    });
  return [
    procedure("add", 1, (m, self, [item]) => {
      claim(m, 128);
      tableSet(m, setOf(self).table, item ?? null, true);
    }),
    procedure("discard", 1, (m, self, [item]) => tableDelete(m, setOf(self).table, item ?? null)),
    procedure("remove", 1, (m, self, [item]) => {
      if (!tableDelete(m, setOf(self).table, item ?? null)) throw raised("KeyError", item ?? null);
    }),
    method("pop", 0, (m, self) => {
      const first = setOf(self).table.next();
      if (!first) throw raised("KeyError", "pop from an empty set");
      tableDelete(m, setOf(self).table, first.key);
      return first.key;
    }),
    procedure("clear", 0, (_m, self) => setOf(self).table.clear()),
    updating("update", "|"),
    updating("difference_update", "-"),
    updating("intersection_update", "&"),
    updating("symmetric_difference_update", "^"),
    inPlace("__ior__", "|"),
    inPlace("__iand__", "&"),
    inPlace("__isub__", "-"),
    inPlace("__ixor__", "^"),
  ];
}
