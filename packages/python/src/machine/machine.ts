/**
 * A machine runs the files of one target: it finds and loads modules, calls functions, and keeps what was printed and
 * logged. It can reach nothing but what its finder gives it. Every call of the host is bounded by a budget and answers
 * a plain outcome; nothing is thrown.
 */
import { builtinNames } from "../builtins/names.ts";
import { compileFile, compileLone } from "../compile/compiler.ts";
import { noteStack, overflow } from "../compile/exceptions.ts";
import { cellsFor, RunningFrame } from "../compile/frame.ts";
import { call, classOf } from "../core/protocol.ts";
import { messageOf } from "../core/representation.ts";
import { importError, isOwnLimit, PyException, raised, type StackLine, stackHeading } from "../model/exceptions.ts";
import { PyModule } from "../model/module.ts";
import { type Budget, Exhausted, type Frame, type ImportOptions, type LogRecord, type Runtime, type Tracer } from "../model/runtime.ts";
import type { Keywords, Value } from "../model/value.ts";
import { nativeModule, sourceOf } from "../modules/index.ts";
import type { Block } from "../syntax/ast.ts";
import { type Parsed, parseExpression, parseModule } from "../syntax/parse.ts";
import { Lines, type Problem, SyntaxFailure } from "../syntax/problem.ts";
import { exhaustedText } from "./diagnostics.ts";

/** What a finder knows of a module's name. */
export type Found =
  | {
      readonly kind: "file";
      readonly file: string;
      readonly text: string;
      readonly isPackage?: boolean;
      /** Whether the text is the same in all programs: it is parsed once. */
      readonly isLibrary?: boolean;
    }
  | { readonly kind: "module"; readonly module: PyModule };

export interface MachineOptions {
  /**
   * Modules of the host and files of the user; the evaluator's own (`math`, `numpy`, ...) are asked for when this finds
   * nothing.
   */
  readonly find?: (m: Machine, name: string) => Found | undefined;
  /**
   * What represents a missing module or name, if the import is not inside a `try` that expects this. Without it such an
   * import raises ModuleNotFoundError or ImportError, as one inside a `try` always does.
   */
  readonly standIn?: (m: Machine, name: string) => Value | undefined;
  readonly budget?: Partial<Budget>;
  /** Whether a failure in a module's own code ends that file, and the module keeps what it has so far. */
  readonly isEnd?: (m: Machine, name: string, error: unknown) => boolean;
  /** Most records of the log; later ones are dropped. */
  readonly logLimit?: number;
  /** Environment variables that `os.environ` shows. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** An exception as a host shows it. */
export interface RaisedError {
  readonly kind: "raised";
  /** Its class, as `ValueError`. */
  readonly type: string;
  readonly message: string;
  /** Where it was raised: the outermost call first. */
  readonly stack: readonly StackLine[];
  readonly exception: PyException;
  /** Whether the reason is what Relayscope lacks or does not allow: Python may go on there. */
  readonly isOwnLimit: boolean;
}

export type Failure =
  | RaisedError
  /** The budget is used up; the message is a sentence. */
  | { readonly kind: "exhausted"; readonly what: Exhausted["what"]; readonly message: string; readonly stack: readonly StackLine[] };

export type Outcome<T> = { readonly kind: "value"; readonly value: T } | Failure;

/** Trees of modules of a library, by their texts. Programs share them: running a tree changes nothing in it. */
const trees = new Map<string, Parsed<Block>>();

function parsedOnce(text: string): Parsed<Block> {
  const known = trees.get(text) ?? parseModule(text);
  trees.set(text, known);
  return known;
}

const defaultBudget: Budget = { steps: 10_000_000, depth: 1000, bytes: 256 * 1024 * 1024 };

export class Machine implements Runtime {
  stepsLeft = 0;
  bytesLeft = 0;
  depthLimit: number;
  frame: Frame | undefined = undefined;
  tracing: Tracer | undefined = undefined;
  readonly log: LogRecord[] = [];
  readonly logLimit: number;
  readonly modules = new Map<string, Value>();
  readonly builtins = builtinNames();
  readonly kept = new Map<unknown, unknown>();
  readonly environment: Readonly<Record<string, string>>;
  /** Problems of files that could not be read, by file. */
  readonly problems = new Map<string, Problem>();
  private readonly budget: Budget;
  private readonly loading = new Set<string>();
  private line = "";

