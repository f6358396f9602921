/** What every operation of the evaluator uses: the budget, the running frames, and what the program left. */
import type { Cell, PyObject, Value } from "./value.ts";

/** How much one call of the host may take. Each is linear in time or memory; the defaults are in `machine.ts`. */
export interface Budget {
  /** Rounds of loops, calls, and elements that built-in functions go through. */
  readonly steps: number;
  /** Calls inside calls, as CPython counts them: beyond it a RecursionError. */
  readonly depth: number;
  /** Bytes that values of one call may take in all, counted when they are made and never returned. */
  readonly bytes: number;
}

/** The place of code: in a function, a class body, a module. */
export interface CodeInfo {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Of a function: the variables that a call of it has at that moment, by name. */
  readonly locals?: (frame: Frame) => Map<string, Value>;
}

/** The state of a call of a function of the file, of a class body or of a module. */
export interface Frame {
  readonly m: Runtime;
  readonly code: CodeInfo;
  readonly globals: Map<string, Value>;
  /** Parameters, variables, and what comprehensions and the compiler keep. */
  readonly slots: (Value | undefined)[];
  /** Variables that are shared: those of this frame first, then those of the functions around it. */
  readonly cells: Cell[];
  /** Names of a class body. */
  readonly names: Map<string, Value> | undefined;
  back: Frame | undefined;
  depth: number;
  line: number;
  /** What `return` gave. */
  result: Value;
  /** The exceptions whose handlers run, the innermost last. */
  handled: PyObject[] | undefined;
  /** Of a call that is traced: what is noted of it. */
  trace: unknown;
}

export interface LogRecord {
  readonly logger: string;
  /** DEBUG, INFO, WARNING, ERROR, CRITICAL; of `warnings.warn` its category; `print` of printed lines. */
  readonly level: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  /** Whether Python would write it, with the levels that are set. */
  readonly isShown: boolean;
}

/** Notes what code does while it runs; see `trace`. Its parts are closures over nodes of the tree. */
export interface Tracer {
  /** Returns a closure that also notes the value of an expression. */
  expression(node: TracedNode, run: (f: Frame) => Value): (f: Frame) => Value;
  /** Notes the call that a frame begins; `text` is the file's. */
  enter(frame: Frame, definition: TracedNode, text: string): void;
  /** Notes what the call gave. */
  leave(frame: Frame, value: Value): void;
  /** Notes what the code logs. */
  logged(m: Runtime, said: LogRecord): void;
  /** Returns a closure that also notes that a statement ran. */
  statement(node: TracedNode, exec: (f: Frame) => 0 | 1 | 2 | 3): (f: Frame) => 0 | 1 | 2 | 3;
}

/** What a tracer sees of a node. */
export interface TracedNode {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

export interface Runtime {
  /** Set while calls are traced. */
  readonly tracing: Tracer | undefined;
  stepsLeft: number;
  bytesLeft: number;
  readonly depthLimit: number;
  frame: Frame | undefined;
  /** What was printed and logged, in order; at most `logLimit` records. */
  readonly log: LogRecord[];
  readonly logLimit: number;
  /** By name, as `sys.modules`. */
  readonly modules: Map<string, Value>;
  readonly builtins: Map<string, Value>;
  /** What `os.environ` shows. */
  readonly environment: Readonly<Record<string, string>>;
  /** What modules of the machine keep to themselves (registries, loggers), by a key of theirs. */
  readonly kept: Map<unknown, unknown>;
  importModule(name: string, options: ImportOptions): Value;
  /**
   * The result of `from module import name` if the module has no such attribute: a module inside it, or a stand-in;
   * else undefined.
   */
  importMember(module: Value, whole: string, name: string, options: ImportOptions): Value | undefined;
  /** The value of an expression over names. */
  evaluateOver(text: string, names: Map<string, Value>): Value;
  emit(record: LogRecord): void;
  /** What `print` writes: whole lines become records of the log. */
  print(text: string): void;
}

export interface ImportOptions {
  /**
   * Whether the import is inside `try` with an `except` that would catch its failure: then it fails if nothing is
   * found.
   */
  readonly isGuarded: boolean;
}

/** Thrown where the budget is used up. No `except` of the program catches it, and no `finally` runs. */
export class Exhausted {
  readonly what: "steps" | "bytes" | "stack" | "size";

  constructor(
    what: Exhausted["what"],
    readonly detail: string,
  ) {
    this.what = what;
  }
}

/** Takes steps from the budget. */
export function spend(m: Runtime, steps: number): void {
  m.stepsLeft -= steps;
  if (m.stepsLeft < 0) throw new Exhausted("steps", "");
}

/** Takes the reading of a long text from the budget. */
export function weigh(m: Runtime, value: Value | undefined): void {
  if (typeof value === "string" && value.length > 256) spend(m, value.length >> 8);
}

/** Takes what goes through a value character by character, or byte by byte, from the budget. */
export function walk(m: Runtime, { length }: { readonly length: number }): void {
  if (length > 64) spend(m, length >> 2);
}

/** Takes bytes from the budget, before a value of that size is made. */
export function claim(m: Runtime, bytes: number): void {
  m.bytesLeft -= bytes;
  if (m.bytesLeft < 0 || Number.isNaN(bytes)) throw new Exhausted("bytes", "");
}
