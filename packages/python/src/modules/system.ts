/** `sys`, `os`, `os.path`, `time`, `importlib` and `json`: what of them reaches nothing outside. */
import { collect } from "../core/iteration.ts";
import { textOf } from "../core/numbers.ts";
import { callSpecial, typeName } from "../core/protocol.ts";
import { hostFunction, hostModule } from "../host/native.ts";
import { dictClass, tupleClass, typeClass } from "../model/classes.ts";
import { PyFloat, PyList, PyTuple } from "../model/containers.ts";
import { raised, typeError, unavailable } from "../model/exceptions.ts";
import { PyGetSet } from "../model/functions.ts";
import type { PyModule } from "../model/module.ts";
import type { Runtime } from "../model/runtime.ts";
import { AttributeTable, PyDict } from "../model/table.ts";
import { PyClass, type Value } from "../model/value.ts";
import { fill } from "../types/define.ts";
import { frameAt } from "./frames.ts";
import { outputStream } from "./output.ts";

const versionClass = new PyClass({ name: "version_info", module: "sys", bases: [tupleClass], metaclass: typeClass });
fill(
  versionClass,
  ["major", "minor", "micro", "releaselevel", "serial"].map(
    (name, at) => new PyGetSet(name, (_m, self) => (self instanceof PyTuple ? self.items[at] : undefined)),
  ),
);

const floatInfoClass = new PyClass({ name: "float_info", module: "sys", bases: [tupleClass], metaclass: typeClass });
fill(
  floatInfoClass,
  (
    [
      ["max", Number.MAX_VALUE],
      ["min", 2 ** -1022],
      ["epsilon", Number.EPSILON],
    ] as const
  ).map(([name, value]) => new PyGetSet(name, () => new PyFloat(value))),
);

/** A path as a text. */
function pathOf(m: Runtime, value: Value): string {
  return text(textOf(value) === undefined ? (callSpecial(m, value, "__fspath__", []) ?? value) : value);
}

function text(value: Value): string {
  const found = textOf(value);
  if (found === undefined) throw typeError(`expected str, bytes or os.PathLike object, not ${typeName(value)}`);
  return found;
}

export function sysModule(m: Runtime): PyModule {
  return hostModule("sys", {
    version_info: new PyTuple([3, 11, 7, "final", 0], versionClass),
    version: "3.11.7",
    maxsize: 9223372036854775807n,
    byteorder: "little",
    platform: "linux",
    argv: new PyList([""]),
    path: new PyList([]),
    modules: new PyDict(dictClass, new AttributeTable(m.modules)),
    executable: "",
    float_info: new PyTuple([new PyFloat(Number.MAX_VALUE)], floatInfoClass),
    stdout: outputStream(),
    stderr: outputStream(),
    getrecursionlimit: hostFunction("getrecursionlimit", "", (n) => n.depthLimit),
    setrecursionlimit: hostFunction("setrecursionlimit", "limit", () => null),
    getsizeof: hostFunction("getsizeof", "object, default=0", () => 64),
    exc_info: hostFunction("exc_info", "", (n) => {
      let { frame } = n;
      while (frame && !frame.handled?.length) frame = frame.back;
      const error = frame?.handled?.at(-1);
      return new PyTuple(error ? [error.cls, error, null] : [null, null, null]);
    }),
    _getframe: frameAt,
    intern: hostFunction("intern", "string", (_n, value) => value),
    exit: hostFunction("exit", "status=None", (_n, status) => {
      throw status === null ? raised("SystemExit") : raised("SystemExit", status);
    }),
  });
}

/** A path without `.`, `..` and doubled slashes, as `os.path.normpath` gives it. */
function normal(path: string): string {
  const root = path.startsWith("//") && !path.startsWith("///") ? "//" : path.startsWith("/") ? "/" : "";
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== ".." || root === "") parts.push(part);
  }
  return root + parts.join("/") || ".";
}

function joined(parts: readonly string[]): string {
  let path = "";
  for (const [at, part] of parts.entries()) {
    if (part.startsWith("/") || at === 0) path = part;
    else path += path === "" || path.endsWith("/") ? part : `/${part}`;
  }
  return path;
}

function splitPath(path: string): readonly [string, string] {
  const at = path.lastIndexOf("/") + 1;
  const head = path.slice(0, at);
  return [/^\/+$/.test(head) ? head : head.replace(/(?<!\/)\/+$/, ""), path.slice(at)];
}

