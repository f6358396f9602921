/** `itertools`. */
import { binary } from "../core/binary.ts";
import { compare, truth } from "../core/equality.ts";
import { collect, iterate, PyIterator } from "../core/iteration.ts";
import { index } from "../core/numbers.ts";
import { call } from "../core/protocol.ts";
import { hostModule } from "../host/native.ts";
import { PyTuple } from "../model/containers.ts";
import { valueError } from "../model/exceptions.ts";
import { PyClassMethod } from "../model/functions.ts";
import type { PyModule } from "../model/module.ts";
import { claim, type Runtime, spend } from "../model/runtime.ts";
import { type Keywords, PyClass, type Value } from "../model/value.ts";
import { builtin } from "../types/define.ts";
import { iteratorType } from "../types/lazyIterators.ts";

type Next = (m: Runtime) => Value | undefined;

function chained(m: Runtime, sources: PyIterator): Next {
  let current: PyIterator | undefined;
  return (n) => {
    for (;;) {
      if (!current) {
        const next = sources.next(n);
        if (next === undefined) return undefined;
        current = iterate(m, next);
      }
      const item = current.next(n);
      if (item !== undefined) return item;
      current = undefined;
    }
  };
}

function listed(values: readonly Value[]): PyIterator {
  let at = 0;
  return new PyIterator(() => values[at++]);
}

/** Rows of indices into pools, the last place turning fastest. */
function product(m: Runtime, args: readonly Value[], keywords: Keywords | undefined): Next {
  const times = Number(index(m, keywords?.get("repeat") ?? 1));
  const once = args.map((a) => collect(m, a));
  const pools: Value[][] = [];
  for (let i = 0; i < times; i++) pools.push(...once);
  const at = pools.map(() => 0);
  let isDone = pools.some((p) => p.length === 0);
  return (n) => {
    if (isDone) return undefined;
    spend(n, 1 + 4 * pools.length);
    claim(n, 96 + 8 * pools.length);
    const row = new PyTuple(pools.map((pool, i) => pool[at[i] ?? 0] ?? null));
    let i = pools.length - 1;
    for (; i >= 0; i--) {
      at[i] = (at[i] ?? 0) + 1;
      if ((at[i] ?? 0) < (pools[i]?.length ?? 0)) break;
      at[i] = 0;
    }
    isDone = i < 0;
    return row;
  };
}

/** Rows of `count` places of `size`, in order, that `next` moves on; undefined at the end. */
function selections(values: readonly Value[], start: readonly number[] | undefined, next: (row: number[]) => boolean): Next {
  let row = start && [...start];
  return (m) => {
    if (!row) return undefined;
    spend(m, 1 + 8 * row.length);
    claim(m, 96 + 8 * row.length);
    const made = new PyTuple(row.map((at) => values[at] ?? null));
    if (!next(row)) row = undefined;
    return made;
  };
}

function countOf(m: Runtime, value: Value | undefined, otherwise: number): number {
  if (value === undefined || value === null) return otherwise;
  const count = Number(index(m, value));
  if (count < 0) throw valueError("r must be non-negative");
  return count;
}

const span = (size: number) => Array.from({ length: size }, (_, i) => i);

function combinations(m: Runtime, [values, r]: readonly Value[], keywords: Keywords | undefined, again: boolean): Next {
  const pool = collect(m, values ?? null);
  const count = countOf(m, r ?? keywords?.get("r"), 0);
  const size = pool.length;
  const hasSome = again ? size > 0 || count === 0 : count <= size;
  const start = again ? span(count).map(() => 0) : span(count);
  return selections(pool, hasSome ? start : undefined, (row) => {
    for (let i = count - 1; i >= 0; i--) {
      if ((row[i] ?? 0) >= (again ? size - 1 : size - count + i)) continue;
      const next = (row[i] ?? 0) + 1;
      for (let j = i; j < count; j++) row[j] = again ? next : next + j - i;
      return true;
    }
    return false;
  });
}

