/** Equal constants of a text made one: a pattern whose part is in two places matches one node there, not two. */
import { calledOp, type Func, keptIn, type Module, postOrderList, structurallyEqual } from "@relayscope/ir";
import type { Edit, Replacement } from "@relayscope/run/contract";
import type { Occasion } from "./pipelineCandidates.ts";
import { closingOf, partsOf } from "./sourceText.ts";
import type { Candidate } from "./textCandidates.ts";

/**
 * In all calls of an operator, two arguments that are equal constants become one. What the text names
 * already is named twice; a literal gets a name at the beginning of its function.
 */
export function sharedConstants(text: string, module: Module, { unshared = [], isUnbound = false }: Occasion = {}): readonly Candidate[] {
  if (unshared.length === 0) return [];
  let fresh = firstFreeNumber(text);
  const replacements = [...module.functions.values()].flatMap((f): readonly Replacement[] => {
    const start = bodyStart(text, f);
    if (start === undefined) return [];
    const names = new Map<string, string>();
    const nameOf = (constant: string) => {
      if (/^(%|meta\[)/.test(constant)) return constant;
      return keptIn(names, constant, () => `%${fresh++}`);
    };
    const made = postOrderList(f.body).flatMap((call): readonly Replacement[] => {
      if (call.kind !== "Call" || !call.span) return [];
      const parts = partsOf(text, call.span);
      return unshared.flatMap(({ operator, places }) => {
        const [a, b] = places.map((place) => call.args[place]);
        const [first, second] = places.map((place) => parts[place]);
        if (calledOp(call) !== operator || a === b || a?.kind !== "Constant" || b?.kind !== "Constant" || !first || !second) return [];
        if (!structurallyEqual(a, b)) return [];
        const name = nameOf(text.slice(first.start, first.end));
        return [first, second].map((part) => ({ ...part, text: name }));
      });
    });
    const bound = [...names].map(([constant, name]) => ` ${name} = ${constant};`).join("");
    return bound === "" ? made : [...made, { start, end: start, text: bound }];
  });
  if (replacements.length === 0) return [];
  const edit: Edit = { kind: "text", what: "one shared constant for both arguments", replacements };
  return [{ edits: isUnbound ? [{ kind: "bind" }, edit] : [edit] }];
}

/** The first number that no name of a text has. */
function firstFreeNumber(text: string): number {
  let free = 0;
  for (const [, number = ""] of text.matchAll(/%(\d{1,9})\b/g)) free = Math.max(free, Number(number) + 1);
  return free;
}

/** Where a function's body begins in the text. */
function bodyStart(text: string, { span }: Func): number | undefined {
  const open = span ? text.indexOf("(", span.start) : -1;
  const close = open < 0 ? undefined : closingOf(text, open);
  const body = close === undefined ? -1 : text.indexOf("{", close);
  return !span || body < 0 || body > span.end ? undefined : body + 1;
}