function splitExtension(path: string): readonly [string, string] {
  const base = path.slice(path.lastIndexOf("/") + 1);
  const dot = base.lastIndexOf(".");
  if (dot < 0 || /^\.*$/.test(base.slice(0, dot))) return [path, ""];
  const at = path.length - base.length + dot;
  return [path.slice(0, at), path.slice(at)];
}

function absolute(path: string): string {
  return normal(path.startsWith("/") ? path : `/${path}`);
}

export function pathModule(): PyModule {
  const made = hostModule("posixpath", {
    sep: "/",
    join: hostFunction("join", "a, *p", (m, first, rest) => joined([first, ...collect(m, rest)].map((part) => pathOf(m, part)))),
    basename: hostFunction("basename", "p", (m, path) => splitPath(pathOf(m, path))[1]),
    dirname: hostFunction("dirname", "p", (m, path) => splitPath(pathOf(m, path))[0]),
    split: hostFunction("split", "p", (m, path) => new PyTuple(splitPath(pathOf(m, path)))),
    splitext: hostFunction("splitext", "p", (m, path) => new PyTuple(splitExtension(pathOf(m, path)))),
    normpath: hostFunction("normpath", "path", (m, path) => normal(pathOf(m, path))),
    isabs: hostFunction("isabs", "s", (m, path) => pathOf(m, path).startsWith("/")),
    abspath: hostFunction("abspath", "path", (m, path) => absolute(pathOf(m, path))),
    realpath: hostFunction("realpath", "path", (m, path) => absolute(pathOf(m, path))),
    expanduser: hostFunction("expanduser", "path", (_m, path) => path),
    expandvars: hostFunction("expandvars", "path", (_m, path) => path),
  });
  for (const name of ["exists", "isfile", "isdir", "islink", "lexists"])
    made.names.set(
      name,
      hostFunction(name, "path", () => false),
    );
  return made;
}

export function osModule(m: Runtime): PyModule {
  const environment = new PyDict();
  for (const [name, value] of Object.entries(m.environment)) environment.setText(name, value);
  return hostModule(
    "os",
    {
      environ: environment,
      path: pathModule(),
      sep: "/",
      linesep: "\n",
      name: "posix",
      pathsep: ":",
      curdir: ".",
      devnull: "/dev/null",
      getenv: hostFunction("getenv", "key, default=None", (_n, key, otherwise) => {
        const value = environment.getText(text(key));
        return value === undefined ? otherwise : value;
      }),
      getcwd: hostFunction("getcwd", "", () => "/"),
      cpu_count: hostFunction("cpu_count", "", () => 1),
      getpid: hostFunction("getpid", "", () => 1),
      fspath: hostFunction("fspath", "path", (n, path) => pathOf(n, path)),
    },
    (_n, name) => {
      if (
        !/^(open|listdir|mkdir|makedirs|remove|unlink|rmdir|rename|system|popen|walk|stat|access|chdir|chmod|putenv|kill|fork|exec\w*|spawn\w*)$/.test(
          name,
        )
      )
        return undefined;
      return hostFunction(name, "*args, **kwargs", () => {
        throw unavailable(`os.${name}() is`, ": a target file reaches nothing but its input");
      });
    },
  );
}

/** Time does not pass: a file gives the same answers whenever it runs. */
export function timeModule(): PyModule {
  const zero = (name: string) => hostFunction(name, "", () => new PyFloat(0));
  return hostModule("time", {
    time: zero("time"),
    perf_counter: zero("perf_counter"),
    monotonic: zero("monotonic"),
    process_time: zero("process_time"),
    time_ns: hostFunction("time_ns", "", () => 0),
    perf_counter_ns: hostFunction("perf_counter_ns", "", () => 0),
    sleep: hostFunction("sleep", "seconds", () => null),
    strftime: hostFunction("strftime", "format, t=None", (_m, format) => format),
  });
}

export function importlibModule(): PyModule {
  const made = hostModule("importlib", {
    import_module: hostFunction("import_module", "name, package=None", (m, name, package_) => {
      const given = text(name);
      const dots = /^\.*/.exec(given)?.[0].length ?? 0;
      if (dots === 0) return m.importModule(given, { isGuarded: true });
      if (package_ === null) throw typeError(`the 'package' argument is required to perform a relative import for '${given}'`);
      const parts = text(package_).split(".");
      const base = parts.slice(0, parts.length - dots + 1).join(".");
      return m.importModule(`${base}.${given.slice(dots)}`.replace(/\.$/, ""), { isGuarded: true });
    }),
    reload: hostFunction("reload", "module", (_m, module) => module),
    invalidate_caches: hostFunction("invalidate_caches", "", () => null),
  });
  made.names.set("__path__", "");
  return made;
}