function permutations(m: Runtime, [values, r]: readonly Value[], keywords: Keywords | undefined): Next {
  const pool = collect(m, values ?? null);
  const count = countOf(m, r ?? keywords?.get("r"), pool.length);
  const size = pool.length;
  return selections(pool, count <= size ? span(count) : undefined, (row) => {
    // The next row of different places, in the order of places.
    for (let i = count - 1; i >= 0; i--) {
      const used = new Set(row.slice(0, i));
      let next = (row[i] ?? 0) + 1;
      while (used.has(next)) next++;
      if (next >= size) continue;
      row[i] = next;
      used.add(next);
      for (let j = i + 1; j < count; j++) {
        let free = 0;
        while (used.has(free)) free++;
        row[j] = free;
        used.add(free);
      }
      return true;
    }
    return false;
  });
}

function islice(m: Runtime, [values, ...bounds]: readonly Value[]): Next {
  const part = (value: Value | undefined, otherwise: number) => {
    if (value === undefined || value === null) return otherwise;
    const at = Number(index(m, value));
    if (at < 0) throw valueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
    return at;
  };
  const [first, second, third] = bounds;
  const start = second === undefined ? 0 : part(first, 0);
  const stop = second === undefined ? part(first, Number.MAX_SAFE_INTEGER) : part(second, Number.MAX_SAFE_INTEGER);
  const step = part(third, 1);
  if (step < 1) throw valueError("Step for islice() must be a positive integer or None.");
  const iterator = iterate(m, values ?? null);
  let at = 0;
  let wanted = start;
  return (n) => {
    if (wanted >= stop) return undefined;
    for (; at < wanted; at++) {
      spend(n, 1);
      if (iterator.next(n) === undefined) return undefined;
    }
    at++;
    wanted += step;
    return iterator.next(n);
  };
}

/** Runs of values with equal keys: each with an iterator of its own, which ends when the next run is asked for. */
function groupby(m: Runtime, [values, key]: readonly Value[], keywords: Keywords | undefined): Next {
  const iterator = iterate(m, values ?? null);
  const by = key ?? keywords?.get("key") ?? null;
  let item: Value | undefined;
  let itemKey: Value = null;
  let run = 0;
  const advance = (n: Runtime): boolean => {
    spend(n, 1);
    item = iterator.next(n);
    if (item !== undefined) itemKey = by === null ? item : call(n, by, [item]);
    return item !== undefined;
  };
  let current: Value | undefined;
  return (n) => {
    if (current === undefined ? !advance(n) : !skip(n)) return undefined;
    const own = ++run;
    const runKey = itemKey;
    current = runKey;
    let isFirst = true;
    const group = new PyIterator((g) => {
      if (own !== run) return undefined;
      if (!isFirst && (!advance(g) || !truth(g, compare(g, "==", runKey, itemKey)))) return undefined;
      isFirst = false;
      return item;
    });
    return new PyTuple([runKey, group]);
  };

  function skip(n: Runtime): boolean {
    const before = current ?? null;
    while (item !== undefined && truth(n, compare(n, "==", before, itemKey))) advance(n);
    return item !== undefined;
  }
}

function filtering(
  m: Runtime,
  [test, values]: readonly Value[],
  keep: (passes: boolean, state: { isOpen: boolean }) => "take" | "drop" | "end",
): Next {
  const iterator = iterate(m, values ?? null);
  const state = { isOpen: true };
  return (n) => {
    for (;;) {
      const item = iterator.next(n);
      if (item === undefined) return undefined;
      spend(n, 1);
      const passes = truth(n, (test ?? null) === null ? item : call(n, test ?? null, [item]));
      const what = keep(passes, state);
      if (what === "end") return undefined;
      if (what === "take") return item;
    }
  };
}

