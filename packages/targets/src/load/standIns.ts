/** Stand-ins for missing modules, functions and classes. Follows StandIn in the oracle's own_target.py. */
import {
  exceptionClassOf,
  hasModule,
  hostClass,
  hostMethod,
  type Misuse,
  PyClass,
  type PyException,
  PyFunction,
  PyObject,
  PyTuple,
  raised,
  type Value,
} from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";

/** The file says too little, or too much, to be run. */
const targetErrorClass: PyClass = hostClass({ name: "TargetError", module: "__main__", bases: [exceptionClassOf("Exception")] });

export function targetError(message: string): PyException {
  return Object.assign(raised(targetErrorClass, message), { isOwnLimit: true });
}

/** Modules of CPython's own library that files of targets use and that do not exist here. */
const ofPython: ReadonlySet<string> = new Set(
  (
    "argparse array asyncio atexit base64 binascii calendar codecs concurrent ctypes " +
    "decimal difflib dis email fnmatch gc getpass glob gzip html http importlib ipaddress keyword linecache locale lzma mmap " +
    "multiprocessing optparse pickle pkgutil platform queue random reprlib sched secrets select shelve shlex shutil signal socket " +
    "distutils graphlib sqlite3 ssl stat subprocess sysconfig tarfile tempfile timeit tokenize tomllib unicodedata urllib uuid " +
    "weakref xml zipfile zlib zoneinfo"
  ).split(" "),
);

/** What is raised where a file uses what does not exist here; `closed` is the file of it that is not open. */
export function misused(name: string, misuse: Misuse, closed?: string): PyException {
  const [module = ""] = name.split(".");
  const owner = module === "numpy" ? "numpy" : ofPython.has(module) || hasModule(module) ? "Python" : undefined;
  const what = closed ? `of ${closed}, which is not open` : owner ? `part of ${owner}, but not of Relayscope` : "not part of TVM 0.19.0";
  if (misuse.kind === "attribute") return targetError(`${name} is ${what}, and the file asks for its ${misuse.name}`);
  const how = misuse.kind === "call" ? "the file calls it" : "a class of the file is derived from it";
  return targetError(`${name} is ${what}, and ${how}`);
}

/**
 * A part of the reference that does not exist here. Files may pass it around, call it and decorate functions with it,
 * as they do with schedules and code generators. Inspecting it stops the program, since its properties are unknown
 * here.
 */
export class MissingObject extends PyObject {
  constructor(
    readonly name: string,
    cls: PyClass = missingClass,
  ) {
    super(cls);
  }
}

/** Stops the program where the compiler is given a part of the reference that does not exist here. */
export function refuseMissing(value: Value): void {
  if (value instanceof MissingObject) throw new NotBuilt(value.name);
}

function partOf(self: Value, what: string): MissingObject {
  return new MissingObject(`${nameOf(self)}${what}`);
}

function nameOf(self: Value): string {
  return self instanceof MissingObject ? self.name : "";
}

/** A method that inspects the object: no program can continue after it. */
const asking = (method: string, signature = "self") =>
  hostMethod(method, signature, (_m, self = null) => {
    throw new NotBuilt(nameOf(self));
  });

export const missingClass: PyClass = hostClass({
  name: "Missing",
  module: "__main__",
  members: {
    __getattr__: hostMethod("__getattr__", "self, name", (_m, self = null, name = null) => {
      if (String(name).startsWith("__")) throw raised("AttributeError", name);
      // Where the compiler takes an expression, it asks whether it is the wrapper of a tuple.
      if (name === "astuple") throw new NotBuilt(nameOf(self));
      return partOf(self, `.${String(name)}`);
    }),
    // A decorator leaves what it decorates as it is.
    __call__: hostMethod("__call__", "self, *args, **kwargs", (_m, self = null, args = null) => {
      const [only, ...others] = args instanceof PyTuple ? args.items : [];
      const isDecorated = others.length === 0 && (only instanceof PyFunction || only instanceof PyClass);
      return isDecorated && only !== undefined ? only : partOf(self, "(...)");
    }),
    __getitem__: hostMethod("__getitem__", "self, key", (_m, self = null) => partOf(self, "[...]")),
    __mro_entries__: hostMethod("__mro_entries__", "self, bases", () => new PyTuple([])),
    __instancecheck__: hostMethod("__instancecheck__", "self, value", () => false),
    // A context of the compiler changes what passes make; those of other parts concern schedules and runtimes.
    __enter__: hostMethod("__enter__", "self", (_m, self = null) => {
      if (/^tvm\.(?:ir|relay|target|transform)\./.test(nameOf(self))) throw new NotBuilt(nameOf(self));
      return self;
    }),
    __exit__: hostMethod("__exit__", "self, kind, value, traceback", () => null),
    __bool__: asking("__bool__"),
    __iter__: asking("__iter__"),
    __len__: asking("__len__"),
    __int__: asking("__int__"),
    __float__: asking("__float__"),
    __index__: asking("__index__"),
    __contains__: asking("__contains__", "self, item"),
    __eq__: asking("__eq__", "self, other"),
    __ne__: asking("__ne__", "self, other"),
    __lt__: asking("__lt__", "self, other"),
    __le__: asking("__le__", "self, other"),
    __gt__: asking("__gt__", "self, other"),
    __ge__: asking("__ge__", "self, other"),
    __repr__: hostMethod("__repr__", "self", (_m, self = null) => `<${nameOf(self)}, which Relayscope does not have>`),
  },
});
