/**
 * The structure of functions, for explanations of their results: branches, constants, the blocks around a statement.
 */
import type { Block, Expression, Statement } from "../syntax/ast.ts";
import { blocksIn } from "./binders.ts";

export function isConstant(e: Expression): boolean {
  switch (e.kind) {
    case "Constant":
    case "Float":
      return true;
    case "Unary":
      return isConstant(e.operand);
    case "List":
    case "Tuple":
    case "Set":
      return e.items.every(isConstant);
    default:
      return false;
  }
}

/** Where the text of a line is, without the blanks around it. */
export function lineOf(text: string, line: number): { readonly start: number; readonly end: number } {
  let start = 0;
  for (let at = 1; at < line; at++) start = text.indexOf("\n", start) + 1;
  const end = text.indexOf("\n", start);
  const whole = text.slice(start, end < 0 ? undefined : end);
  return { start: start + whole.length - whole.trimStart().length, end: start + whole.trimEnd().length };
}

export interface Enclosing {
  readonly owner: Statement | undefined;
  readonly block: Block;
  /** Of a branch of an `if`: its test. */
  readonly taken: Expression | undefined;
}

export const contains = (outer: Statement, inner: Statement): boolean => outer.start <= inner.start && outer.end >= inner.end;

/** The blocks around a statement, the outermost first. */
export function pathTo(body: Block, s: Statement): readonly Enclosing[] {
  const path: Enclosing[] = [{ owner: undefined, block: body, taken: undefined }];
  let block: Block | undefined = body;
  while (block) {
    const owner: Statement | undefined = block.find((one) => contains(one, s));
    if (!owner || owner === s) break;
    const next: Enclosing | undefined = blocksOf(owner).find((b) => b.block.some((one) => contains(one, s)));
    if (!next) break;
    path.push(next);
    block = next.block;
  }
  return path;
}

function blocksOf(owner: Statement): readonly Enclosing[] {
  const branches = owner.kind === "IfStatement" ? owner.branches : [];
  return blocksIn(owner).map((block) => ({ owner, block, taken: branches.find(({ body }) => body === block)?.test }));
}

export interface Branch {
  readonly test: Expression;
  readonly body: Block;
}

/** The branches with a `return` in a block and in the blocks inside. */
export function branchesIn(block: Block): readonly Branch[] {
  return block.flatMap((s) => [
    ...(s.kind === "IfStatement" ? s.branches.filter(({ body }) => hasReturn(body)) : []),
    ...blocksIn(s).flatMap(branchesIn),
  ]);
}

/** The branches in which a variable gets a value. */
export function branchesAssigning(block: Block, name: string): readonly Branch[] {
  return block.flatMap((s) => [
    ...(s.kind === "IfStatement" ? s.branches.filter(({ body }) => body.some((one) => assigns(one, name))) : []),
    ...blocksIn(s).flatMap((inner) => branchesAssigning(inner, name)),
  ]);
}

function assigns(s: Statement, name: string): boolean {
  return s.kind === "Assign" && s.targets.some((target) => target.kind === "Name" && target.name === name);
}

/** A `raise` at a line. */
export function raiseAt(block: Block, line: number): Statement | undefined {
  for (const s of block) {
    if (s.kind === "Raise" && s.line === line) return s;
    for (const inner of blocksIn(s)) {
      const found = raiseAt(inner, line);
      if (found) return found;
    }
  }
  return undefined;
}

export function testsIn(block: Block): readonly Expression[] {
  return block.flatMap((s) => [...(s.kind === "IfStatement" ? s.branches.map(({ test }) => test) : []), ...blocksIn(s).flatMap(testsIn)]);
}

function hasReturn(block: Block): boolean {
  return block.some((s) => s.kind === "Return" || s.kind === "Raise" || blocksIn(s).some(hasReturn));
}

/** Whether a branch may return something else than no. */
export function mayAccept(block: Block): boolean {
  return block.some((s) => {
    if (s.kind === "Return") return s.value !== undefined && !(s.value.kind === "Constant" && !s.value.value);
    return blocksIn(s).some(mayAccept);
  });
}

/** Whether an alternative only says that the others need not hold. */
export function isPremise(e: Expression): boolean {
  return (e.kind === "Unary" && e.operator === "not") || (e.kind === "Compare" && e.operators.every((o) => negative.has(o)));
}

const negative: ReadonlySet<string> = new Set(["!=", "is not", "not in"]);

/** Whether an expression asks no more than whether something is there, or of a kind. */
export function isKindTest(e: Expression): boolean {
  if (e.kind === "Call") return e.callee.kind === "Name" && (e.callee.name === "isinstance" || e.callee.name === "hasattr");
  if (e.kind !== "Compare") return false;
  const [operator] = e.operators;
  const [right] = e.others;
  if (operator === "is not") return right?.kind === "Constant" && right.value === null;
  return operator === "in" && right?.kind === "Call" && right.callee.kind === "Attribute" && right.callee.name === "keys";
}

/** Whether an expression reads well within a sentence. */
export function isShort(e: Expression): boolean {
  switch (e.kind) {
    case "Compare":
    case "Name":
    case "Attribute":
    case "Subscript":
      return true;
    case "Unary":
      return isShort(e.operand);
    case "Bool":
      return e.values.length <= 3 && e.values.every(isShort);
    case "Call":
      return isKindTest(e);
    default:
      return false;
  }
}
