/** `logging`: records go to the machine's log, with the line that wrote them. */

import { truth } from "../core/equality.ts";
import { collect } from "../core/iteration.ts";
import { index, intOf, textOf } from "../core/numbers.ts";
import { percentFormat } from "../core/percent.ts";
import { call, getAttribute, typeName } from "../core/protocol.ts";
import { messageOf, str } from "../core/representation.ts";
import { hostClass, hostFunction, hostMethod, hostModule } from "../host/native.ts";
import { PyList, PyTuple } from "../model/containers.ts";
import { narrowing, PyException, typeError, valueError } from "../model/exceptions.ts";
import { PyBuiltin, PyGetSet } from "../model/functions.ts";
import type { PyModule } from "../model/module.ts";
import type { Runtime } from "../model/runtime.ts";
import { PyDict } from "../model/table.ts";
import { type PyClass, PyObject, type Value } from "../model/value.ts";
import { variadic } from "../types/define.ts";

const levels = { CRITICAL: 50, FATAL: 50, ERROR: 40, WARNING: 30, WARN: 30, INFO: 20, DEBUG: 10, NOTSET: 0 } as const;

const names = new Map<number, string>([
  [50, "CRITICAL"],
  [40, "ERROR"],
  [30, "WARNING"],
  [20, "INFO"],
  [10, "DEBUG"],
  [0, "NOTSET"],
]);

const levelName = (m: Runtime, level: number): string => loggersOf(m).levelNames.get(level) ?? `Level ${level}`;

function levelOf(m: Runtime, value: Value): number {
  const text = textOf(value);
  if (text !== undefined) {
    const known = loggersOf(m).levels.get(text);
    if (known === undefined) throw valueError(`Unknown level: '${text}'`);
    return known;
  }
  if (intOf(value) === undefined) throw typeError(`Level not an integer or a valid string: ${str(m, value)}`);
  return Number(index(m, value));
}

class Logger extends PyObject {
  level = 0;
  isOff = false;
  readonly handlers = new PyList([]);
  readonly filters = new PyList([]);

  constructor(
    cls: PyClass,
    readonly name: string,
    readonly parent: Logger | undefined,
  ) {
    super(cls);
    this.level = parent ? 0 : levels.WARNING;
  }

  get effective(): number {
    return this.level === 0 && this.parent ? this.parent.effective : this.level;
  }

  /** Whether a record may reach a handler of the file. */
  get hasHandlers(): boolean {
    if (this.handlers.items.length > 0) return true;
    return this.attrs?.get("propagate") !== false && this.parent?.hasHandlers === true;
  }
}

/** The text of a record: `message % args`, where there are any. */
function textOfRecord(m: Runtime, message: Value, args: readonly Value[]): string {
  const text = str(m, message);
  if (args.length === 0) return text;
  const [only] = args;
  const values = args.length === 1 && only instanceof PyDict && only.table.size > 0 ? only : new PyTuple(args);
  const { frame } = m;
  try {
    return percentFormat(m, text, values);
  } catch (error) {
    // Wrong arguments of a record are reported by Python's logging, and do not end the program.
    if (!(error instanceof PyException)) throw error;
    m.frame = frame;
    return `${text} (${messageOf(m, error)})`;
  }
}

/**
 * All records are kept, whatever the levels say: they answer why a check said no. Python shows those of WARNING and
 * above, or what `setLevel` and `basicConfig` ask for.
 */
function write(m: Runtime, logger: Logger, level: number, message: Value, args: readonly Value[]): null {
  const { frame } = m;
  const isShown = level >= logger.effective && level > loggersOf(m).disabled && !logger.isOff;
  if (isShown && logger.hasHandlers) {
    const place: readonly Value[] = [frame?.code.file ?? "", frame?.line ?? 0, frame?.code.name ?? ""];
    call(m, getAttribute(m, handlersModule(m), "handle"), [logger, level, levelName(m, level), ...place, message, new PyTuple(args)]);
  }
  // Writing a record takes longer than most checks do.
  if (!m.tracing && m.log.length >= m.logLimit) return null;
  m.emit({
    logger: logger.name,
    level: levelName(m, level),
    message: textOfRecord(m, message, args),
    file: frame?.code.file ?? "",
    line: frame?.line ?? 0,
    isShown,
  });
  return null;
}

const methods: readonly (readonly [name: string, level: number])[] = [
  ["debug", 10],
  ["info", 20],
  ["warning", 30],
  ["warn", 30],
  ["error", 40],
  ["exception", 40],
  ["critical", 50],
  ["fatal", 50],
];

