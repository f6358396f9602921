/** What can be called, and what binds: functions of the file, of the host, methods, properties. */
import {
  builtinFunctionClass,
  classMethodClass,
  functionClass,
  getSetClass,
  methodClass,
  methodDescriptorClass,
  propertyClass,
  slotWrapperClass,
  staticMethodClass,
} from "./classes.ts";
import type { CodeInfo, Runtime } from "./runtime.ts";
import { type Cell, type Keywords, type PyClass, PyObject, type Value } from "./value.ts";

/** Parameters, of a function of the file or of one that the host describes with `signature`. */
export interface Parameters {
  /** Names in the order of their slots: positional ones, `*args`, keyword-only ones, `**kwargs`. */
  readonly names: readonly string[];
  /** How many of the positional ones can't be given by name. */
  readonly positionalOnly: number;
  readonly positional: number;
  readonly keywordOnly: number;
  readonly hasRest: boolean;
  readonly hasKeywords: boolean;
}

/** The running part of a function of the file, compiled once. */
export interface Code extends CodeInfo {
  readonly parameters: Parameters;
  /** Names that it reads, but for those that only functions inside read. */
  readonly names: ReadonlySet<string>;
  /** Slots of a frame: parameters first. */
  readonly slotCount: number;
  readonly isGenerator: boolean;
  readonly doc: string | null;
  /** Runs the body over bound slots and returns its result; for a generator function, the generator. */
  run(m: Runtime, callee: PyFunction, slots: (Value | undefined)[]): Value;
}

/** A function of the file. */
export class PyFunction extends PyObject {
  name: string;
  /** Of the last positional parameters. */
  defaults: readonly Value[];
  /** Of keyword-only parameters. */
  keywordDefaults: ReadonlyMap<string, Value>;
  annotations: PyObject | undefined = undefined;

  constructor(
    readonly code: Code,
    readonly globals: Map<string, Value>,
    readonly cells: Cell[],
    public qualname: string,
  ) {
    super(functionClass);
    this.name = code.name;
    this.defaults = [];
    this.keywordDefaults = new Map();
  }
}

export type Native = (m: Runtime, args: readonly Value[], keywords: Keywords | undefined) => Value;

/** A function of the host. In a class it binds as a method where `isMethod` says so. */
export class PyBuiltin extends PyObject {
  readonly isMethod: boolean;
  /** `list.append`, where it is a method of a class. */
  qualname: string;
  module = "builtins";
  /** How it is called, for help: `(x, y=None)`. */
  readonly signature: string | undefined;

  constructor(
    readonly name: string,
    readonly call: Native,
    options: { isMethod?: boolean; signature?: string } = {},
  ) {
    super(options.isMethod ? (name.startsWith("__") ? slotWrapperClass : methodDescriptorClass) : builtinFunctionClass);
    this.qualname = name;
    this.isMethod = options.isMethod ?? false;
    this.signature = options.signature;
  }
}

/** A function with its first argument. */
export class PyMethod extends PyObject {
  constructor(
    readonly callee: Value,
    readonly self: Value,
  ) {
    super(methodClass);
  }
}

/**
 * An attribute of host objects. `get` returns undefined if the object has none; without `set` the attribute is
 * read-only.
 */
export class PyGetSet extends PyObject {
  readonly set: ((m: Runtime, self: Value, value: Value | undefined) => void) | undefined;

  constructor(
    readonly name: string,
    readonly get: (m: Runtime, self: Value) => Value | undefined,
    set?: (m: Runtime, self: Value, value: Value | undefined) => void,
  ) {
    super(getSetClass);
    this.set = set;
  }
}

export class PyProperty extends PyObject {
  name: string | undefined = undefined;

  constructor(
    readonly getter: Value,
    readonly setter: Value,
    readonly deleter: Value,
    cls: PyClass = propertyClass,
  ) {
    super(cls);
  }
}

export class PyStaticMethod extends PyObject {
  constructor(readonly callee: Value) {
    super(staticMethodClass);
  }
}

export class PyClassMethod extends PyObject {
  constructor(readonly callee: Value) {
    super(classMethodClass);
  }
}
