/** `operator`: the operators as functions. */
import { binary, inPlace, type Operator, operatorNames, unary } from "../core/binary.ts";
import { compare, equals, isSame, truth } from "../core/equality.ts";
import { each } from "../core/iteration.ts";
import { index, intOf, textOf } from "../core/numbers.ts";
import { call, callMethod, callSpecial, getAttribute, typeName } from "../core/protocol.ts";
import { repr } from "../core/representation.ts";
import { contains, deleteItem, getItem, setItem } from "../core/subscripts.ts";
import { hostClass, hostModule } from "../host/native.ts";
import { notImplemented, PyTuple } from "../model/containers.ts";
import { typeError, valueError } from "../model/exceptions.ts";
import type { PyBuiltin } from "../model/functions.ts";
import type { PyModule } from "../model/module.ts";
import type { Runtime } from "../model/runtime.ts";
import { type Keywords, PyObject, type Value } from "../model/value.ts";
import { builtin, method, variadic } from "../types/define.ts";

const orders = { eq: "==", ne: "!=", lt: "<", le: "<=", gt: ">", ge: ">=" } as const;

/** A function that reads something of its argument, and shows how it was made. */
class PyGetter extends PyObject {
  args: readonly Value[] = [];
  keywords: Keywords = new Map();
}

/** The class of such functions: what they read of an object by what they were made with. */
function getterClass(name: string, check: (args: readonly Value[]) => void, read: (m: Runtime, getter: PyGetter, object: Value) => Value) {
  return hostClass({
    name,
    module: "operator",
    construct: (_m, cls, args, keywords) => {
      check(args);
      const made = new PyGetter(cls);
      made.args = args;
      made.keywords = keywords ?? new Map();
      return made;
    },
    members: {
      __call__: method("__call__", 1, (m, self, [object]) => (self instanceof PyGetter ? read(m, self, object ?? null) : null)),
      __repr__: method("__repr__", 0, (m, self) => {
        if (!(self instanceof PyGetter)) return "";
        const named = [...self.keywords].map(([key, value]) => `${key}=${repr(m, value)}`);
        return `operator.${name}(${[...self.args.map((value) => repr(m, value)), ...named].join(", ")})`;
      }),
    },
  });
}

/** One value, or a tuple of several. */
const oneOrAll = (items: readonly Value[]): Value => (items.length === 1 ? (items[0] ?? null) : new PyTuple(items));

const needsOne = (name: string) => (args: readonly Value[]) => {
  if (args.length === 0) throw typeError(`${name} expected 1 argument, got 0`);
};

const getterClasses = [
  getterClass("itemgetter", needsOne("itemgetter"), (m, { args }, object) => oneOrAll(args.map((key) => getItem(m, object, key)))),
  getterClass(
    "attrgetter",
    (args) => {
      needsOne("attrgetter")(args);
      if (args.some((name) => textOf(name) === undefined)) throw typeError("attribute name must be a string");
    },
    (m, { args }, object) =>
      oneOrAll(args.map((name) => (textOf(name) ?? "").split(".").reduce<Value>((value, part) => getAttribute(m, value, part), object))),
  ),
  getterClass(
    "methodcaller",
    ([name]) => {
      if (name === undefined) throw typeError("methodcaller needs at least one argument, the method name");
      if (textOf(name) === undefined) throw typeError("method name must be a string");
    },
    (m, { args: [name, ...args], keywords }, object) => callMethod(m, object, textOf(name ?? null) ?? "", args, keywords),
  ),
];

/** An estimate of how many items a value has. */
function lengthHint(m: Runtime, value: Value, otherwise: Value): Value {
  if (intOf(otherwise) === undefined) throw typeError(`'${typeName(otherwise)}' object cannot be interpreted as an integer`);
  const counted = callSpecial(m, value, "__len__", []);
  if (counted !== undefined) return counted;
  const hint = callSpecial(m, value, "__length_hint__", []);
  return hint === undefined || hint === notImplemented ? otherwise : hint;
}

function others(): PyBuiltin[] {
  return [
    builtin("not_", 1, (m, [a]) => !truth(m, a ?? null)),
    builtin("truth", 1, (m, [a]) => truth(m, a ?? null)),
    builtin("is_", 2, (_m, [a, b]) => isSame(a ?? null, b ?? null)),
    builtin("is_not", 2, (_m, [a, b]) => !isSame(a ?? null, b ?? null)),
    builtin("neg", 1, (m, [a]) => unary(m, "-", a ?? null)),
    builtin("pos", 1, (m, [a]) => unary(m, "+", a ?? null)),
    builtin("inv", 1, (m, [a]) => unary(m, "~", a ?? null)),
    builtin("invert", 1, (m, [a]) => unary(m, "~", a ?? null)),
    builtin("abs", 1, (m, [a]) => call(m, m.builtins.get("abs") ?? null, [a ?? null])),
    builtin("index", 1, (m, [a]) => index(m, a ?? null)),
    builtin("contains", 2, (m, [a, b]) => contains(m, a ?? null, b ?? null)),
    builtin("concat", 2, (m, [a, b]) => binary(m, "+", a ?? null, b ?? null)),
    builtin("getitem", 2, (m, [a, b]) => getItem(m, a ?? null, b ?? null)),
    builtin("setitem", 3, (m, [a, b, c]) => {
      setItem(m, a ?? null, b ?? null, c ?? null);
      return null;
    }),
    builtin("delitem", 2, (m, [a, b]) => {
      deleteItem(m, a ?? null, b ?? null);
      return null;
    }),
    builtin("countOf", 2, (m, [a, b]) => {
      let count = 0;
      each(m, a ?? null, (item) => {
        if (equals(m, item, b ?? null)) count++;
        return true;
      });
      return count;
    }),
    builtin("indexOf", 2, (m, [a, b]) => {
      let at = -1;
      let isFound = false;
      each(m, a ?? null, (item) => {
        at++;
        isFound = equals(m, item, b ?? null);
        return !isFound;
      });
      if (!isFound) throw valueError("sequence.index(x): x not in sequence");
      return at;
    }),
    builtin("length_hint", { least: 1, most: 2 }, (m, [a, b]) => lengthHint(m, a ?? null, b ?? 0)),
    variadic("call", (m, [callee, ...args], keywords) => {
      if (callee === undefined) throw typeError("call expected at least 1 argument, got 0");
      return call(m, callee, args, keywords);
    }),
  ];
}

/** `operator`, made for one machine. */
export function operatorModule(): PyModule {
  const made = hostModule("operator", {});
  const put = (name: string, value: PyBuiltin): void => {
    made.names.set(name, value);
  };
  for (const [operator, middle] of Object.entries(operatorNames)) {
    const name = middle === "and" || middle === "or" ? `${middle}_` : middle;
    const apply = (op: Operator) => builtin(middle, 2, (m, [a, b]) => binary(m, op, a ?? null, b ?? null));
    put(name, apply(operator as Operator)); // a key of the table
    put(`__${middle}__`, apply(operator as Operator));
    put(
      `i${middle}`,
      builtin(`i${middle}`, 2, (m, [a, b]) => inPlace(m, operator as Operator, a ?? null, b ?? null)),
    );
  }
  for (const [name, operator] of Object.entries(orders)) {
    const one = builtin(name, 2, (m, [a, b]) => compare(m, operator, a ?? null, b ?? null));
    put(name, one);
    put(`__${name}__`, one);
  }
  for (const one of others()) {
    put(one.name, one);
    put(`__${one.name.replace(/_$/, "")}__`, one);
  }
  for (const cls of getterClasses) made.names.set(cls.name, cls);
  return made;
}
