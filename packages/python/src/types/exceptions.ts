/** Exceptions: what they hold, and their texts. */
import { collect } from "../core/iteration.ts";
import { repr, reprAsBuiltin, str } from "../core/representation.ts";
import { PyList, PyTuple } from "../model/containers.ts";
import { baseExceptionClass, exceptionClassOf, narrowing, PyException, typeError } from "../model/exceptions.ts";
import { PyBuiltin, PyGetSet } from "../model/functions.ts";
import { attribute, fill, maker, method, procedure } from "./define.ts";

const of = narrowing(PyException, () => typeError("an exception is needed"));

export function fillExceptions(): void {
  fill(baseExceptionClass, [
    maker((_m, cls, args) => new PyException(cls, args)),
    new PyBuiltin(
      "__init__",
      (_m, [self, ...args], keywords) => {
        if (keywords?.size) throw typeError(`${of(self ?? null).cls.name}() takes no keyword arguments`);
        of(self ?? null).args = new PyTuple(args);
        return null;
      },
      { isMethod: true },
    ),
    method("__str__", 0, (m, self) => {
      const { items } = of(self).args;
      const [only] = items;
      if (only === undefined) return "";
      return items.length === 1 ? str(m, only) : repr(m, of(self).args);
    }),
    method("__repr__", 0, (m, self) => reprAsBuiltin(m, self)),
    method("with_traceback", 1, (_m, self) => self),
    procedure("add_note", 1, (_m, self, [note]) => {
      const error = of(self);
      error.attrs ??= new Map();
      const notes = error.attrs.get("__notes__");
      if (notes instanceof PyList) notes.items.push(note ?? null);
      else error.attrs.set("__notes__", new PyList([note ?? null]));
    }),
    new PyGetSet(
      "args",
      (_m, self) => of(self).args,
      (m, self, value) => {
        of(self).args = new PyTuple(collect(m, value ?? null));
      },
    ),
    new PyGetSet(
      "__cause__",
      (_m, self) => of(self).cause,
      (_m, self, value) => {
        of(self).cause = value ?? null;
        of(self).isContextHidden = true;
      },
    ),
    new PyGetSet(
      "__context__",
      (_m, self) => of(self).context ?? null,
      (_m, self, value) => {
        of(self).context = value instanceof PyException ? value : undefined;
      },
    ),
    new PyGetSet(
      "__suppress_context__",
      (_m, self) => of(self).isContextHidden,
      (_m, self, value) => {
        of(self).isContextHidden = value === true;
      },
    ),
    new PyGetSet(
      "__traceback__",
      () => null,
      () => {},
    ),
  ]);
  const keyed = exceptionClassOf("KeyError");
  fill(keyed, [
    method("__str__", 0, (m, self) => {
      const [only, ...more] = of(self).args.items;
      if (only === undefined) return "";
      return more.length === 0 ? repr(m, only) : repr(m, of(self).args);
    }),
  ]);
  const first = (name: string) => attribute(name, (_m, self) => of(self).args.items[0] ?? null);
  fill(exceptionClassOf("StopIteration"), [first("value")]);
  fill(exceptionClassOf("SystemExit"), [first("code")]);
  fillAttributed();
}

/** Exceptions that are made with attributes by keyword. */
function fillAttributed(): void {
  for (const [name, keys] of [
    ["ImportError", ["name", "path"]],
    ["AttributeError", ["name", "obj"]],
    ["NameError", ["name"]],
  ] as const) {
    fill(exceptionClassOf(name), [
      maker((_m, cls, args) => new PyException(cls, args)),
      new PyBuiltin(
        "__init__",
        (_m, [self, ...args], keywords) => {
          const error = of(self ?? null);
          error.args = new PyTuple(args);
          for (const [key, value] of keywords ?? []) {
            if (!(keys as readonly string[]).includes(key)) throw typeError(`'${key}' is an invalid keyword argument for ${name}`);
            error.attrs ??= new Map();
            error.attrs.set(`_${key}`, value);
          }
          return null;
        },
        { isMethod: true },
      ),
      ...keys.map((key) => attribute(key, (_m, self) => of(self).attrs?.get(`_${key}`) ?? null)),
    ]);
  }
  fill(exceptionClassOf("ImportError"), [attribute("msg", (_m, self) => of(self).args.items[0] ?? null)]);
  const system = exceptionClassOf("OSError");
  fill(system, [
    attribute("errno", (_m, self) => (of(self).args.items.length > 1 ? (of(self).args.items[0] ?? null) : null)),
    attribute("strerror", (_m, self) => of(self).args.items[1] ?? null),
    method("__str__", 0, (m, self) => {
      const [number, text, ...more] = of(self).args.items;
      if (number !== undefined && text !== undefined)
        return `[Errno ${str(m, number)}] ${str(m, text)}${more[0] === undefined ? "" : `: ${repr(m, more[0])}`}`;
      return number === undefined ? "" : str(m, number);
    }),
  ]);
}
