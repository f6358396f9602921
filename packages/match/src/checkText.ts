/** Checks and their terms as text, for trees in the inspector. Reads like the Python that upstream writes. */
import { assertNever } from "@relayscope/ir";
import type { ArithmeticOperator, Check, CheckLiteral, CheckTerm } from "./check.ts";

/** A term: `args[0].dtype`, `attrs.data_layout`. */
export function termText(term: CheckTerm): string {
  switch (term.term) {
    case "literal":
      return literalText(term.value);
    case "name":
      return term.name;
    case "setting":
      return `target.${term.name}`;
    case "argument":
      return `${prefix(term.of)}args[${term.index}]`;
    case "arguments":
      return `${prefix(term.of)}args`;
    case "fields":
      return `${termText(term.of)}.fields`;
    case "tuple":
      return `${termText(term.of)}.tuple_value`;
    case "below":
      return `${term.operator} below ${termText(term.of)}`;
    case "attribute":
      return `${prefix(term.of)}attrs.${term.name}`;
    case "callee":
      return `${prefix(term.of)}op`;
    case "operator":
      return `${prefix(term.of)}op.name`;
    case "type":
      return `${termText(term.of)}.checked_type`;
    case "dtype":
      return `${termText(term.of)}.dtype`;
    case "shape":
      return `${termText(term.of)}.shape`;
    case "scalar":
      return `${termText(term.of)}.data`;
    case "values":
      return `${termText(term.of)}.values`;
    case "largest-sum":
      return `max(sum(abs(${termText(term.of)} - ${termText(term.zero)})))`;
    case "product":
      return `prod(${termText(term.of)})`;
    case "length":
      return `len(${termText(term.of)})`;
    case "item":
      return `${termText(term.of)}[${typeof term.index === "number" ? term.index : termText(term.index)}]`;
    case "rest":
      return `${termText(term.of)}[${term.from}:]`;
    case "list":
      return `(${term.items.map(termText).join(", ")})`;
    case "arithmetic":
      return `${operandText(term.left, term.operator)} ${term.operator} ${operandText(term.right, term.operator, true)}`;
    case "single":
      return `float32(${termText(term.of)})`;
    case "choose":
      return `(${termText(term.then)} if ${inlineText(term.test)} else ${termText(term.otherwise)})`;
    default:
      return assertNever(term);
  }
}

/** An operand, in parentheses if needed. */
function operandText(of: CheckTerm, around: ArithmeticOperator, isRight = false): string {
  if (of.term !== "arithmetic") return termText(of);
  const bind = (operator: ArithmeticOperator) => (operator === "+" || operator === "-" ? 0 : 1);
  const isPlain = bind(of.operator) > bind(around) || (!isRight && bind(of.operator) === bind(around));
  return isPlain ? termText(of) : `(${termText(of)})`;
}

/** A check on one line; what only combines others is named by how it combines them. */
export function checkText(check: Check): string {
  switch (check.check) {
    case "always":
      return check.answer ? "always" : "never";
    case "compare":
      return `${termText(check.left)} ${check.operator} ${termText(check.right)}`;
    case "in":
      return `${termText(check.item)} in ${termText(check.list)}`;
    case "is":
      return check.kind === "?" ? `${termText(check.of)} is not known` : `${termText(check.of)} is a ${check.kind}`;
    case "same":
      return `${termText(check.left)} is ${termText(check.right)}`;
    case "truthy":
      return termText(check.of);
    case "and":
      return "all of";
    case "or":
      return "one of";
    case "not":
      return "not";
    case "every":
      return `for every ${check.name} in ${termText(check.list)}`;
    case "some":
      return `for some ${check.name} in ${termText(check.list)}`;
    case "let":
      return `${check.name} = ${termText(check.value)}`;
    case "when":
      return "if";
    case "named":
      return check.name;
    case "of-values":
      return `by the values of ${check.constants.map(termText).join(", ")}`;
    case "raises":
      return `raises: ${check.message}`;
    default:
      return assertNever(check);
  }
}

/** A check within a line, if its parts have no lines of their own. */
export function inlineText(check: Check): string {
  switch (check.check) {
    case "and":
      return check.checks.map(inlineText).join(" and ");
    case "or":
      return `(${check.checks.map(inlineText).join(" or ")})`;
    case "not":
      return check.of.check === "and" ? `not (${inlineText(check.of)})` : `not ${inlineText(check.of)}`;
    case "every":
    case "some":
      return `${inlineText(check.holds)} ${checkText(check)}`;
    default:
      return checkText(check);
  }
}

/** The text before a member; empty for the root itself. */
function prefix(of: CheckTerm): string {
  return of.term === "name" && of.name === "root" ? "" : `${termText(of)}.`;
}

function literalText(value: CheckLiteral): string {
  if (value === null) return "None";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  return typeof value === "number" ? String(value) : `[${value.map(literalText).join(", ")}]`;
}