function loggerClass(): PyClass {
  const of = narrowing(Logger, (self) => typeError(`a Logger is needed, not ${typeName(self)}`));
  const members: Record<string, Value> = {
    name: new PyGetSet("name", (_m, self) => of(self).name),
    level: new PyGetSet("level", (_m, self) => of(self).level),
    disabled: new PyGetSet(
      "disabled",
      (_m, self) => of(self).isOff,
      (m, self, value) => {
        of(self).isOff = truth(m, value ?? null);
      },
    ),
    parent: new PyGetSet("parent", (_m, self) => of(self).parent ?? null),
    setLevel: hostMethod("setLevel", "self, level", (m, self, level) => {
      of(self).level = levelOf(m, level);
      return null;
    }),
    getEffectiveLevel: hostMethod("getEffectiveLevel", "self", (_m, self) => of(self).effective),
    isEnabledFor: hostMethod("isEnabledFor", "self, level", (m, self, given) => {
      const level = levelOf(m, given);
      return level >= of(self).effective && level > loggersOf(m).disabled;
    }),
    getChild: hostMethod("getChild", "self, suffix", (m, self, suffix) => loggersOf(m).named(`${of(self).name}.${textOf(suffix) ?? ""}`)),
    log: new PyBuiltin(
      "log",
      (m, [self, level, message, ...args]) => write(m, of(self ?? null), levelOf(m, level ?? null), message ?? null, args),
      {
        isMethod: true,
      },
    ),
    __repr__: hostMethod("__repr__", "self", (m, self) => `<Logger ${of(self).name} (${levelName(m, of(self).effective)})>`),
  };
  for (const [list, name] of [
    ["handlers", "Handler"],
    ["filters", "Filter"],
  ] as const) {
    members[list] = new PyGetSet(list, (_m, self) => of(self)[list]);
    members[`add${name}`] = hostMethod(`add${name}`, "self, one", (_m, self, one = null) => {
      const { items } = of(self)[list];
      if (!items.includes(one)) items.push(one);
      return null;
    });
    members[`remove${name}`] = hostMethod(`remove${name}`, "self, one", (_m, self, one = null) => {
      const { items } = of(self)[list];
      const at = items.indexOf(one);
      if (at >= 0) items.splice(at, 1);
      return null;
    });
  }
  members.hasHandlers = hostMethod("hasHandlers", "self", (_m, self) => of(self).hasHandlers);
  for (const [name, level] of methods) {
    members[name] = new PyBuiltin(name, (m, [self, message, ...args]) => write(m, of(self ?? null), level, message ?? null, args), {
      isMethod: true,
    });
  }
  return hostClass({ name: "Logger", module: "logging", open: true, members });
}

class Loggers {
  private readonly cls = loggerClass();
  readonly root = new Logger(this.cls, "root", undefined);
  private readonly all = new Map<string, Logger>();
  readonly levelNames = new Map(names);
  readonly levels = new Map<string, number>(Object.entries(levels));
  /** Records up to this level are not shown. */
  disabled = 0;

  named(name: string): Logger {
    if (name === "" || name === "root") return this.root;
    const known = this.all.get(name);
    if (known) return known;
    // Those above are made with it, each below the next.
    let parent = this.root;
    for (let dot = name.indexOf("."); ; dot = name.indexOf(".", dot + 1)) {
      const part = dot < 0 ? name : name.slice(0, dot);
      const made: Logger = this.all.get(part) ?? new Logger(this.cls, part, parent);
      this.all.set(part, made);
      if (dot < 0) return made;
      parent = made;
    }
  }
}

function loggersOf(m: Runtime): Loggers {
  const known = m.kept.get(Loggers);
  if (known instanceof Loggers) return known;
  const made = new Loggers();
  m.kept.set(Loggers, made);
  return made;
}

/** Handlers and what they need, in Python. */
function handlersModule(m: Runtime): Value {
  return m.importModule("_logging_handlers", { isGuarded: true });
}

const ofHandlers: ReadonlySet<string> = new Set([
  "Filterer",
  "Filter",
  "LogRecord",
  "Formatter",
  "Handler",
  "StreamHandler",
  "FileHandler",
  "NullHandler",
  "LoggerAdapter",
]);

/** `logging`, made for one machine. */
export function loggingModule(m: Runtime): PyModule {
  const loggers = loggersOf(m);
  const members = {
    ...levels,
    root: loggers.root,
    Logger: loggers.root.cls,
    getLogger: hostFunction("getLogger", "name=None", (_m, name) => loggers.named(textOf(name) ?? "")),
    basicConfig: hostFunction("basicConfig", "**kwargs", (n, options) => {
      const level = options instanceof PyDict ? options.getText("level") : undefined;
      if (level !== undefined && level !== null) loggers.root.level = levelOf(n, level);
      const handlers = options instanceof PyDict ? options.getText("handlers") : undefined;
      if (handlers !== undefined && handlers !== null)
        for (const handler of collect(n, handlers)) loggers.root.handlers.items.push(handler);
      return null;
    }),
    getLevelName: hostFunction("getLevelName", "level", (n, level) => {
      const text = textOf(level);
      return text === undefined ? levelName(n, levelOf(n, level)) : (loggers.levels.get(text) ?? `Level ${text}`);
    }),
    log: variadic("log", (n, [level, message, ...args]) => write(n, loggers.root, levelOf(n, level ?? null), message ?? null, args)),
    disable: hostFunction("disable", "level=50", (n, level) => {
      loggers.disabled = levelOf(n, level);
      return null;
    }),
    captureWarnings: hostFunction("captureWarnings", "capture", () => null),
    addLevelName: hostFunction("addLevelName", "level, levelName", (n, level, name) => {
      const text = str(n, name);
      loggers.levelNames.set(levelOf(n, level), text);
      loggers.levels.set(text, levelOf(n, level));
      return null;
    }),
    getLoggerClass: hostFunction("getLoggerClass", "", () => loggers.root.cls),
  };
  const made = hostModule("logging", members, (n, name) => (ofHandlers.has(name) ? getAttribute(n, handlersModule(n), name) : undefined));
  for (const [name, level] of methods) {
    made.names.set(
      name,
      variadic(name, (n, [message, ...args]) => write(n, loggers.root, level, message ?? null, args)),
    );
  }
  made.names.set("__path__", "");
  return made;
}

/** `_logging`: what `warnings` writes. */
export function warnedModule(): PyModule {
  return hostModule("_logging", {
    warned: hostFunction("warned", "message, category", (m, message, category) => {
      // The line is that of the call of `warn`, not of `warn` itself.
      let frame = m.frame;
      while (frame?.code.file.startsWith("<")) frame = frame.back;
      m.emit({
        logger: "warnings",
        level: textOf(category) ?? "",
        message: textOf(message) ?? "",
        file: frame?.code.file ?? "",
        line: frame?.line ?? 0,
        isShown: true,
      });
      return null;
    }),
  });
}
