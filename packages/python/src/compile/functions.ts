/** Definitions of functions, lambdas and generator expressions. A body is compiled when it first runs. */
import { PyGenerator } from "../core/generator.ts";
import { type Code, type Parameters, PyFunction } from "../model/functions.ts";
import { type Frame, type Runtime, spend } from "../model/runtime.ts";
import { PyDict } from "../model/table.ts";
import { Cell, type Value } from "../model/value.ts";
import type { Block, Comprehension, Expression, FunctionDefinition, Lambda, ParameterList, Statement } from "../syntax/ast.ts";
import { cellsFor, checkDepth, RunningFrame } from "./frame.ts";
import { parameterNames } from "./scope.ts";
import type { Exec, ExecSlowly, Run, Unit } from "./unit.ts";

/** A comprehension is a generator expression here. */
type Definition = FunctionDefinition | Lambda | Comprehension;

/** What makes the function each time its definition runs; decorators are the statement's. */
export function compileFunction(unit: Unit, node: Definition): Run {
  const inside = unit.inside(node);
  const { scope } = inside;
  const code = new CompiledCode(inside, node);
  const defaults = "parameters" in node ? compileDefaults(unit, node.parameters) : undefined;
  const annotations = node.kind === "Function" ? compileAnnotations(unit, node) : undefined;
  // Cells of functions around, as this frame sees them.
  const outer = scope.free.map((name) => {
    const place = unit.scope.place(name);
    return place.kind === "cell" ? place.index : place.kind === "class" ? (place.cell ?? -1) : -1;
  });
  return (f) => {
    const cells = outer.map((at) => f.cells[at] ?? new Cell(undefined));
    const made = new PyFunction(code, f.globals, cells, scope.path);
    if (defaults) {
      const found = defaults(f);
      made.defaults = found.defaults;
      made.keywordDefaults = found.keywordDefaults;
    }
    if (annotations) made.annotations = annotations(f);
    return made;
  };
}

export function compileDefaults(unit: Unit, list: ParameterList): (f: Frame) => { defaults: Value[]; keywordDefaults: Map<string, Value> } {
  const positional = [...list.positionalOnly, ...list.positional].flatMap((p) => (p.value ? [unit.expression(p.value)] : []));
  const keywordOnly = list.keywordOnly.flatMap((p) =>
    p.value ? [{ name: unit.scope.mangled(p.name), run: unit.expression(p.value) }] : [],
  );
  return (f) => ({
    defaults: positional.map((run) => run(f)),
    keywordDefaults: new Map(keywordOnly.map(({ name, run }) => [name, run(f)])),
  });
}

/** Annotations are evaluated where they are written, as Python 3.11 does; undefined where there are none. */
function compileAnnotations(unit: Unit, { parameters, returns }: FunctionDefinition): ((f: Frame) => PyDict) | undefined {
  const { positionalOnly, positional, rest, keywordOnly, keywords } = parameters;
  const parts: { name: string; run: Run }[] = [];
  for (const p of [...positionalOnly, ...positional, rest, ...keywordOnly, keywords]) {
    if (p?.annotation) parts.push({ name: p.name, run: compileAnnotation(unit, p.annotation) });
  }
  if (returns) parts.push({ name: "return", run: compileAnnotation(unit, returns) });
  if (parts.length === 0) return undefined;
  return (f) => {
    const made = new PyDict();
    for (const { name, run } of parts) made.setText(name, run(f));
    return made;
  };
}

/** An annotation; its text where the file says `from __future__ import annotations`. */
export function compileAnnotation(unit: Unit, e: Expression): Run {
  if (unit.source.hasLateAnnotations) {
    const text = unit.source.text.slice(e.start, e.end);
    return () => text;
  }
  return e.kind === "Starred" ? unit.expression(e.value) : unit.expression(e);
}

/** The docstring that a body begins with. */
export function docOf(body: Block): string | null {
  const [first] = body;
  return first?.kind === "Expression" && first.value.kind === "Constant" && typeof first.value.value === "string"
    ? first.value.value
    : null;
}

/** How many steps a block takes by itself: long ones count for more. */
export function costOf(body: readonly Statement[]): number {
  const [first] = body;
  const last = body.at(-1);
  return first && last ? 1 + ((last.end - first.start) >> 9) : 1;
}

class CompiledCode implements Code {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly parameters: Parameters;
  readonly names: ReadonlySet<string>;
  readonly isGenerator: boolean;
  readonly doc: string | null;
  readonly node: Definition;
  private readonly cellParameters: readonly (readonly [slot: number, cell: number])[];
  private readonly cost: number;
  private body: Exec | undefined = undefined;
  private value: Run | undefined = undefined;
  private slowBody: ExecSlowly | undefined = undefined;
  private traced: CompiledCode | undefined = undefined;

