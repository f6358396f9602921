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
    "array asyncio atexit base64 binascii calendar codecs concurrent ctypes " +
    "decimal difflib dis email fnmatch gc getpass glob gzip html http importlib ipaddress keyword linecache locale lzma mmap " +
    "multiprocessing optparse pickle pkgutil queue reprlib sched secrets select shelve shlex shutil signal socket " +
    "distutils graphlib sqlite3 ssl stat subprocess sysconfig tarfile tempfile timeit tokenize tomllib unicodedata urllib uuid " +
    "weakref xml zipfile zlib zoneinfo"
  ).split(" "),
);

/** Names of imports that nobody here knows, by the exceptions that complain of their use. */
const unowned = new WeakMap<PyException, string>();

function ownerOf(module: string): string | undefined {
  if (module === "numpy") return "numpy";
  return ofPython.has(module) || hasModule(module) ? "Python" : undefined;
}

/** The module of an import that may be a file next to the others: it is neither of TVM nor of Python. */
export function moduleMeant(unknown: string): string | undefined {
  const [module = "", name, inside] = unknown.split(".");
  return name === undefined || inside !== undefined || module === "tvm" || ownerOf(module) ? undefined : module;
}

/** The module that may be a file, where an exception complains of the use of an import of it. */
export function moduleMissed(error: PyException): string | undefined {
  const name = unowned.get(error);
  return name === undefined ? undefined : moduleMeant(name);
}

/** What is raised where a file uses what does not exist here; `closed` is the file of it that is not open. */
export function misused(name: string, misuse: Misuse, closed?: string): PyException {
  const [module = ""] = name.split(".");
  const owner = ownerOf(module);
  const what = closed ? `of ${closed}, which is not open` : owner ? `part of ${owner}, but not of Relayscope` : "not part of TVM 0.19.0";
  const isOfModule = misuse.kind === "attribute";
  const how = misuse.kind === "call" ? "the file calls it" : "a class of the file is derived from it";
  const error = targetError(`${name} is ${what}, and ${isOfModule ? `the file asks for its ${misuse.name}` : how}`);
  if (closed === undefined) unowned.set(error, isOfModule && !name.includes(".") ? `${name}.${misuse.name}` : name);
  return error;
}

/**
 * A part of the reference that does not exist here. Files may pass it around, call it and decorate functions with it,
 * as they do with schedules and code generators. Inspecting it stops the program, since its properties are unknown
 * here. So does calling what acts by itself, and what became of a function of the file under such a decorator.
 */
export class MissingObject extends PyObject {
  constructor(
    readonly name: string,
    cls: PyClass = missingClass,
    readonly isDecorated = false,
  ) {
    super(cls);
  }

  override classAsked(): void {
    throw new NotBuilt(this.name);
  }

