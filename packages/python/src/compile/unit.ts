/** What all compilers of node kinds share: the file, the present scope, and each other. */
import type { Sent } from "../core/generator.ts";
import type { Frame, Tracer } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import type { Block, Comprehension, Expression, FunctionDefinition, Lambda, Node, ParameterList, Statement } from "../syntax/ast.ts";
import type { Scope } from "./scope.ts";

/** An expression, compiled. */
export type Run = (f: Frame) => Value;

/** What a statement does to the flow around it: nothing, or what its name says. */
export type Signal = 0 | 1 | 2 | 3;
export const proceeds: Signal = 0;
export const breaks: Signal = 1;
export const continues: Signal = 2;
export const returns: Signal = 3;

/** A statement or block, compiled. */
export type Exec = (f: Frame) => Signal;

/** An expression that waits at a `yield`, compiled. */
export type RunSlowly = (f: Frame) => Generator<Value, Value, Sent>;

/** A statement or block that waits at a `yield`, compiled. */
export type ExecSlowly = (f: Frame) => Generator<Value, Signal, Sent>;

export type Store = (f: Frame, value: Value) => void;

export interface Source {
  readonly file: string;
  readonly text: string;
  /** Wraps what is compiled so that its values are noted; absent where nothing is traced. */
  readonly tracer: Tracer | undefined;
  /** Whether it says `from __future__ import annotations`. */
  readonly hasLateAnnotations: boolean;
}

/** The compilers, for nodes inside a node. */
export interface Unit {
  readonly source: Source;
  readonly scope: Scope;
  expression(e: Expression): Run;
  statement(s: Statement): Exec;
  block(b: Block): Exec;
  /** What stores into a target. */
  store(target: Expression): Store;
  remove(target: Expression): (f: Frame) => void;
  /** What makes the function of a definition. */
  functionOf(node: FunctionDefinition | Lambda | Comprehension): Run;
  defaults(list: ParameterList): (f: Frame) => { defaults: Value[]; keywordDefaults: Map<string, Value> };
  slowExpression(e: Expression): RunSlowly;
  slowBlock(b: Block): ExecSlowly;
  /** The same for the scope of a node inside. */
  inside(node: Node): Unit;
  /** The same with values noted. */
  tracedBy(tracer: Tracer): Unit;
}
