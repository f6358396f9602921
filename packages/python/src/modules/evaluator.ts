/** `_evaluator` and `_functools`: what the modules written in Python need of the evaluator. */
import { bindArguments } from "../core/binding.ts";
import { tableSet } from "../core/equality.ts";
import { collect, each } from "../core/iteration.ts";
import { index, textOf } from "../core/numbers.ts";
import { call, typeName } from "../core/protocol.ts";
import { repr } from "../core/representation.ts";
import { hostClass, hostModule } from "../host/native.ts";
import { PyAlias } from "../model/alias.ts";
import { dictClass, frozensetClass } from "../model/classes.ts";
import { PyBytes, PyList, PyTuple } from "../model/containers.ts";
import { PyException, typeError, unavailable } from "../model/exceptions.ts";
import { PyBuiltin, PyFunction, PyGetSet, PyMethod } from "../model/functions.ts";
import type { PyModule } from "../model/module.ts";
import { type Runtime, spend } from "../model/runtime.ts";
import { PyDict, PySet } from "../model/table.ts";
import { PyClass, PyObject, type Value } from "../model/value.ts";
import { builtin, method, variadic } from "../types/define.ts";
import { digests } from "./digests.ts";
import { literalValue } from "./literal.ts";

function texts(m: Runtime, value: Value | undefined): string[] {
  return collect(m, value ?? null).map((v) => textOf(v) ?? "");
}

/** What `cls[item]` is for the classes that are written in Python. */
const alias = builtin("alias", 2, (_m, [cls, item]) => (cls instanceof PyClass ? new PyAlias(cls, item ?? null) : null));

/** A method with parameters that are known only when it is made; `body` gets their values in order. */
const bound = builtin("bound", 6, (m, [qualname, names, defaults, keywordOnly, keywordDefaults, body]) => {
  const positional = texts(m, names);
  const named = texts(m, keywordOnly);
  const given = new Map<string, Value>();
  if (keywordDefaults instanceof PyDict) for (const { key, value } of keywordDefaults.table.list()) given.set(String(key), value);
  const callee = {
    qualname: textOf(qualname ?? null) ?? "",
    parameters: {
      names: [...positional, ...named],
      positional: positional.length,
      positionalOnly: 0,
      keywordOnly: named.length,
      hasRest: false,
      hasKeywords: false,
    },
    defaults: collect(m, defaults ?? null),
    keywordDefaults: given,
  };
  const name = callee.qualname.split(".").at(-1) ?? "";
  return new PyBuiltin(
    name,
    (n, args, keywords) => {
      const slots: (Value | undefined)[] = new Array(callee.parameters.names.length);
      bindArguments(callee, args, keywords, slots);
      return call(
        n,
        body ?? null,
        slots.map((s) => s ?? null),
      );
    },
    { isMethod: true },
  );
});

/** A field of a named tuple. */
const itemProperty = builtin("item_property", 2, (m, [at]) => {
  const place = Number(index(m, at ?? null));
  return new PyGetSet(`${place}`, (_n, self) => (self instanceof PyTuple ? self.items[place] : undefined));
});

/** Notes what a class must define before it has instances. */
const setAbstract = builtin("set_abstract", 2, (m, [cls, names]) => {
  if (!(cls instanceof PyClass)) return null;
  cls.abstractMethods = texts(m, names).sort();
  const set = new PySet(frozensetClass);
  for (const name of cls.abstractMethods) tableSet(m, set.table, name, true);
  cls.define("__abstractmethods__", set);
  return null;
});

/** Of a function: name, kind and default (as a list of one, or empty) of each parameter. */
const parametersOf = builtin("parameters_of", 1, (_m, [given]) => {
  const method_ = given instanceof PyMethod ? given : undefined;
  const callee = method_ ? method_.callee : (given ?? null);
  if (!(callee instanceof PyFunction)) throw typeError(`${typeName(given ?? null)} is not a function of the file`);
  const { parameters } = callee.code;
  const firstDefault = parameters.positional - callee.defaults.length;
  const rows = parameters.names.map((name, at) => {
    const isRest = parameters.hasRest && at === parameters.positional;
    const isOthers = parameters.hasKeywords && at === parameters.names.length - 1;
    const kind = at < parameters.positionalOnly ? 0 : at < parameters.positional ? 1 : isRest ? 2 : isOthers ? 4 : 3;
    const value = kind < 2 ? callee.defaults[at - firstDefault] : kind === 3 ? callee.keywordDefaults.get(name) : undefined;
    return new PyTuple([name, kind, new PyList(value === undefined ? [] : [value])]);
  });
  return new PyList(method_ ? rows.slice(1) : rows);
});

