/** A check's refusal in short: the one condition that failed, with the actual and the required value. */
import { calledOp, type Expr, type OperatorTable } from "@relayscope/ir";
import {
  answerCheck,
  type Check,
  type CheckContext,
  type CheckTerm,
  type DecidingCheck,
  decidingCheck,
  type EvaluatedCheck,
  evaluateCheck,
  termText,
} from "@relayscope/match";
import { argumentNames } from "../argumentNames.ts";
import type { Detail } from "../cause.ts";
import { type DecidingSetting, decidingSettings, type SettingChoices } from "./decidingSettings.ts";
import { foundAndAsked } from "./foundAndAsked.ts";
import { conditionText, loopWords, valueWords, wantedWords } from "./leafWords.ts";
import { plainNumber } from "./plainNumber.ts";
import type { Refusal } from "./refusal.ts";

/**
 * The condition that made a check refuse a node; undefined if it accepts the node. Arguments have the operators' names.
 */
export function leafOf(
  check: Check,
  context: CheckContext,
  operators: OperatorTable,
  choices: Readonly<Record<string, SettingChoices>>,
  node: Expr,
): Refusal | undefined {
  const deciding = decidingCheck(evaluateCheck(check, node, context));
  if (!deciding) return undefined;
  const { settings = {} } = context;
  const accepts = (changed: typeof settings) => answerCheck(check, node, { settings: { ...settings, ...changed } }) === true;
  return described(deciding, operators, decidingSettings(accepts, settings, choices));
}

const mostValues = 4;

/** `for every x in list`; the opposite if the loop should not hold. */
function loopText(loop: EvaluatedCheck, around: readonly EvaluatedCheck[]): string {
  const isNegated = around.slice(0, around.indexOf(loop)).filter(({ check }) => check.check === "not").length % 2 === 1;
  const text = loopWords(loop);
  return isNegated ? text.replace(/^for (every|some)/, (_, which) => (which === "every" ? "for some" : "for every")) : text;
}

function described(deciding: DecidingCheck, operators: OperatorTable, settings: readonly DecidingSetting[]): Refusal {
  const { leaf, isNegated, around } = deciding;
  const asked = askedOf(deciding);
  const details = asked.slice(0, mostValues).map(({ term, value, at }) => detailOf(term, value, at, leaf.check, isNegated, around));
  const under = around.findLast((a) => a.check.check === "named");
  const name = under?.text;
  const computed = under?.check.check === "named" ? under.check.value : undefined;
  const condition = `\`${conditionText(leaf.check, isNegated, leaf)}\``;
  const loop = around.findLast((a) => a.check.check === "every" || a.check.check === "some");
  const of = loop ? ` ${loopText(loop, around)}` : "";
  // A named condition is shown by its name, followed by the settings that affect it.
  const deciders = asked.filter(({ at, term }) => at !== loop && !((name !== undefined || settings.length > 0) && isSetting(term)));
  const found = deciders.slice(0, computed === undefined ? mostValues : 1).flatMap(({ term, value, at }) => {
    if (computed !== undefined) return `${computed} is \`${plainNumber(value)}\``;
    const source = sourceOf(term, at, around) ?? { term, at };
    const [part, holder] = nodesOfTerm(source.term, source.at, around);
    const argument = isOfValues(source.term) ? argumentWords(part, holder, operators) : undefined;
    if (argument !== undefined) return `${argument} is \`${plainNumber(value)}\``;
    return valueWords(source.term, value, source.at, part?.node, part?.term) ?? [];
  });
  const raising = leaf.isUnknown ? "that type is not known" : `raises: ${(leaf.message ?? "").replace(/\.$/, "")}`;
  const raised = leaf.answer === "raises" ? `, and ${raising}` : "";
  const wanted = found.length === 1 && raised === "" ? wantedWords(leaf.check, isNegated) : undefined;
  const item = wanted !== undefined && loop !== undefined ? itemWords(deciders[0], loop, around, operators) : undefined;
  const isPlain = wanted !== undefined && (loop === undefined || item !== undefined || isOfItem(deciders[0], loop));
  // A condition that has a name, or that compares one value with a required one, is shown without its text.
  const isShownWhole = raised === "" && (isPlain || name !== undefined);
  const plain = name === undefined || computed !== undefined ? (wanted ?? "") : `${wanted ?? ""}, so that ${name}`;
  const named = name === undefined ? "for" : `that ${name}:`;
  const asks = isPlain ? plain : isShownWhole ? `it asks that ${name}` : `it asks ${named} ${condition}${of}${raised}`;
  const values = item === undefined ? found : [item];
  const text = foundAndAsked(values, asks, settings);
  const wantsConstant = leaf.check.check === "is" && leaf.check.kind === "Constant" && !isNegated ? leaf.check.of : undefined;
  const notConstant = wantsConstant && nodeIn(leaf.valueOf(wantsConstant));
  return {
    text,
    details,
    nodes: asked.slice(0, mostValues).map(({ term, at }) => {
      const source = sourceOf(term, at, around);
      return source ? nodesOfTerm(source.term, source.at, around).map((part) => part.node) : [];
    }),
    notConstant: notConstant?.kind === "Constant" ? undefined : notConstant,
    isTypeUnknown: leaf.isUnknown === true,
    condition: isShownWhole && (name !== undefined || loop !== undefined) ? `${condition}${of}` : "",
    settings,
  };
}