  override toString(): string {
    throw new NotBuilt(this.name);
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

/** Several methods that inspect the object. */
const askingAll = (methods: string, signature = "self"): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    methods
      .split(" ")
      .map((name) => `__${name}__`)
      .map((name) => [name, asking(name, signature)]),
  );

/** Parts of the compiler, where what a function does can reach the module, the registries or the file. */
const compiler = /^tvm\.(?:_ffi|build|driver|error|instrument|ir|lower|relay|runtime|target|testing|transform)\b/;

/**
 * Functions that are called for what they do. Those that make something are not refused until it is looked at. What
 * registers functions of schedules is left out.
 */
const acting =
  /\.(?:(?:assert|build|check|create_executor|debug|lower|optimize|remove|run|save|set|update)(?:_\w+)?|register_(?!intrin_lowering|df_node|extension)\w+|(?:op|datatype)\.register)$/;

/** Attributes that any function and class has. */
const ofAll: ReadonlySet<string> = new Set(["__name__", "__qualname__", "__doc__", "__module__", "__dict__"]);

/** Classes from which others are derived that exist here. */
const bases: ReadonlySet<string> = new Set(["Scriptable", "ObjectBase", "ObjectGeneric", "PyNativeObject", "NDArrayBase", "ObjectTypes"]);

/** Whether some value that exists here can be of a missing class. Functions and modules are not classes. */
function mayHaveInstances(name: string): boolean {
  const last = name.slice(name.lastIndexOf(".") + 1);
  return !/^[A-Z]\w*$/.test(last) || bases.has(last);
}

/** What a class of the file inherits from a class of the reference that does not exist here. */
const derivedFrom = (name: string): PyClass => {
  const refused = (signature: string, method: string) =>
    hostMethod(method, signature, () => {
      throw new NotBuilt(name);
    });
  return hostClass({
    name: name.slice(name.lastIndexOf(".") + 1),
    module: name.slice(0, Math.max(0, name.lastIndexOf("."))),
    open: true,
    members: {
      __init__: hostMethod("__init__", "self, *args, **kwargs", () => null),
      __getattr__: hostMethod("__getattr__", "self, name", (_m, _self, attribute = null) => {
        if (String(attribute).startsWith("__")) throw raised("AttributeError", attribute);
        throw new NotBuilt(`${name}.${String(attribute)}`);
      }),
      __eq__: refused("self, other", "__eq__"),
      __hash__: refused("self", "__hash__"),
      __repr__: refused("self", "__repr__"),
    },
  });
};

export const missingClass: PyClass = hostClass({
  name: "Missing",
  module: "__main__",
  members: {
    __getattr__: hostMethod("__getattr__", "self, name", (_m, self = null, name = null) => {
      if (ofAll.has(String(name))) throw new NotBuilt(nameOf(self));
      if (String(name).startsWith("__")) throw raised("AttributeError", name);
      // Where the compiler takes an expression, it asks whether it is the wrapper of a tuple.
      if (name === "astuple") throw new NotBuilt(nameOf(self));
      return partOf(self, `.${String(name)}`);
    }),
    __call__: hostMethod("__call__", "self, *args, **kwargs", (_m, self = null, args = null) => {
      const name = nameOf(self);
      if ((self instanceof MissingObject && self.isDecorated) || (compiler.test(name) && acting.test(name))) throw new NotBuilt(name);
      const [only, ...others] = args instanceof PyTuple ? args.items : [];
      const isDecorated = others.length === 0 && (only instanceof PyFunction || only instanceof PyClass);
      return new MissingObject(`${name}(...)`, missingClass, isDecorated);
    }),
    __getitem__: hostMethod("__getitem__", "self, key", (_m, self = null) => partOf(self, "[...]")),
    __mro_entries__: hostMethod("__mro_entries__", "self, bases", (_m, self = null) => new PyTuple([derivedFrom(nameOf(self))])),
    __instancecheck__: hostMethod("__instancecheck__", "self, value", (_m, self = null, value = null) => {
      if (mayHaveInstances(nameOf(self)) || value instanceof MissingObject) throw new NotBuilt(nameOf(self));
      return false;
    }),
    // A context of the compiler changes what passes make; those of other parts concern schedules and runtimes.
    __enter__: hostMethod("__enter__", "self", (_m, self = null) => {
      if (/^tvm\.(?:ir|relay|target|transform)\./.test(nameOf(self))) throw new NotBuilt(nameOf(self));
      return self;
    }),
    __exit__: hostMethod("__exit__", "self, kind, value, traceback", () => null),
    // A union, in annotations.
    __or__: hostMethod("__or__", "self, other", (_m, self = null) => partOf(self, " | ...")),
    __ror__: hostMethod("__ror__", "self, other", (_m, self = null) => partOf(self, " | ...")),
    ...askingAll("bool iter len int float index complex reversed next neg pos abs invert round repr str bytes"),
    ...askingAll("contains eq ne lt le gt ge add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod", "self, other"),
    ...askingAll("pow rpow and rand xor rxor lshift rlshift rshift rrshift matmul rmatmul format subclasscheck delitem", "self, other"),
    ...askingAll("setattr setitem", "self, name, value"),
    __hash__: hostMethod("__hash__", "self", () => 0),
  },
});
