/**
 * Texts that are read for what they end in: each statement at the top is tried, each failure has its place, and unknown
 * names complain late.
 */
import { partsOf } from "../compile/parts.ts";
import { type Exec, proceeds, type Run } from "../compile/unit.ts";
import { call } from "../core/protocol.ts";
import type { Machine } from "../machine/machine.ts";
import { PyList, PyTuple } from "../model/containers.ts";
import { isRaised, PyException, raised } from "../model/exceptions.ts";
import { PyFunction } from "../model/functions.ts";
import { PyModule, StandIn } from "../model/module.ts";
import type { Exhausted, TracedNode, Tracer } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import type { Block, Expression, Statement } from "../syntax/ast.ts";
import { type Parsed, parseModule } from "../syntax/parse.ts";
import { type Problem, SyntaxFailure } from "../syntax/problem.ts";

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Why a statement failed, at the innermost expression that did. */
export interface ScriptProblem extends Place {
  /** `SyntaxError`, or the exception's class. */
  readonly type: string;
  readonly message: string;
  /** What is right inside that expression, with what it gave. */
  readonly parts: readonly (Place & { readonly value: Value | undefined })[];
  /** The attribute that was asked for. */
  readonly attribute: string | undefined;
}

export interface Script {
  /** Its `return`, its last expression or assignment, or what its last `def` gives without arguments. */
  readonly value: Value | undefined;
  readonly problems: readonly ScriptProblem[];
  /** What of the budget was used up, and the statement that did it. */
  readonly exhausted: (Place & { readonly what: Exhausted["what"] }) | undefined;
}

export interface ScriptHost {
  /** What a name means that the text does not define. */
  find(name: string): Value | undefined;
  /** Hears of each value that is assigned to a name. */
  named(name: string, value: Value): void;
}

/**
 * Runs a text and reports its result. The body of a function may be pasted with its indentation and its `return`. An
 * undefined name is a stand-in, which reports where it is used.
 */
export function runScript(machine: Machine, text: string, host: ScriptHost): Script {
  return new ScriptRun(machine, host).read(text);
}

/** What a pasted body is put into. */
const opening = "def body():\n";

/** Whether statements leave a function that they are not in. */
function returns(block: Block): boolean {
  return block.some((s) => {
    if (s.kind !== "IfStatement") return s.kind === "Return";
    return s.branches.some(({ body }) => returns(body)) || returns(s.otherwise ?? []);
  });
}

class ScriptRun implements Tracer {
  private readonly module = new PyModule("text");
  private readonly problems: ScriptProblem[] = [];
  private readonly values = new Map<Expression, Value>();
  private readonly places = new WeakMap<PyException, { readonly node: Expression | Statement; readonly parts: readonly Expression[] }>();
  /** Names whose statement failed: what follows from that is not reported again. */
  private readonly lost = new Set<string>();
  private tops: ReadonlySet<Statement> = new Set();
  private current: Place = { start: 0, end: 0 };
  private last: Value | undefined = undefined;
  /** How far nodes are moved from where the text has them. */
  private shift = 0;

  constructor(
    private readonly machine: Machine,
    private readonly host: ScriptHost,
  ) {}

  read(source: string): Script {
    const { tree = [], problem, text, isBody } = this.parse(source);
    const [first] = tree;
    const tops = isBody && first?.kind === "Function" ? first.body : tree;
    this.tops = new Set(tops);
    this.current = tops.at(-1) ?? this.current;
    if (problem) this.reject(problem);
    const outcome = this.machine.run(() => {
      if (isBody || returns(tops)) this.runBody(tops, text);
      else this.run(tree, text);
      return this.last instanceof PyFunction ? call(this.machine, this.last, []) : this.last;
    });
    const { problems } = this;
    if (outcome.kind === "value") return { value: outcome.value, problems, exhausted: undefined };
    if (outcome.kind === "raised") this.report(outcome.exception);
    const exhausted = outcome.kind === "exhausted" ? { what: outcome.what, ...this.placeOf(this.current) } : undefined;
    return { value: undefined, problems, exhausted };
  }

  /**
   * The text, or the text as a function's body, where it has such a one's indentation; its first line may lack that.
   */
  private parse(source: string): Parsed<Block> & { readonly isBody: boolean } {
    const plain = parseModule(source);
    const { problem } = plain;
    if (problem?.code !== "IndentationError") return { ...plain, isBody: false };
    const start = source.search(/\S/) < problem.start ? opening + source.slice(problem.start, problem.end) : opening;
    const body = parseModule(start + source);
    if (body.problem) return { ...plain, isBody: false };
    this.shift = start.length;
    return { ...body, isBody: true };
  }