function classes(): PyClass[] {
  const type = (name: string, make: Parameters<typeof iteratorType>[1]) => iteratorType(name, make, "itertools");
  return [
    type("chain", (m, args) => chained(m, listed(args))),
    type("count", (m, [start, step], keywords) => {
      let next: Value = start ?? keywords?.get("start") ?? 0;
      const by = step ?? keywords?.get("step") ?? 1;
      return () => {
        const value = next;
        next = binary(m, "+", next, by);
        return value;
      };
    }),
    type("cycle", (m, [values]) => {
      const iterator = iterate(m, values ?? null);
      const seen: Value[] = [];
      let at = -1;
      return (n) => {
        spend(n, 1);
        if (at < 0) {
          const item = iterator.next(n);
          if (item !== undefined) {
            seen.push(item);
            return item;
          }
          at = 0;
        }
        return seen.length === 0 ? undefined : seen[at++ % seen.length];
      };
    }),
    type("repeat", (m, [value, times], keywords) => {
      const given = times ?? keywords?.get("times");
      let left = given === undefined ? Number.POSITIVE_INFINITY : Number(index(m, given));
      return () => (left-- > 0 ? (value ?? null) : undefined);
    }),
    type("product", product),
    type("permutations", permutations),
    type("combinations", (m, args, keywords) => combinations(m, args, keywords, false)),
    type("combinations_with_replacement", (m, args, keywords) => combinations(m, args, keywords, true)),
    type("islice", islice),
    type("groupby", groupby),
    type("accumulate", (m, [values, operation], keywords) => {
      const iterator = iterate(m, values ?? null);
      const fold = operation ?? keywords?.get("func") ?? null;
      let total: Value | undefined;
      let initial = keywords?.get("initial") ?? null;
      return (n) => {
        if (initial !== null) {
          total = initial;
          initial = null;
          return total;
        }
        const item = iterator.next(n);
        if (item === undefined) return undefined;
        total = total === undefined ? item : fold === null ? binary(n, "+", total, item) : call(n, fold, [total, item]);
        return total;
      };
    }),
    type("takewhile", (m, args) => filtering(m, args, (passes) => (passes ? "take" : "end"))),
    type("dropwhile", (m, args) =>
      filtering(m, args, (passes, state) => {
        if (!passes) state.isOpen = false;
        return state.isOpen ? "drop" : "take";
      }),
    ),
    type("filterfalse", (m, args) => filtering(m, args, (passes) => (passes ? "drop" : "take"))),
    type("compress", (m, [values, selectors]) => {
      const iterator = iterate(m, values ?? null);
      const chosen = iterate(m, selectors ?? null);
      return (n) => {
        for (;;) {
          const item = iterator.next(n);
          const flag = chosen.next(n);
          if (item === undefined || flag === undefined) return undefined;
          spend(n, 1);
          if (truth(n, flag)) return item;
        }
      };
    }),
    type("starmap", (m, [callee, values]) => {
      const iterator = iterate(m, values ?? null);
      return (n) => {
        const item = iterator.next(n);
        return item === undefined ? undefined : call(n, callee ?? null, collect(n, item));
      };
    }),
    type("zip_longest", (m, args, keywords) => {
      const iterators: (PyIterator | undefined)[] = args.map((a) => iterate(m, a));
      const otherwise = keywords?.get("fillvalue") ?? null;
      return (n) => {
        const row = iterators.map((iterator, at) => {
          const item = iterator?.next(n);
          if (item === undefined) iterators[at] = undefined;
          return item === undefined ? otherwise : item;
        });
        return iterators.some((i) => i !== undefined) ? new PyTuple(row) : undefined;
      };
    }),
    type("pairwise", (m, [values]) => {
      const iterator = iterate(m, values ?? null);
      let before: Value | undefined;
      return (n) => {
        if (before === undefined) before = iterator.next(n);
        const item = before === undefined ? undefined : iterator.next(n);
        if (item === undefined) return undefined;
        const pair = new PyTuple([before ?? null, item]);
        before = item;
        return pair;
      };
    }),
  ];
}

/** `itertools`, made for one machine. */
export function itertoolsModule(): PyModule {
  const made = hostModule("itertools", {});
  for (const cls of classes()) made.names.set(cls.name, cls);
  const chain = made.names.get("chain");
  if (chain instanceof PyClass) {
    const fromIterable = builtin("from_iterable", 2, (m, [, sources]) => new PyIterator(chained(m, iterate(m, sources ?? null))));
    chain.define("from_iterable", new PyClassMethod(fromIterable));
  }
  made.names.set(
    "tee",
    builtin("tee", { least: 1, most: 2 }, (m, [values, count]) => {
      const all = collect(m, values ?? null);
      const times = count === undefined ? 2 : Number(index(m, count));
      if (times < 0) throw valueError("n must be >= 0");
      return new PyTuple(span(Math.min(times, 1000)).map(() => listed(all)));
    }),
  );
  return made;
}
