/** Describes, as a clause after the pattern's name, what a pattern expected where it failed. */
import { type Expr, listed, type OperatorTable, structurallyEqual } from "@relayscope/ir";
import type { MatchProblem, PlacedProblem } from "@relayscope/match";
import { called } from "../names.ts";
import { argumentOf } from "./argumentNames.ts";
import { distinct } from "./cause.ts";

/** What a pattern needs, a clause each. Places that all need a constant are one clause. */
export function wantsClauses(problems: readonly (MatchProblem & Partial<PlacedProblem>)[], operators: OperatorTable): readonly string[] {
  const isNoConstant = ({ reason, wanted }: MatchProblem) => reason === "constant" && wanted === "a constant";
  const found = distinct(problems.filter(isNoConstant).map(({ node }) => standing(node)));
  const constants = `needs constants but finds ${listed(found, 4)}`;
  return distinct(problems.map((p) => (found.length > 1 && isNoConstant(p) ? constants : wantsClause(p, operators))));
}

/** `needs \`nn.relu\` but finds \`clip\``; other problems in the matcher's words. */
function wantsClause(problem: MatchProblem & Partial<PlacedProblem>, operators: OperatorTable): string {
  const { reason, node, wanted, found, attribute } = problem;
  if (problem.goesOn !== undefined) return `continues after ${called(node)} with ${problem.goesOn}, but no call uses its result`;
  switch (reason) {
    case "operator":
    case "kind":
      if (wanted === undefined) return asMatched(problem);
      return `needs ${quoted(wanted)} ${problem.gap ? placeOf(problem.gap) : `but finds ${standing(node)}`}`;
    case "arity":
      return `gives ${called(node)} ${counted(wanted)}, but the call has ${found}`;
    case "attribute":
      return attribute === undefined || wanted === undefined || found === undefined || wanted === found
        ? asMatched(problem)
        : `needs \`${attribute}\` of ${called(node)} to be \`${wanted}\`, but it is \`${found}\``;
    case "constant":
      return `needs ${wanted ?? "a constant"} but finds ${standing(node)}`;
    case "constant-dtype":
      return wanted === undefined || found === undefined
        ? asMatched(problem)
        : `needs a constant of \`${wanted}\`, but finds one of \`${found}\``;
    case "constant-value":
      return wanted === undefined || found === undefined ? asMatched(problem) : valueClause(problem, operators, wanted, found);
    case "operand-order":
      return `needs the operands of ${called(node)} in the other order`;
    case "type":
      return wanted === undefined ? asMatched(problem) : typeClause(problem, wanted);
    case "index":
      return `needs item ${wanted} of the tuple, but finds item ${found}`;
    case "name":
      return `needs a variable named \`%${wanted}\`, but finds \`%${found}\``;
    case "shared":
      return sharedClause(problem, operators);
    default:
      return asMatched(problem);
  }
}

function placeOf({ below, user }: NonNullable<PlacedProblem["gap"]>): string {
  return user ? `between ${called(below)} and ${called(user)}` : `after ${called(below)}`;
}

function typeClause({ pattern, node, found }: MatchProblem, wanted: string): string {
  const what = pattern.kind === "DataTypePattern" ? "dtype" : pattern.kind === "ShapePattern" ? "shape" : "type";
  return found === undefined || !node.checkedType
    ? `needs ${called(node)} to have the ${what} \`${wanted}\`, but its type is not known`
    : `needs ${called(node)} to have the ${what} \`${wanted}\`, but it is \`${found}\``;
}

/** A constant by its role in the call that uses it. */
function valueClause(
  { node, call }: MatchProblem & Partial<PlacedProblem>,
  operators: OperatorTable,
  wanted: string,
  found: string,
): string {
  const name = argumentOf(call, node, operators);
  return name === undefined || !call
    ? `needs the constant ${wanted}, but finds ${found}`
    : `needs ${name} of ${called(call)} to be ${wanted}, but it is ${found}`;
}

/** One part of a pattern represents one node: in two places it met two. */
function sharedClause({ node, blocker, call }: MatchProblem & Partial<PlacedProblem>, operators: OperatorTable): string {
  const names = blocker ? [blocker, node].flatMap((argument) => argumentOf(call, argument, operators) ?? []) : [];
  if (call && names.length === 2) {
    const isOfConstants = node.kind === "Constant" && blocker?.kind === "Constant";
    if (blocker && areEqualConstants(blocker, node))
      return `needs ${names.join(" and ")} of ${called(call)} to be one shared constant, but they are two constants of the same value`;
    return `needs ${names.join(" and ")} of ${called(call)} to be the same ${isOfConstants ? "constant" : "value"}, but they differ`;
  }
  return blocker === undefined
    ? `needs the same value in two places, but finds ${called(node)} in one of them`
    : `needs the same value in two places, but finds ${called(blocker)} and ${called(node)}`;
}

/** Whether two nodes are constants of the same value. To a pattern that needs one node they are two. */
export function areEqualConstants(a: Expr, b: Expr): boolean {
  return a.kind === "Constant" && b.kind === "Constant" && structurallyEqual(a, b);
}

function standing(node: Expr): string {
  return node.kind === "Op" ? `\`${node.name}\`` : node.kind === "GlobalVar" ? `\`@${node.name}\`` : called(node);
}

function quoted(wanted: string): string {
  const names = wanted.split(" or ").map((name) => (/^an? /.test(name) ? name : `\`${name}\``));
  return names.length > 2 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names.join(" or ");
}

function counted(wanted: string | undefined): string {
  return `${wanted} argument${wanted === "1" ? "" : "s"}`;
}

function asMatched({ message }: MatchProblem): string {
  return `does not match: ${lowered(message.replace("; bind the parameters", ""))}`;
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}
