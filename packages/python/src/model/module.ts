/** Modules: of files, of the evaluator and of the host. */
import { moduleClass, standInClass } from "./classes.ts";
import type { Runtime } from "./runtime.ts";
import { type PyClass, PyObject, type Value } from "./value.ts";

export class PyModule extends PyObject {
  /** Its globals. */
  readonly names: Map<string, Value>;
  /** The file that it is from; undefined for modules of the host. */
  readonly file: string | undefined;
  /** Makes an attribute that is asked for the first time; undefined where there is none. */
  readonly lazy: ((m: Runtime, name: string) => Value | undefined) | undefined;
  /** Whether the evaluator has it of its own: CPython's may have more names. */
  isOwn = false;

  constructor(
    readonly name: string,
    options: { file?: string; lazy?: (m: Runtime, name: string) => Value | undefined; cls?: PyClass } = {},
  ) {
    super(options.cls ?? moduleClass);
    this.file = options.file;
    this.lazy = options.lazy;
    this.names = new Map<string, Value>([
      ["__name__", name],
      ["__doc__", null],
      ["__package__", name.slice(0, Math.max(0, name.lastIndexOf(".")))],
      ["__loader__", null],
      ["__spec__", null],
    ]);
    this.attrs = this.names;
  }
}

/** How a program uses what is not there. */
export type Misuse = { readonly kind: "attribute"; readonly name: string } | { readonly kind: "call" } | { readonly kind: "derive" };

/** In place of a module, function or class that nobody has: it can be imported, and complains when it is used. */
export class StandIn extends PyModule {
  constructor(
    name: string,
    /** Returns the exception to raise. */
    readonly complain: (misuse: Misuse) => PyObject,
  ) {
    super(name, { cls: standInClass });
    this.names.set("__path__", "");
  }
}
