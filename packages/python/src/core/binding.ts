/** Arguments to parameters, with CPython's complaints. */
import { PyTuple } from "../model/containers.ts";
import { typeError } from "../model/exceptions.ts";
import type { Parameters } from "../model/functions.ts";
import { PyDict } from "../model/table.ts";
import type { Keywords, Value } from "../model/value.ts";

export interface Callee {
  readonly qualname: string;
  readonly parameters: Parameters;
  /** Of the last positional parameters. */
  readonly defaults: readonly Value[];
  readonly keywordDefaults: ReadonlyMap<string, Value>;
}

/** Fills the first slots with the arguments. Raises TypeError where they do not fit. */
export function bindArguments(callee: Callee, args: readonly Value[], keywords: Keywords | undefined, slots: (Value | undefined)[]): void {
  const { names, positional, keywordOnly, hasRest, hasKeywords } = callee.parameters;
  const given = Math.min(args.length, positional);
  for (let i = 0; i < given; i++) slots[i] = args[i];
  const restSlot = positional;
  const firstKeyword = positional + (hasRest ? 1 : 0);
  if (hasRest) slots[restSlot] = new PyTuple(args.slice(positional));
  const extra = hasKeywords ? new PyDict() : undefined;
  if (extra) slots[names.length - 1] = extra;
  if (keywords) bindKeywords(callee, keywords, slots, extra);
  if (args.length > positional && !hasRest) throw tooMany(callee, args.length, slots);
  const firstDefault = positional - callee.defaults.length;
  let missing: string[] | undefined;
  for (let i = given; i < positional; i++) {
    if (slots[i] !== undefined) continue;
    if (i >= firstDefault) slots[i] = callee.defaults[i - firstDefault];
    else {
      missing ??= [];
      missing.push(names[i] ?? "");
    }
  }
  if (missing) throw typeError(missingText(callee.qualname, "positional", missing));
  for (let i = firstKeyword; i < firstKeyword + keywordOnly; i++) {
    if (slots[i] !== undefined) continue;
    const name = names[i] ?? "";
    const value = callee.keywordDefaults.get(name);
    if (value !== undefined) slots[i] = value;
    else {
      missing ??= [];
      missing.push(name);
    }
  }
  if (missing) throw typeError(missingText(callee.qualname, "keyword-only", missing));
}

function bindKeywords(callee: Callee, keywords: Keywords, slots: (Value | undefined)[], extra: PyDict | undefined): void {
  const { names, positional, positionalOnly, keywordOnly, hasRest } = callee.parameters;
  const firstKeyword = positional + (hasRest ? 1 : 0);
  const wrong: string[] = [];
  for (const [name, value] of keywords) {
    let at = names.indexOf(name);
    if (at < positionalOnly || at >= firstKeyword + keywordOnly || (hasRest && at === positional)) {
      if (!extra && at >= 0 && at < positionalOnly) wrong.push(name);
      at = -1;
    }
    if (at < 0) {
      if (extra) extra.setText(name, value);
      else if (wrong.length === 0) throw typeError(`${callee.qualname}() got an unexpected keyword argument '${name}'`);
    } else if (slots[at] !== undefined) throw typeError(`${callee.qualname}() got multiple values for argument '${name}'`);
    else slots[at] = value;
  }
  if (wrong.length > 0) {
    throw typeError(`${callee.qualname}() got some positional-only arguments passed as keyword arguments: '${wrong.join(", ")}'`);
  }
}

function missingText(name: string, kind: string, missing: readonly string[]): string {
  const quoted = missing.map((n) => `'${n}'`);
  const last = quoted.at(-1) ?? "";
  const list = quoted.length < 3 ? quoted.join(" and ") : `${quoted.slice(0, -1).join(", ")}, and ${last}`;
  return `${name}() missing ${missing.length} required ${kind} argument${missing.length === 1 ? "" : "s"}: ${list}`;
}

function tooMany(callee: Callee, count: number, slots: readonly (Value | undefined)[]) {
  const { positional, keywordOnly, hasRest } = callee.parameters;
  const fewest = positional - callee.defaults.length;
  const takes = fewest === positional ? `${positional}` : `from ${fewest} to ${positional}`;
  const plural = fewest === positional && positional === 1 ? "" : "s";
  const first = positional + (hasRest ? 1 : 0);
  let named = 0;
  for (let i = first; i < first + keywordOnly; i++) if (slots[i] !== undefined) named++;
  const were =
    named > 0 ? ` positional argument${count === 1 ? "" : "s"} (and ${named} keyword-only argument${named === 1 ? "" : "s"})` : "";
  return typeError(
    `${callee.qualname}() takes ${takes} positional argument${plural} but ${count}${were} ${count === 1 && !were ? "was" : "were"} given`,
  );
}