  private run(tree: Block, text: string): void {
    try {
      this.machine.runTree(this.module, tree, "<text>", text, this);
    } catch (failure) {
      if (!(failure instanceof SyntaxFailure)) throw failure;
      this.reject(failure);
    }
  }

  /** Runs the statements of a function that was pasted without its first line. */
  private runBody(body: Block, text: string): void {
    const [shell] = parseModule(`${opening} pass`).tree ?? [];
    if (shell?.kind === "Function") this.run([{ ...shell, body }], text);
    const made = this.module.names.get("body");
    if (made instanceof PyFunction) this.last = call(this.machine, made, []) ?? this.last;
  }

  private placeOf({ start, end }: Place): Place {
    return { start: Math.max(0, start - this.shift), end: Math.max(0, end - this.shift) };
  }

  private reject(problem: Problem | SyntaxFailure): void {
    this.problems.push({ ...this.placeOf(problem), type: problem.code, message: problem.message, parts: [], attribute: undefined });
  }

  private report(error: PyException): void {
    const { node, parts: inside } = this.places.get(error) ?? { node: this.current, parts: [] };
    const parts = inside.map((part) => ({ ...this.placeOf(part), value: this.values.get(part) }));
    if (parts.some(({ value }) => value instanceof StandIn && this.lost.has(value.name))) return;
    const attribute = "kind" in node && node.kind === "Attribute" ? node.name : undefined;
    const place = this.placeOf(attribute === undefined ? node : { start: node.end - attribute.length, end: node.end });
    const { type, message } = this.machine.describe(error);
    this.problems.push({ ...place, type, message, parts, attribute });
  }

  // ---- what the compiler hands over

  enter(): void {}

  leave(): void {}

  logged(): void {}

  expression(node: TracedNode, run: Run): Run {
    const e = node as Expression; // the compiler hands over its own nodes
    return (f) => {
      try {
        const value = run(f);
        this.values.set(e, value);
        return value;
      } catch (error) {
        if (!(error instanceof PyException)) throw error;
        if (e.kind === "Name" && isRaised(error, "NameError")) {
          const found = this.host.find(e.name) ?? new StandIn(e.name, () => raised("NameError", `name '${e.name}' is not defined`));
          this.values.set(e, found);
          return found;
        }
        if (!this.places.has(error)) this.places.set(error, { node: e, parts: partsOf(e) });
        throw error;
      }
    };
  }

  statement(node: TracedNode, exec: Exec): Exec {
    const s = node as Statement; // the compiler hands over its own nodes
    const isTop = this.tops.has(s);
    return (f) => {
      if (isTop) this.current = s;
      try {
        const signal = exec(f);
        this.note(s, isTop);
        return signal;
      } catch (error) {
        if (!(error instanceof PyException)) throw error;
        if (!this.places.has(error)) this.places.set(error, { node: s, parts: [] });
        if (!isTop) throw error;
        this.report(error);
        this.machine.frame = f;
        this.last = undefined;
        if (s.kind === "Assign") for (const target of s.targets) if (target.kind === "Name") this.lost.add(target.name);
        return proceeds;
      }
    };
  }

  private note(s: Statement, isTop: boolean): void {
    const assigned = s.kind === "Assign" ? s.targets : s.kind === "Annotated" ? [s.target] : [];
    const value =
      (s.kind === "Assign" || s.kind === "Annotated" || s.kind === "Expression") && s.value ? this.values.get(s.value) : undefined;
    for (const target of assigned) this.name(target, value);
    if (!isTop) return;
    const isDoc = s.kind === "Expression" && s.value.kind === "Constant" && typeof s.value.value === "string";
    if (value !== undefined && !isDoc) this.last = value;
    else if (s.kind === "Function") this.last = this.module.names.get(s.name);
  }

  private name(target: Expression, value: Value | undefined): void {
    if (value === undefined) return;
    if (target.kind === "Name") this.host.named(target.name, value);
    else if ((target.kind === "Tuple" || target.kind === "List") && (value instanceof PyTuple || value instanceof PyList)) {
      for (const [i, item] of target.items.entries()) this.name(item, value.items[i]);
    }
  }
}