  constructor(private readonly options: MachineOptions = {}) {
    this.budget = { ...defaultBudget, ...options.budget };
    this.depthLimit = this.budget.depth;
    this.environment = options.environment ?? {};
    this.logLimit = options.logLimit ?? 1000;
  }

  // ---- calls of the host

  /**
   * Runs `body` under a fresh budget. Returns its result, or why it ended. All other calls of the host go through this
   * method.
   */
  run<T>(body: () => T, budget: Partial<Budget> = {}): Outcome<T> {
    if (this.frame) return this.guarded(body);
    const { steps, bytes, depth } = { ...this.budget, ...budget };
    this.stepsLeft = steps;
    this.bytesLeft = bytes;
    this.depthLimit = depth;
    return this.guarded(body);
  }

  private guarded<T>(body: () => T): Outcome<T> {
    const { frame } = this;
    try {
      return { kind: "value", value: body() };
    } catch (error) {
      const failure = this.failureOf(error);
      this.frame = frame;
      return failure;
    }
  }

  private failureOf(error: unknown): Failure {
    if (error instanceof PyException) {
      noteStack(this, error);
      return this.describe(error);
    }
    const found = error instanceof RangeError ? overflow(error) : error;
    if (!(found instanceof Exhausted)) throw found;
    return { kind: "exhausted", what: found.what, message: exhaustedText(found), stack: this.stack() };
  }

  /** Where the program is: its innermost calls, the outermost first. */
  stack(): readonly StackLine[] {
    const stack: StackLine[] = [];
    for (let at = this.frame; at && stack.length < 20; at = at.back) stack.push({ file: at.code.file, line: at.line, name: at.code.name });
    return stack.reverse();
  }

  /** An exception as a host shows it; its message may run code of the file. */
  describe(exception: PyException): RaisedError {
    let message = "";
    const { frame } = this;
    try {
      message = messageOf(this, exception);
      // A host shows stacks in its own way.
      if (message.startsWith(stackHeading)) message = message.slice(stackHeading.length);
    } catch (error) {
      const isOfProgram = error instanceof Exhausted || error instanceof RangeError || error instanceof PyException;
      if (!isOfProgram && (error instanceof TypeError || !(error instanceof Error))) throw error;
      // The host refuses to show what the exception holds: that is the reason, then.
      if (!isOfProgram) message = error.message;
    }
    this.frame = frame;
    return {
      kind: "raised",
      type: classOf(exception).name,
      message,
      stack: exception.stack ?? [],
      exception,
      isOwnLimit: isOwnLimit(exception),
    };
  }

  /** Imports a module by its whole name: from the finder, or one of the evaluator's own. */
  load(name: string): Outcome<Value> {
    return this.run(() => this.importModule(name, { isGuarded: true }));
  }

  /** Runs a text as a module of that name. `module` gets its names, those of a run that ends early, too. */
  loadText(name: string, text: string, file = `${name}.py`, module?: PyModule): Outcome<PyModule> {
    return this.run(() => this.runFile(name, { kind: "file", file, text }, module));
  }

  /** Calls a value of the program. */
  call(callee: Value, args: readonly Value[], keywords?: Keywords): Outcome<Value> {
    return this.run(() => call(this, callee, args, keywords));
  }

  /** The value of an expression over a module's globals. */
  evaluate(text: string, module: PyModule): Outcome<Value> {
    return this.run(() => this.evaluateOver(text, module.names));
  }

  evaluateOver(text: string, names: Map<string, Value>): Value {
    const { tree, problem, text: read } = parseExpression(text);
    if (!tree) throw raised("SyntaxError", problem?.message ?? "invalid syntax");
    const { run, slotCount } = compileLone(tree, "<expression>", read);
    const code = { name: "<expression>", file: "<expression>", line: 1 };
    const back = this.frame;
    this.frame = new RunningFrame(this, code, names, new Array(slotCount()), [], undefined);
    const value = run(this.frame);
    this.frame = back;
    return value;
  }

  // ---- modules

