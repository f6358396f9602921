/** What a pattern expected where it failed, as a clause after the pattern's name. */
import type { Expr, OperatorTable } from "@relayscope/ir";
import type { MatchProblem, PlacedProblem } from "@relayscope/match";
import { called } from "../names.ts";
import { argumentOf } from "./argumentNames.ts";

/** `wants \`nn.relu\` where \`clip\` is`; other problems in the matcher's words. */
export function wantsClause(problem: MatchProblem & Partial<PlacedProblem>, operators: OperatorTable): string {
  const { reason, node, wanted, found, attribute } = problem;
  if (problem.goesOn !== undefined) return `continues after ${called(node)} with ${problem.goesOn}, and no call uses its result`;
  switch (reason) {
    case "operator":
    case "kind":
      return wanted === undefined ? asMatched(problem) : `wants ${quoted(wanted)} where ${standing(node)} is`;
    case "arity":
      return `gives ${called(node)} ${counted(wanted)}, and the call has ${found}`;
    case "attribute":
      return attribute === undefined || wanted === undefined || found === undefined || wanted === found
        ? asMatched(problem)
        : `wants \`${attribute}\` of ${called(node)} to be \`${wanted}\`, and it is \`${found}\``;
    case "constant":
      return `wants ${wanted ?? "a constant"} where ${standing(node)} is`;
    case "constant-dtype":
      return wanted === undefined || found === undefined
        ? asMatched(problem)
        : `wants a constant of \`${wanted}\`, and here is one of \`${found}\``;
    case "constant-value":
      return wanted === undefined || found === undefined ? asMatched(problem) : valueClause(problem, operators, wanted, found);
    case "operand-order":
      return `wants the operands of ${called(node)} the other way round`;
    case "type":
      return wanted === undefined ? asMatched(problem) : typeClause(problem, wanted);
    case "index":
      return `wants item ${wanted} of the tuple, and here is item ${found}`;
    case "name":
      return `wants a variable named \`%${wanted}\`, and here is \`%${found}\``;
    case "shared":
      return sharedClause(problem, operators);
    default:
      return asMatched(problem);
  }
}

function typeClause({ pattern, node, found }: MatchProblem, wanted: string): string {
  const what = pattern.kind === "DataTypePattern" ? "dtype" : pattern.kind === "ShapePattern" ? "shape" : "type";
  return found === undefined || !node.checkedType
    ? `wants ${called(node)} to be of the ${what} \`${wanted}\`, and its type is not known`
    : `wants ${called(node)} to be of the ${what} \`${wanted}\`, and it is \`${found}\``;
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
    ? `wants the constant ${wanted}, and here is ${found}`
    : `wants ${name} of ${called(call)} to be ${wanted}, and it is ${found}`;
}

/** One part of a pattern represents one node: in two places it met two. */
function sharedClause({ node, blocker, call }: MatchProblem & Partial<PlacedProblem>, operators: OperatorTable): string {
  const names = blocker ? [blocker, node].flatMap((argument) => argumentOf(call, argument, operators) ?? []) : [];
  if (call && names.length === 2) {
    const what = node.kind === "Constant" && blocker?.kind === "Constant" ? "constant" : "value";
    return `wants ${names.join(" and ")} of ${called(call)} to be one and the same ${what}, and here they are two`;
  }
  return blocker === undefined
    ? `wants one and the same value in two places, and here ${called(node)} is another`
    : `wants one and the same value in two places, and meets ${called(blocker)} and ${called(node)}`;
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
