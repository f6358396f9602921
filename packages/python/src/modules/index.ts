/** The modules that the evaluator has of its own: some of the host, some written in Python. */
import { hostModule } from "../host/native.ts";
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
import { collectionsSource } from "./sources/collections.ts";
import { collectionsAbcSource } from "./sources/collectionsAbc.ts";
import { bisectSource, heapqSource, pathlibSource, pprintSource, threadingSource } from "./sources/common.ts";
import { contextlibSource } from "./sources/contextlib.ts";
import { contextvarsSource } from "./sources/contextvars.ts";
import { dataclassesSource } from "./sources/dataclasses.ts";
import { datetimeSource } from "./sources/datetime.ts";
import { enumSource } from "./sources/enum.ts";
import { fractionsSource } from "./sources/fractions.ts";
import { functoolsSource } from "./sources/functools.ts";
import {
  fnmatchSource,
  importlibUtilSource,
  numpyTestingSource,
  numpyTypingSource,
  packagingVersionSource,
  weakrefSource,
} from "./sources/further.ts";
import { hashlibSource } from "./sources/hashlib.ts";
import { inspectSource } from "./sources/inspect.ts";
import { loggingHandlersSource } from "./sources/loggingHandlers.ts";
import { numpyLinalgSource, numpyMoreSource, numpyRandomSource } from "./sources/numpyMore.ts";
import { astSource, structSource } from "./sources/parsing.ts";
import { argparseSource, platformSource, randomSource } from "./sources/scripts.ts";
import { abcSource, copySource, numbersSource, stringSource, typesSource, warningsSource } from "./sources/small.ts";
import { statisticsSource } from "./sources/statistics.ts";
import { configparserSource, csvSource } from "./sources/tables.ts";
import { ioSource, mockSource, textwrapSource, unittestSource } from "./sources/testing.ts";
import { tracebackSource } from "./sources/traceback.ts";
import { typingSource } from "./sources/typing.ts";
import { userCollectionsSource } from "./sources/userCollections.ts";
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

const sources: ReadonlyMap<string, string> = new Map([
  ["_logging_handlers", loggingHandlersSource],
  ["_numpy_more", numpyMoreSource],
  ["abc", abcSource],
  ["argparse", argparseSource],
  ["ast", astSource],
  ["bisect", bisectSource],
  ["collections", collectionsSource],
  ["collections.abc", collectionsAbcSource],
  ["_user_collections", userCollectionsSource],
  ["configparser", configparserSource],
  ["contextlib", contextlibSource],
  ["contextvars", contextvarsSource],
  ["copy", copySource],
  ["csv", csvSource],
  ["dataclasses", dataclassesSource],
  ["datetime", datetimeSource],
  ["enum", enumSource],
  ["fnmatch", fnmatchSource],
  ["fractions", fractionsSource],
  ["functools", functoolsSource],
  ["hashlib", hashlibSource],
  ["heapq", heapqSource],
  ["importlib.util", importlibUtilSource],
  ["inspect", inspectSource],
  ["io", ioSource],
  ["numbers", numbersSource],
  ["numpy.linalg", numpyLinalgSource],
  ["numpy.random", numpyRandomSource],
  ["numpy.testing", numpyTestingSource],
  ["numpy.typing", numpyTypingSource],
  ["packaging", ""],
  ["packaging.version", packagingVersionSource],
  ["pathlib", pathlibSource],
  ["platform", platformSource],
  ["pprint", pprintSource],
  ["random", randomSource],
  ["statistics", statisticsSource],
  ["string", stringSource],
  ["struct", structSource],
  ["textwrap", textwrapSource],
  ["threading", threadingSource],
  ["traceback", tracebackSource],
  ["types", typesSource],
  ["typing", typingSource],
  ["typing_extensions", typingSource],
  ["unittest", unittestSource],
  ["unittest.mock", mockSource],
  ["warnings", warningsSource],
  ["weakref", weakrefSource],
]);

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
  return makers.has(name) || sources.has(name);
}

/** The text of a module that is written in Python. */
export function sourceOf(name: string): string | undefined {
  return sources.get(name);
}