  importModule(name: string, options: ImportOptions): Value {
    const known = this.modules.get(name);
    if (known !== undefined) return known;
    const dot = name.lastIndexOf(".");
    const parent = dot < 0 ? undefined : this.importModule(name.slice(0, dot), options);
    const again = this.modules.get(name);
    if (again !== undefined) return again;
    const module = this.findModule(name) ?? (options.isGuarded ? undefined : this.options.standIn?.(this, name));
    if (module === undefined) {
      const isInside = parent !== undefined && parent instanceof PyModule && this.isPlain(parent);
      throw importError(
        "ModuleNotFoundError",
        name,
        `No module named '${name}'${isInside ? `; '${name.slice(0, dot)}' is not a package` : ""}`,
      );
    }
    this.modules.set(name, module);
    if (parent instanceof PyModule) parent.names.set(name.slice(dot + 1), module);
    return module;
  }

  /** Whether a module has no modules inside. */
  private isPlain(module: PyModule): boolean {
    return !module.names.has("__path__");
  }

  importMember(module: Value, whole: string, name: string, options: ImportOptions): Value | undefined {
    const inside = `${whole}.${name}`;
    const known = this.modules.get(inside);
    if (known !== undefined) return known;
    if (module instanceof PyModule && this.loading.has(whole) && module.names.has(name)) return module.names.get(name);
    const found = this.findModule(inside);
    if (found !== undefined) {
      this.modules.set(inside, found);
      if (module instanceof PyModule) module.names.set(name, found);
      return found;
    }
    return options.isGuarded ? undefined : this.options.standIn?.(this, inside);
  }

  private findModule(name: string): Value | undefined {
    const found = this.options.find?.(this, name);
    if (found?.kind === "module") return found.module;
    if (found) return this.runFile(name, found);
    const source = sourceOf(name);
    const isPackage = name === "collections" || name === "packaging";
    const made =
      nativeModule(this, name) ??
      (source === undefined
        ? undefined
        : this.runFile(name, { kind: "file", file: `<${name}>`, text: source, isPackage, isLibrary: true }));
    if (made) made.isOwn = true;
    return made;
  }

  private runFile(name: string, found: Extract<Found, { kind: "file" }>, module = new PyModule(name, { file: found.file })): PyModule {
    const { tree, problem, text } = found.isLibrary ? parsedOnce(found.text) : parseModule(found.text);
    if (!tree) throw this.syntaxError(found.file, problem);
    module.names.set("__file__", found.file);
    module.names.set("__builtins__", this.importModule("builtins", { isGuarded: true }));
    if (found.isPackage) {
      module.names.set("__package__", name);
      module.names.set("__path__", found.file);
    }
    const back = this.frame;
    try {
      this.modules.set(name, module);
      this.loading.add(name);
      this.runTree(module, tree, found.file, text);
    } catch (error) {
      if (this.options.isEnd?.(this, name, error)) {
        this.frame = back;
        return module;
      }
      this.modules.delete(name);
      if (error instanceof SyntaxFailure) throw this.syntaxError(found.file, new Lines(text).problem(error));
      throw error;
    } finally {
      this.loading.delete(name);
    }
    return module;
  }

  /**
   * Runs the statements of a tree over a module's names; a tracer sees them. Throws `SyntaxFailure` for what can't be
   * where it is.
   */
  runTree(module: PyModule, tree: Block, file: string, text: string, tracer?: Tracer): void {
    const compiled = compileFile(tree, file, text, tracer);
    const back = this.frame;
    const slots = new Array(compiled.slotCount());
    const frame = new RunningFrame(this, compiled.code, module.names, slots, cellsFor(compiled.cellCount(), []), undefined);
    module.names.set("__doc__", compiled.doc);
    this.frame = frame;
    compiled.run(frame);
    this.frame = back;
  }

  private syntaxError(file: string, problem: Problem | undefined): PyException {
    if (!problem) return raised("SyntaxError", "invalid syntax");
    this.problems.set(file, problem);
    const error = raised(problem.code, problem.message);
    error.isOwnLimit = problem.isOwnLimit;
    error.stack = [{ file, line: problem.line, name: "<module>" }];
    return error;
  }

  // ---- what the program says

  emit(record: LogRecord): void {
    if (this.tracing) this.tracing.logged(this, record);
    else if (this.log.length < this.logLimit) this.log.push(record);
  }

  print(text: string): void {
    const lines = (this.line + text).split("\n");
    this.line = lines.pop() ?? "";
    const frame = this.frame;
    for (const message of lines) {
      this.emit({ logger: "", level: "print", message, file: frame?.code.file ?? "", line: frame?.line ?? 0, isShown: true });
    }
  }
}
