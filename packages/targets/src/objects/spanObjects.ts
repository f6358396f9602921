/**
 * Places in sources, which expressions have. Follows python/tvm/ir/base.py. An expression that was read has one, but
 * the lines and columns that the reference's parser gives it are not built.
 */
import type { Expr } from "@relayscope/ir";
import { hostAttribute, hostClass, type Value } from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { arrayOf } from "./containers.ts";
import { tvmError } from "./errors.ts";
import type { ExprObject } from "./exprHolder.ts";
import { give, irNodeClass, making } from "./nodeClasses.ts";
import { elementsOf } from "./sequences.ts";
import { TvmObject } from "./tvmObject.ts";

class SourceNameObject extends TvmObject {
  constructor(readonly name: string) {
    super(sourceNameClass);
  }

  override get key(): unknown {
    return `source ${this.name}`;
  }

  override show(): string {
    return `SourceName(${this.name}, 0x0)`;
  }
}

interface Place {
  readonly source: SourceNameObject;
  readonly line: number;
  readonly endLine: number;
  readonly column: number;
  readonly endColumn: number;
}

class SpanObject extends TvmObject {
  private readonly known: Place | undefined;

  constructor(known?: Place) {
    super(spanClass);
    this.known = known;
  }

  /** Its value. Ends the program if that is unknown. */
  place(asked: string): Place {
    if (!this.known) throw new NotBuilt(`expr.span${asked}`);
    return this.known;
  }

  override show(): string {
    const { source, line, endLine, column, endColumn } = this.place("");
    return `Span(${source.show()}, ${line}, ${endLine}, ${column}, ${endColumn})`;
  }
}

class SequentialSpanObject extends TvmObject {
  constructor(readonly spans: readonly Value[]) {
    super(sequentialSpanClass);
  }

  override show(): string {
    return `SequentailSpan([ ${this.spans.map((span) => (span instanceof SpanObject ? span.show() : "(nullptr)")).join(", ")} ])`;
  }
}

const sourceNameClass = hostClass({ name: "SourceName", module: "tvm.ir.base", bases: [irNodeClass] });
const spanClass = hostClass({ name: "Span", module: "tvm.ir.base", bases: [irNodeClass] });
const sequentialSpanClass = hostClass({ name: "SequentialSpan", module: "tvm.ir.base", bases: [irNodeClass] });

give(sourceNameClass, {
  __new__: making("SourceName", "name", (_m, _cls, name) => new SourceNameObject(String(name))),
  name: hostAttribute("name", SourceNameObject, ({ name }) => name),
});

const field = (name: string, part: (place: Place) => Value) => hostAttribute(name, SpanObject, (self) => part(self.place(`.${name}`)));

give(spanClass, {
  __new__: making("Span", "source_name, line, end_line, column, end_column", (_m, _cls, source, ...numbers) => {
    if (!(source instanceof SourceNameObject)) throw tvmError("Check failed: Expected type SourceName but got another");
    const [line = 0, endLine = 0, column = 0, endColumn = 0] = numbers.map(Number);
    return new SpanObject({ source, line, endLine, column, endColumn });
  }),
  source_name: field("source_name", ({ source }) => source),
  line: field("line", ({ line }) => line),
  end_line: field("end_line", ({ endLine }) => endLine),
  column: field("column", ({ column }) => column),
  end_column: field("end_column", ({ endColumn }) => endColumn),
});

give(sequentialSpanClass, {
  __new__: making("SequentialSpan", "spans", (_m, _cls, spans) => new SequentialSpanObject(elementsOf(spans ?? null) ?? [])),
  spans: hostAttribute("spans", SequentialSpanObject, ({ spans }) => arrayOf(spans)),
});

export const spanMembers = { Span: spanClass, SourceName: sourceNameClass, SequentialSpan: sequentialSpanClass };

const given = new WeakMap<Expr, Value>();

/** Sets the span that a program gives to a new expression. Raises for anything but a span. */
export function withSpan(made: ExprObject, span: Value | undefined): ExprObject {
  if (span === undefined || span === null) return made;
  if (!(span instanceof SpanObject || span instanceof SequentialSpanObject)) {
    throw tvmError("Check failed: Expected type Span but got another");
  }
  given.set(made.node, span);
  return made;
}

/** The span of an expression. */
export function spanOf(node: Expr): Value {
  const known = given.get(node);
  if (known !== undefined) return known;
  if (!node.span || node.kind === "Let") return null;
  const read = new SpanObject();
  given.set(node, read);
  return read;
}