/** Of a loop's own item: `axis` holds `0`. */
function itemWords(
  decider: AskedValue | undefined,
  loop: EvaluatedCheck,
  around: readonly EvaluatedCheck[],
  operators: OperatorTable,
): string | undefined {
  const { check } = loop;
  if (check.check !== "every" && check.check !== "some") return undefined;
  if (decider?.term.term !== "name" || decider.term.name !== check.name) return undefined;
  const [part, holder] = nodesOfTerm(check.list, loop, around);
  const argument = isOfValues(check.list) ? argumentWords(part, holder, operators) : undefined;
  return `${argument ?? `\`${termText(check.list).replace("attrs.", "")}\``} holds \`${plainNumber(decider.value)}\``;
}

/** Whether a term is of a constant's numbers. */
function isOfValues(term: CheckTerm): boolean {
  return term.term === "values" || term.term === "scalar" || (term.term === "item" && isOfValues(term.of));
}

interface PartOfTerm {
  readonly node: Expr;
  readonly term: CheckTerm;
}

/** A constant by its role in the call that uses it: the `kernel_zero_point` of `qnn.conv2d`. */
function argumentWords(part: PartOfTerm | undefined, holder: PartOfTerm | undefined, operators: OperatorTable): string | undefined {
  const operator = holder && calledOp(holder.node);
  if (part?.node.kind !== "Constant" || part.term.term !== "argument" || operator === undefined) return undefined;
  const name = argumentNames(operators, operator)[part.term.index];
  return `${name === undefined ? `argument ${part.term.index + 1}` : `\`${name}\``} of \`${operator}\``;
}

/** Whether a value is of a loop's own item: of each it is compared with the same. */
function isOfItem(decider: AskedValue | undefined, loop: EvaluatedCheck): boolean {
  const { check } = loop;
  if (check.check !== "every" && check.check !== "some") return false;
  let inner: CheckTerm | undefined = decider?.term;
  while (inner && inner.term !== "name") inner = "of" in inner ? inner.of : undefined;
  return inner?.name === check.name;
}

function isSetting(term: CheckTerm): boolean {
  return term.term === "setting" || (term.term === "item" && term.of.term === "setting");
}

interface AskedValue {
  readonly term: CheckTerm;
  readonly value: string;
  readonly at: EvaluatedCheck;
}

/**
 * The values that a condition used, including its parts: if a conjunction holds but should not, all of them decided.
 */