const isGenerator = builtin("is_generator", 1, (_m, [given]) => given instanceof PyFunction && given.code.isGenerator);

/** The lines that an exception went through: file, line and function of each. */
const stackOf = builtin("stack_of", 1, (_m, [error]) => {
  const stack = error instanceof PyException ? (error.stack ?? []) : [];
  return new PyList(stack.map(({ file, line, name }) => new PyTuple([file, line, name])));
});

/** A digest of bytes, by its name. */
const digestOf = builtin("digest_of", 2, (m, [name, data]) => {
  const digest = digests[textOf(name ?? null) ?? ""];
  if (!digest || !(data instanceof PyBytes)) throw typeError("a digest is made of bytes");
  spend(m, data.bytes.length);
  return new PyBytes(digest(data.bytes));
});

/** The value of an annotation that is kept as its text, over a dict of names. */
const evaluated = builtin("evaluated", 2, (m, [text, names]) => {
  const entries = names instanceof PyDict ? [...names.table.list()] : [];
  spend(m, entries.length);
  return m.evaluateOver(String(text), new Map(entries.map(({ key, value }) => [String(key), value])));
});

/** Raises that something is not available here. */
const refuse = builtin("unavailable", { least: 1, most: 2, names: [] }, (_m, [what, why]) => {
  throw unavailable(String(what), why === undefined ? "" : String(why));
});

export function evaluatorModule(): PyModule {
  return hostModule("_evaluator", {
    bound,
    alias,
    item_property: itemProperty,
    set_abstract: setAbstract,
    parameters_of: parametersOf,
    is_generator: isGenerator,
    literal: literalValue,
    stack_of: stackOf,
    digest_of: digestOf,
    evaluated,
    unavailable: refuse,
  });
}

/** A function with arguments that are given already. */
export class PyPartial extends PyObject {
  callee: Value = null;
  args: readonly Value[] = [];
  keywords = new Map<string, Value>();
}

const partialClass: PyClass = hostClass({
  name: "partial",
  module: "functools",
  open: true,
  construct: (_m, cls, args, keywords) => {
    const [callee, ...rest] = args;
    if (callee === undefined) throw typeError("type 'partial' takes at least one argument");
    const made = new PyPartial(cls);
    // A partial of a partial is one of the function itself.
    const inner = callee instanceof PyPartial && callee.cls === partialClass && !callee.attrs?.size ? callee : undefined;
    made.callee = inner ? inner.callee : callee;
    made.args = inner ? [...inner.args, ...rest] : rest;
    made.keywords = new Map([...(inner?.keywords ?? []), ...(keywords ?? [])]);
    return made;
  },
  members: {
    __call__: new PyBuiltin(
      "__call__",
      (m, [self, ...args], keywords) => {
        if (!(self instanceof PyPartial)) throw typeError("a partial is needed");
        const named = self.keywords.size === 0 && !keywords ? undefined : new Map([...self.keywords, ...(keywords ?? [])]);
        return call(m, self.callee, self.args.length === 0 ? args : [...self.args, ...args], named);
      },
      { isMethod: true },
    ),
    func: new PyGetSet("func", (_m, self) => (self instanceof PyPartial ? self.callee : undefined)),
    args: new PyGetSet("args", (_m, self) => (self instanceof PyPartial ? new PyTuple(self.args) : undefined)),
    keywords: new PyGetSet("keywords", (_m, self) => {
      if (!(self instanceof PyPartial)) return undefined;
      const made = new PyDict(dictClass);
      for (const [name, value] of self.keywords) made.setText(name, value);
      return made;
    }),
    __repr__: method("__repr__", 0, (m, self) => {
      if (!(self instanceof PyPartial)) return "";
      const named = [...self.keywords].map(([name, value]) => `${name}=${repr(m, value)}`);
      return `functools.partial(${[self.callee, ...self.args]
        .map((v) => repr(m, v))
        .concat(named)
        .join(", ")})`;
    }),
  },
});

const reduce = variadic("reduce", (m, args) => {
  const [callee, values, initial] = args;
  if (values === undefined) throw typeError(`reduce expected at least 2 arguments, got ${args.length}`);
  let total = initial;
  each(m, values, (item) => {
    total = total === undefined ? item : call(m, callee ?? null, [total, item]);
    return true;
  });
  if (total === undefined) throw typeError("reduce() of empty iterable with no initial value");
  return total;
});

export function functoolsNatives(): PyModule {
  return hostModule("_functools", { partial: partialClass, reduce });
}
