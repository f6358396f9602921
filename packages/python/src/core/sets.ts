/** What sets make of each other, in the order that CPython makes it. Follows Objects/setobject.c. */
import { frozensetClass, setClass } from "../model/classes.ts";
import { claim, type Runtime, spend } from "../model/runtime.ts";
import { PyDict, PySet, SetTable, type Table } from "../model/table.ts";
import type { Value } from "../model/value.ts";
import { tableDelete, tableHas, tableSet } from "./equality.ts";
import { each } from "./iteration.ts";

export type SetOperator = "|" | "&" | "-" | "^";

export function isSetOperator(operator: string): operator is SetOperator {
  return operator === "|" || operator === "&" || operator === "-" || operator === "^";
}

/** Puts all of an iterable into the table of a set. */
export function addAll(m: Runtime, table: Table, from: Value): void {
  const add = () =>
    each(m, from, (item) => {
      claim(m, 128);
      tableSet(m, table, item, true);
      return true;
    });
  if (from instanceof PySet || (from instanceof PyDict && !from.cls.isMutable)) table.takeIn(from.table, add);
  else add();
}

function tableOf(m: Runtime, from: Value): Table {
  const table = new SetTable();
  addAll(m, table, from);
  return table;
}

/** A set of what a set and an iterable give; of the set's kind. */
export function combineSets(m: Runtime, operator: SetOperator, a: PySet, b: Value): PySet {
  const cls = a.cls.isSubclassOf(frozensetClass) ? frozensetClass : setClass;
  return new PySet(cls, combined(m, operator, a, b));
}

function combined(m: Runtime, operator: SetOperator, a: PySet, b: Value): Table {
  const size = b instanceof PySet ? b.table.size : 0;
  spend(m, a.table.size + size);
  switch (operator) {
    case "|": {
      const table = tableOf(m, a);
      if (a !== b) addAll(m, table, b);
      return table;
    }
    case "&": {
      if (a === b) return tableOf(m, a);
      const isSwapped = b instanceof PySet && size > a.table.size;
      const [from, within] = isSwapped ? [a, b.table] : [b, a.table];
      const table = new SetTable();
      each(m, from, (item) => {
        if (tableHas(m, within, item)) tableSet(m, table, item, true);
        return true;
      });
      return table;
    }
    case "-": {
      if (b instanceof PySet && a.table.size >> 2 <= size) {
        const table = new SetTable();
        for (const { key } of a.table.list()) if (!tableHas(m, b.table, key)) tableSet(m, table, key, true);
        return table;
      }
      const table = tableOf(m, a);
      removeAll(m, table, b);
      return table;
    }
    case "^": {
      const table = tableOf(m, b);
      exchangeAll(m, table, a);
      return table;
    }
  }
}

/** Makes a set what it gives with an iterable. */
export function changeSet(m: Runtime, operator: SetOperator, a: PySet, b: Value): void {
  spend(m, a.table.size + (b instanceof PySet ? b.table.size : 0));
  if (operator === "&") a.table = combined(m, operator, a, b);
  else if (a === b) {
    if (operator !== "|") a.table.clear();
  } else if (operator === "|") addAll(m, a.table, b);
  else if (operator === "-") removeAll(m, a.table, b);
  else exchangeAll(m, a.table, b instanceof PySet ? b : new PySet(setClass, tableOf(m, b)));
}

function removeAll(m: Runtime, table: Table, items: Value): void {
  each(m, items, (item) => {
    tableDelete(m, table, item);
    return true;
  });
  table.tidy();
}

/** Removes what is there of a set, and adds the rest. */
function exchangeAll(m: Runtime, table: Table, items: PySet): void {
  for (const { key } of items.table.list()) if (!tableDelete(m, table, key)) tableSet(m, table, key, true);
}