  constructor(
    private readonly unit: Unit,
    private readonly definition: Definition,
  ) {
    this.node = definition;
    this.name = definition.kind === "Function" ? definition.name : unit.scope.name;
    this.file = unit.source.file;
    this.line = definition.line;
    this.parameters = "parameters" in definition ? parametersOf(definition.parameters, unit) : iterableOnly;
    this.names = unit.scope.used;
    this.isGenerator = unit.scope.isGenerator;
    this.doc = definition.kind === "Function" ? docOf(definition.body) : null;
    this.cost = definition.kind === "Function" ? costOf(definition.body) : 1 + ((definition.end - definition.start) >> 9);
    this.cellParameters = this.parameters.names.flatMap((name, slot) => {
      const place = unit.scope.place(name);
      return place.kind === "cell" ? [[slot, place.index] as const] : [];
    });
  }

  get slotCount(): number {
    return this.unit.scope.slotCount;
  }

  locals(frame: Frame): Map<string, Value> {
    const found = new Map<string, Value>();
    for (const [name, place] of this.unit.scope.variables()) {
      const value = place.kind === "cell" ? frame.cells[place.index]?.value : frame.slots[place.index];
      if (value !== undefined) found.set(name, value);
    }
    return found;
  }

  run(m: Runtime, callee: PyFunction, slots: (Value | undefined)[]): Value {
    if (m.tracing && !this.unit.source.tracer) return this.tracedCode(m).run(m, callee, slots);
    const frame = this.frameFor(m, callee, slots);
    this.unit.source.tracer?.enter(frame, this.node, this.unit.source.text);
    if (this.isGenerator) {
      const body = this.slow();
      return new PyGenerator(frame, callee.name, callee.qualname, () => body(frame));
    }
    return this.runFrame(m, frame);
  }

  private frameFor(m: Runtime, callee: PyFunction, slots: (Value | undefined)[]): RunningFrame {
    const { cells, globals } = callee;
    const frame = new RunningFrame(m, this, globals, slots, cellsFor(this.unit.scope.cellCount, cells), undefined);
    for (const [slot, at] of this.cellParameters) {
      const cell = frame.cells[at];
      if (cell) cell.value = slots[slot];
    }
    return frame;
  }

  private runFrame(m: Runtime, frame: RunningFrame): Value {
    const { back } = frame;
    m.frame = frame;
    checkDepth(frame);
    spend(m, this.cost);
    if (this.value === undefined && this.body === undefined) this.compile();
    if (this.value) {
      const value = this.value(frame);
      m.frame = back;
      this.unit.source.tracer?.leave(frame, value);
      return value;
    }
    this.body?.(frame);
    m.frame = back;
    this.unit.source.tracer?.leave(frame, frame.result);
    return frame.result;
  }

  private compile(): void {
    const { definition, unit } = this;
    if (definition.kind === "Lambda") this.value = unit.expression(definition.body);
    else if (definition.kind === "Function") this.body = unit.block(definition.body);
  }

  private slow(): ExecSlowly {
    const { definition, unit } = this;
    this.slowBody ??= unit.slowBlock(bodyOf(definition));
    return this.slowBody;
  }

  /** The same code with its values noted; made when a call is first traced. */
  private tracedCode(m: Runtime): CompiledCode {
    const tracer = m.tracing;
    if (!tracer) return this;
    this.traced ??= new CompiledCode(this.unit.tracedBy(tracer), this.definition);
    return this.traced;
  }
}

/** The statements that a generator's definition means. */
function bodyOf(definition: Definition): Block {
  const { start, end, line } = definition;
  const node = { start, end, line };
  if (definition.kind === "Function") return definition.body;
  if (definition.kind === "Lambda") return [{ ...node, kind: "Return", value: definition.body }];
  const item: Expression = { ...node, kind: "Yield", value: definition.item };
  let body: Block = [{ ...node, kind: "Expression", value: item }];
  for (const [at, loop] of [...definition.loops.entries()].reverse()) {
    for (const test of [...loop.conditions].reverse()) {
      body = [{ start: test.start, end: test.end, line: test.line, kind: "IfStatement", branches: [{ test, body }], otherwise: undefined }];
    }
    const iterable: Expression = at === 0 ? { ...node, kind: "Name", name: ".0" } : loop.iterable;
    body = [{ ...node, kind: "For", target: loop.target, iterable, body, otherwise: undefined }];
  }
  return body;
}

/** Of a generator expression: the iterator that it goes over. */
const iterableOnly: Parameters = { names: [".0"], positional: 1, positionalOnly: 1, keywordOnly: 0, hasRest: false, hasKeywords: false };

function parametersOf(list: ParameterList, unit: Unit): Parameters {
  return {
    names: parameterNames(list).map((n) => unit.scope.mangled(n)),
    positionalOnly: list.positionalOnly.length,
    positional: list.positionalOnly.length + list.positional.length,
    keywordOnly: list.keywordOnly.length,
    hasRest: list.rest !== undefined,
    hasKeywords: list.keywords !== undefined,
  };
}