function askedOf({ leaf, around }: DecidingCheck): readonly AskedValue[] {
  const found: AskedValue[] = [];
  const stack = [leaf];
  for (let at = stack.pop(); at; at = stack.pop()) {
    const terms = termsOf(at.check);
    for (const term of terms) {
      const shown = at.values.find((v) => v.text === termText(term));
      if (shown && !found.some((f) => termText(f.term) === shown.text)) found.push({ term, value: shown.value, at });
    }
    // Among conditions that hold together, premises (under a `not`) come last.
    const premises = at.check.check === "and" ? at.children.filter((child) => child.check.check === "not") : [];
    stack.push(...[...at.children.filter((child) => !premises.includes(child)), ...premises].toReversed());
  }
  const loop = around.findLast((a) => a.check.check === "every" || a.check.check === "some");
  const list = loop && termsOf(loop.check)[0];
  const listed = loop && list && loop.values.find((v) => v.text === termText(list));
  if (loop && list && listed) found.push({ term: list, value: listed.value, at: loop });
  return found;
}

function termsOf(check: Check): readonly CheckTerm[] {
  switch (check.check) {
    case "compare":
    case "same":
      return [check.left, check.right];
    case "in":
      return [check.item, check.list];
    case "is":
    case "truthy":
      return [check.of];
    case "every":
    case "some":
      return [check.list];
    default:
      return [];
  }
}

function detailOf(
  term: CheckTerm,
  found: string,
  at: EvaluatedCheck,
  check: Check,
  isNegated: boolean,
  around: readonly EvaluatedCheck[],
): Detail {
  const source = sourceOf(term, at, around);
  const [{ node } = { node: undefined }] = source ? nodesOfTerm(source.term, source.at, around) : [];
  const operator = node && calledOp(node);
  const attribute = source?.term.term === "attribute" ? source.term.name : termText(source?.term ?? term);
  const wanted = `${isNegated ? "not " : ""}${wantedOf(check, term)}`;
  return { attribute, found, wanted, ...(node ? { node } : {}), ...(operator === undefined ? {} : { operator }) };
}

/** A name that a `let` bound represents its value. */
function sourceOf(
  term: CheckTerm,
  at: EvaluatedCheck,
  around: readonly EvaluatedCheck[],
): { term: CheckTerm; at: EvaluatedCheck } | undefined {
  if (term.term !== "name") return { term, at };
  for (const outer of around.toReversed()) {
    if (outer.check.check === "let" && outer.check.name === term.name)
      return sourceOf(outer.check.value, outer, around.slice(0, around.indexOf(outer)));
    if ((outer.check.check === "every" || outer.check.check === "some") && outer.check.name === term.name) return { term, at };
  }
  return { term, at };
}

/** The nodes that a term examines, each with its term, the innermost first; names are replaced by their meaning. */
function nodesOfTerm(
  term: CheckTerm,
  at: EvaluatedCheck,
  around: readonly EvaluatedCheck[],
): readonly { readonly node: Expr; readonly term: CheckTerm }[] {
  const found: { node: Expr; term: CheckTerm }[] = [];
  let inner: CheckTerm | undefined = term;
  let place = at;
  while (inner) {
    const node = nodeIn(place.valueOf(inner));
    if (node && !found.some((part) => part.node === node)) found.push({ node, term: inner });
    if (inner.term === "name") {
      const source = sourceOf(inner, place, around);
      if (!source || source.term === inner) break;
      inner = source.term;
      place = source.at;
    } else inner = "of" in inner ? inner.of : inner.term === "choose" ? inner.then : undefined;
  }
  return found;
}

function nodeIn(value: ReturnType<EvaluatedCheck["valueOf"]>): Expr | undefined {
  return value !== null && typeof value === "object" && "kind" in value && value.kind === "node" ? value.node : undefined;
}

function wantedOf(check: Check, term: CheckTerm): string {
  switch (check.check) {
    case "compare":
      return term === check.left ? `${check.operator === "==" ? "" : `${check.operator} `}${termText(check.right)}` : "";
    case "in":
      return `one of ${termText(check.list)}`;
    case "is":
      return check.kind === "?" ? "of unknown size" : `a ${check.kind}`;
    default:
      return "";
  }
}
