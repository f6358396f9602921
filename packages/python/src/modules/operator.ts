/** `operator`: the operators as functions. */
import { binary, inPlace, type Operator, operatorNames, unary } from "../core/binary.ts";
import { compare, equals, isSame, truth } from "../core/equality.ts";
import { each } from "../core/iteration.ts";
import { index, textOf } from "../core/numbers.ts";
import { call, callMethod, callSpecial, getAttribute } from "../core/protocol.ts";
import { contains, deleteItem, getItem, setItem } from "../core/subscripts.ts";
import { hostModule } from "../host/native.ts";
import { PyTuple } from "../model/containers.ts";
import { typeError, valueError } from "../model/exceptions.ts";
import type { PyBuiltin } from "../model/functions.ts";
import type { PyModule } from "../model/module.ts";
import type { Value } from "../model/value.ts";
import { builtin, variadic } from "../types/define.ts";

const orders = { eq: "==", ne: "!=", lt: "<", le: "<=", gt: ">", ge: ">=" } as const;

function getters(): PyBuiltin[] {
  return [
    variadic("itemgetter", (_m, keys) => {
      if (keys.length === 0) throw typeError("itemgetter expected 1 argument, got 0");
      return builtin("itemgetter", 1, (m, [object]) => {
        const items = keys.map((key) => getItem(m, object ?? null, key));
        return items.length === 1 ? (items[0] ?? null) : new PyTuple(items);
      });
    }),
    variadic("attrgetter", (_m, names) => {
      const paths = names.map((name) => {
        const text = textOf(name);
        if (text === undefined) throw typeError("attribute name must be a string");
        return text.split(".");
      });
      return builtin("attrgetter", 1, (m, [object]) => {
        const items = paths.map((path) => path.reduce<Value>((value, name) => getAttribute(m, value, name), object ?? null));
        return items.length === 1 ? (items[0] ?? null) : new PyTuple(items);
      });
    }),
    variadic("methodcaller", (_m, [name, ...args], keywords) =>
      builtin("methodcaller", 1, (m, [object]) => callMethod(m, object ?? null, textOf(name ?? null) ?? "", args, keywords)),
    ),
  ];
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
    builtin("indexOf", 2, (m, [a, b]) => {
      let [at, found] = [0, false];
      each(m, a ?? null, (item) => {
        found = equals(m, item, b ?? null);
        if (!found) at++;
        return !found;
      });
      if (!found) throw valueError("sequence.index(x): x not in sequence");
      return at;
    }),
    variadic("length_hint", (m, [a, otherwise = 0]) => {
      return callSpecial(m, a ?? null, "__len__", []) ?? otherwise;
    }),
    builtin("countOf", 2, (m, [a, b]) => {
      let count = 0;
      each(m, a ?? null, (item) => {
        if (equals(m, item, b ?? null)) count++;
        return true;
      });
      return count;
    }),
    ...getters(),
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
  return made;
}
