/** The modules that the evaluator has of its own: some of the host, some written in Python. */
/// <reference types="vite/types/importMeta.d.ts" />
import { hostModule } from "../host/native.ts";
import { textsByModule } from "../host/textsByModule.ts";
import { PyModule } from "../model/module.ts";
import type { Runtime } from "../model/runtime.ts";
import { numpyModule } from "../numpy/module.ts";
import { randomModule } from "../numpy/random.ts";
import { evaluatorModule, functoolsNatives } from "./evaluator.ts";
import { itertoolsModule } from "./itertools.ts";
import { jsonModule } from "./json.ts";
import { loggingModule, warnedModule } from "./logging.ts";
import { mathModule } from "./math.ts";
import { operatorModule } from "./operator.ts";
import { regexModule } from "./regex/module.ts";
import { importlibModule, osModule, pathModule, sysModule, timeModule } from "./system.ts";

const makers: ReadonlyMap<string, (m: Runtime) => PyModule> = new Map([
  ["builtins", builtinsModule],
  ["_evaluator", evaluatorModule],
  ["_functools", functoolsNatives],
  ["_random", randomModule],
  ["_logging", warnedModule],
  ["importlib", importlibModule],
  ["itertools", itertoolsModule],
  ["json", jsonModule],
  ["logging", loggingModule],
  ["math", mathModule],
  ["operator", operatorModule],
  ["numpy", numpyModule],
  ["re", regexModule],
  ["os", osModule],
  ["os.path", pathModule],
  ["sys", sysModule],
  ["time", timeModule],
  [
    "__future__",
    () =>
      hostModule("__future__", { annotations: null, division: null, print_function: null, absolute_import: null, unicode_literals: null }),
  ],
]);

const files = import.meta.glob<string>("../library/**/*.py", { query: "?raw", import: "default", eager: true });

const library = textsByModule(files, "../library/");

function builtinsModule(m: Runtime): PyModule {
  const made = new PyModule("builtins");
  for (const [name, value] of m.builtins) made.names.set(name, value);
  return made;
}

/** A module of the host, made for one machine; undefined where there is none of that name. */
export function nativeModule(m: Runtime, name: string): PyModule | undefined {
  return makers.get(name)?.(m);
}

/** Whether the evaluator has a module of its own. */
export function hasModule(name: string): boolean {
  return makers.has(name) || library.has(name);
}

/** The text of a module that is written in Python: a file of `library`, whose folders are packages as in CPython. */
export function sourceOf(name: string): string | undefined {
  return library.get(name);
}
