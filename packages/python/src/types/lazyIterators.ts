/** The classes enumerate, zip, map and filter. */
import { truth } from "../core/equality.ts";
import { iterate, PyIterator } from "../core/iteration.ts";
import { addInts, index } from "../core/numbers.ts";
import { call } from "../core/protocol.ts";
import { iteratorClass, typeClass } from "../model/classes.ts";
import { PyTuple } from "../model/containers.ts";
import { typeError, valueError } from "../model/exceptions.ts";
import { claim, type Runtime, spend } from "../model/runtime.ts";
import { type Keywords, PyClass, type Value } from "../model/value.ts";
import { fill, maker } from "./define.ts";

type Make = (m: Runtime, args: readonly Value[], keywords: Keywords | undefined) => (m: Runtime) => Value | undefined;

/** A class whose instances are iterators that are made from the arguments. */
export function iteratorType(name: string, make: Make, module = "builtins"): PyClass {
  const cls = new PyClass({ name, bases: [iteratorClass], metaclass: typeClass, module });
  fill(cls, [maker((m, made, args, keywords) => new PyIterator(make(m, args, keywords), made))]);
  return cls;
}

export const lazyIterators: readonly PyClass[] = [
  iteratorType("enumerate", (m, [values, start], keywords) => {
    if (values === undefined) throw typeError("enumerate() missing required argument 'iterable'");
    const iterator = iterate(m, values);
    const first = start === undefined ? keywords?.get("start") : start;
    let at = first === undefined ? 0 : index(m, first);
    return (n) => {
      const item = iterator.next(n);
      if (item === undefined) return undefined;
      claim(n, 96);
      const made = new PyTuple([at, item]);
      at = addInts(at, 1);
      return made;
    };
  }),
  iteratorType("zip", (m, args, keywords) => {
    const iterators = args.map((a) => iterate(m, a));
    const isStrict = truth(m, keywords?.get("strict") ?? false);
    return (n) => {
      const items: Value[] = [];
      for (const [at, iterator] of iterators.entries()) {
        const item = iterator.next(n);
        if (item === undefined) {
          if (isStrict) checkStrict(n, iterators, at);
          return undefined;
        }
        items.push(item);
      }
      claim(n, 96);
      return items.length === 0 ? undefined : new PyTuple(items);
    };
  }),
  iteratorType("map", (m, [callee, ...rest]) => {
    if (rest.length === 0) throw typeError("map() must have at least two arguments.");
    const iterators = rest.map((a) => iterate(m, a));
    return (n) => {
      const items: Value[] = [];
      for (const iterator of iterators) {
        const item = iterator.next(n);
        if (item === undefined) return undefined;
        items.push(item);
      }
      return call(n, callee ?? null, items);
    };
  }),
  iteratorType("filter", (m, args) => {
    const [test, values] = args;
    if (values === undefined) throw typeError(`filter expected 2 arguments, got ${args.length}`);
    const iterator = iterate(m, values);
    return (n) => {
      for (;;) {
        const item = iterator.next(n);
        if (item === undefined) return undefined;
        spend(n, 1);
        if (truth(n, (test ?? null) === null ? item : call(n, test ?? null, [item]))) return item;
      }
    };
  }),
];

function checkStrict(m: Runtime, iterators: readonly PyIterator[], at: number): void {
  const others = at === 1 ? "argument 1" : `arguments 1-${at}`;
  if (at > 0) throw valueError(`zip() argument ${at + 1} is shorter than ${others}`);
  for (const [later, iterator] of iterators.entries()) {
    if (later > 0 && iterator.next(m) !== undefined) {
      throw valueError(`zip() argument ${later + 1} is longer than ${later === 1 ? "argument 1" : `arguments 1-${later}`}`);
    }
  }
}
