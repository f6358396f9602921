/** The names that code sees, as dicts, and texts that are evaluated over them. */
import { textOf } from "../core/numbers.ts";
import { dictClass } from "../model/classes.ts";
import { raised, typeError, unavailable } from "../model/exceptions.ts";
import type { PyBuiltin } from "../model/functions.ts";
import { type Frame, type Runtime, spend } from "../model/runtime.ts";
import { AttributeTable, PyDict } from "../model/table.ts";
import type { Value } from "../model/value.ts";
import type { Expression } from "../syntax/ast.ts";
import { parseExpression } from "../syntax/parse.ts";
import { builtin } from "../types/define.ts";

/** The tree of a text that is an expression. Raises where it can't be read; `name` is what Python calls the text. */
export function readExpression(text: string, name: string): Expression {
  const { tree, problem } = parseExpression(text);
  if (problem?.isOwnLimit) throw unavailable("reading that text is", `: ${problem.message}`);
  if (tree) return tree;
  throw raised(problem?.code ?? "SyntaxError", `${problem?.message ?? "invalid syntax"} (${name}, line ${problem?.line ?? 1})`);
}

/** The variables of a call of a function; undefined where the names are those of a module or of a class body. */
function localsOf(frame: Frame): Map<string, Value> | undefined {
  if (frame.names) return undefined;
  const locals = frame.code.locals?.(frame);
  if (locals) spend(frame.m, locals.size);
  return locals;
}

/** `locals()`: of a function, the names are those of that moment. */
export function localNames({ frame }: { readonly frame: Frame | undefined }): PyDict {
  const names = frame && (frame.names ?? localsOf(frame) ?? frame.globals);
  return new PyDict(dictClass, new AttributeTable(names ?? new Map()));
}

function entriesOf(m: Runtime, dict: Value, what: string): readonly (readonly [string, Value])[] {
  if (!(dict instanceof PyDict)) throw typeError(`${what} must be a ${what === "globals" ? "dict" : "mapping"}`);
  spend(m, dict.table.size);
  return Array.from(dict.table.list(), ({ key, value }) => [String(key), value] as const);
}

/** What an expression sees: the names that are given, else those of the code that asks. */
function namesFor(m: Runtime, globals: Value, locals: Value): Map<string, Value> {
  const { frame } = m;
  if (globals === null && locals === null && frame) {
    const own = frame.names ?? localsOf(frame);
    return own ? new Map([...frame.globals, ...own]) : frame.globals;
  }
  const around = globals === null ? (frame?.globals ?? []) : entriesOf(m, globals, "globals");
  return new Map([...around, ...(locals === null ? [] : entriesOf(m, locals, "locals"))]);
}

export const evalBuiltin: PyBuiltin = builtin("eval", { least: 1, most: 3 }, (m, [given = null, globals = null, locals = null]) => {
  const text = textOf(given);
  if (text === undefined) throw typeError("eval() arg 1 must be a string, bytes or code object");
  const read = text.replace(/^[ \t]+/, "");
  readExpression(read, "<string>");
  return m.evaluateOver(read, namesFor(m, globals, locals));
});
