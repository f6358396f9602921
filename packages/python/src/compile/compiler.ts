/** The compilers of all node kinds, for one file. */
import type { CodeInfo, Tracer } from "../model/runtime.ts";
import type { Block, Expression, Node } from "../syntax/ast.ts";
import { compileExpression } from "./expressions.ts";
import { compileDefaults, compileFunction, docOf } from "./functions.ts";
import { type Scope, scopeOfExpression, scopesOf } from "./scope.ts";
import { slowBlock, slowExpression } from "./slow.ts";
import { compileBlock, compileRemove, compileStatement, compileStore } from "./statements.ts";
import type { Exec, Run, Source, Unit } from "./unit.ts";

function unitFor(source: Source, scope: Scope): Unit {
  const { tracer } = source;
  const unit: Unit = {
    source,
    scope,
    expression: (e) => {
      const run = compileExpression(unit, e);
      return tracer ? tracer.expression(e, run) : run;
    },
    statement: (s) => {
      const exec = compileStatement(unit, s);
      return tracer ? tracer.statement(s, exec) : exec;
    },
    block: (b) => compileBlock(unit, b),
    store: (target) => compileStore(unit, target),
    remove: (target) => compileRemove(unit, target),
    functionOf: (node) => compileFunction(unit, node),
    defaults: (list) => compileDefaults(unit, list),
    slowExpression: (e) => slowExpression(unit, e),
    slowBlock: (b) => slowBlock(unit, b),
    inside: (node) => unitFor(source, childOf(scope, node)),
    tracedBy: (other) => unitFor({ ...source, tracer: other }, scope),
  };
  return unit;
}

function childOf(scope: Scope, node: Node): Scope {
  const child = scope.children.get(node);
  if (!child) throw new Error("A node has no scope.");
  return child;
}

export interface CompiledFile {
  readonly code: CodeInfo;
  readonly slotCount: () => number;
  readonly cellCount: () => number;
  readonly run: Exec;
  readonly doc: string | null;
}

/** A file's statements. Throws `SyntaxFailure` for a statement that is not allowed at its place. */
export function compileFile(body: Block, file: string, text: string, tracer?: Tracer): CompiledFile {
  const scope = scopesOf(body);
  const hasLateAnnotations = body.some(
    (s) => s.kind === "ImportFrom" && s.module === "__future__" && s.names.some((n) => n.name === "annotations"),
  );
  const unit = unitFor({ file, text, tracer, hasLateAnnotations }, scope);
  const run = compileBlock(unit, body);
  return {
    code: { name: "<module>", file, line: 1 },
    slotCount: () => scope.slotCount,
    cellCount: () => scope.cellCount,
    run,
    doc: docOf(body),
  };
}

/** One expression over a module's globals. */
export function compileLone(e: Expression, file: string, text: string): { readonly run: Run; readonly slotCount: () => number } {
  const scope = scopeOfExpression(e);
  const unit = unitFor({ file, text, tracer: undefined, hasLateAnnotations: false }, scope);
  const run = unit.expression(e);
  return { run, slotCount: () => scope.slotCount };
}
