/**
 * A refusal's condition and its values in words: each value with the node it is of, alternatives as the one that was
 * taken.
 */
import type { Expr } from "@relayscope/ir";
import { type Check, type CheckTerm, type EvaluatedCheck, inlineText, termText } from "@relayscope/match";
import { called } from "../../names.ts";
import { plainNumber } from "./plainNumber.ts";

/** The requirement of a condition; the opposite if it should not hold. */
export function conditionText(check: Check, isNegated: boolean, at: EvaluatedCheck): string {
  const plain = plainCheck(check, at);
  return isNegated ? oppositeText(plain) : inlineText(plain).replace(/^\((.*)\)$/, plain.check === "or" ? "$1" : "$&");
}

/**
 * An actual value: `` `padding[1]` of `nn.conv2d` is `0` ``. `node` is the node that the term examines, `of` the term
 * for it. Empty if the value is as required.
 */
export function valueWords(
  term: CheckTerm,
  found: string,
  at: EvaluatedCheck,
  node: Expr | undefined,
  of: CheckTerm | undefined,
): string | undefined {
  const plain = plainTerm(term, at);
  if (plain.term === "literal") return undefined;
  const text = termText(plain);
  const value = plainNumber(found);
  if (!node || !of || of === term) return `\`${text}\` is \`${value}\``;
  if (plain.term === "operator") return `${called(node)} is there`;
  if (plain.term === "length") {
    const list = termText(plain.of)
      .replace(`${termText(plainTerm(of, at))}.`, "")
      .replace("attrs.", "")
      .replace("checked_type.", "");
    const [one, many] = list === "shape" ? ["axis", "axes"] : ["element", "elements"];
    return `${list === "shape" ? "" : `\`${list}\` of `}${called(node)} has \`${value}\` ${value === "1" ? one : many}`;
  }
  const short = text
    .replace(`${termText(plainTerm(of, at))}.`, "")
    .replace("attrs.", "")
    .replace("checked_type.", "");
  return `\`${short}\` of ${called(node)} is \`${value}\``;
}

/** `for every x in list`, with the list as it was evaluated. */
export function loopWords(at: EvaluatedCheck): string {
  const { check, text } = at;
  return check.check === "every" || check.check === "some"
    ? `for ${check.check} ${check.name} in ${termText(plainTerm(check.list, at))}`
    : text;
}

const wants: Readonly<Record<string, string>> = {
  "==": "",
  "!=": "anything but ",
  "<": "less than ",
  "<=": "at most ",
  ">": "more than ",
  ">=": "at least ",
};

/** The required value, `it wants at most 3`; undefined for other conditions. */
export function wantedWords(check: Check, isNegated: boolean): string | undefined {
  if (check.check === "in" && check.list.term === "literal") {
    return `it wants ${isNegated ? "none" : "one"} of \`${termText(check.list)}\``;
  }
  if (check.check === "is" && check.kind === "?" && isNegated) return "it wants a known size";
  if (check.check === "is" && check.kind === "Constant") return `it wants ${isNegated ? "anything but " : ""}a constant`;
  if (check.check !== "compare" || check.right.term !== "literal") return undefined;
  const operator = isNegated ? opposites[check.operator] : check.operator;
  const { value } = check.right;
  if (operator === "!=" && typeof value === "boolean") return `it wants \`${value ? "False" : "True"}\``;
  if (check.left.term === "operator" && typeof value === "string")
    return operator === "==" ? `it wants \`${value}\` there` : `it wants anything but \`${value}\``;
  const words = operator && wants[operator];
  return words === undefined ? undefined : `it wants ${words}\`${plainNumber(termText(check.right))}\``;
}

const opposites: Readonly<Record<string, "==" | "!=" | "<" | "<=" | ">" | ">=">> = {
  "==": "!=",
  "!=": "==",
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
};

function oppositeText(check: Check): string {
  switch (check.check) {
    case "compare": {
      const operator = opposites[check.operator];
      return operator ? inlineText({ ...check, operator }) : `not ${inlineText(check)}`;
    }
    case "in":
      return `${termText(check.item)} not in ${termText(check.list)}`;
    case "is":
      return check.kind === "?"
        ? `${termText(check.of)} is known`
        : `${termText(check.of)} is not ${/^[AEIOU]/.test(check.kind) ? "an" : "a"} ${check.kind}`;
    case "and":
    case "every":
      return `not (${inlineText(check)})`;
    default:
      return `not ${inlineText(check)}`;
  }
}

function plainCheck(check: Check, at: EvaluatedCheck): Check {
  switch (check.check) {
    case "compare":
      return { ...check, left: plainTerm(check.left, at), right: plainTerm(check.right, at) };
    case "same":
      return { ...check, left: plainTerm(check.left, at), right: plainTerm(check.right, at) };
    case "in":
      return { ...check, item: plainTerm(check.item, at), list: plainTerm(check.list, at) };
    case "is":
    case "truthy":
      return { ...check, of: plainTerm(check.of, at) };
    case "and":
    case "or":
      return { ...check, checks: check.checks.map((part) => plainCheck(part, at)) };
    case "not":
      return { ...check, of: plainCheck(check.of, at) };
    default:
      return check;
  }
}

/** A term with the branches that were taken in the place of choices, and with numbers for computed indices. */
function plainTerm(term: CheckTerm, at: EvaluatedCheck): CheckTerm {
  switch (term.term) {
    case "choose": {
      const isThen = at.valueOf({ ...term, then: { term: "literal", value: true }, otherwise: { term: "literal", value: false } });
      return isThen === undefined ? term : plainTerm(isThen ? term.then : term.otherwise, at);
    }
    case "item": {
      const index = typeof term.index === "number" ? term.index : at.valueOf(term.index);
      return { ...term, of: plainTerm(term.of, at), index: typeof index === "number" ? index : term.index };
    }
    case "list":
      return { ...term, items: term.items.map((item) => plainTerm(item, at)) };
    case "arithmetic":
      return { ...term, left: plainTerm(term.left, at), right: plainTerm(term.right, at) };
    case "literal":
    case "name":
    case "setting":
      return term;
    default:
      return { ...term, of: plainTerm(term.of, at) };
  }
}
