/** Why a sub-pattern refused a node, as a reason and a sentence. */
import { attrOf, type Constant, dimText, type Expr, elementOf, typeText } from "@relayscope/ir";
import { attrText } from "./attrText.ts";
import { patternOperator, type Refusal } from "./matcher.ts";
import type { Pattern } from "./pattern.ts";

/** One meeting of a sub-pattern and a node, with the meetings inside. */
export interface TraceStep {
  readonly pattern: Pattern;
  readonly node: Expr;
  readonly matched: boolean;
  readonly refusal: Refusal | undefined;
  readonly children: readonly TraceStep[];
}

/** Why there is no composite at a root. */
export type MatchReason =
  | "kind"
  | "operator"
  | "arity"
  | "attribute"
  /** A constant was wanted and something else is there: bind parameters. */
  | "constant"
  | "constant-dtype"
  | "constant-value"
  /** The operands would match the other way round. */
  | "operand-order"
  | "type"
  | "index"
  | "name"
  | "shared"
  | "path"
  | "expression"
  | "raises"
  | "outside-user"
  | "overlap"
  | "check";

export interface MatchProblem {
  readonly reason: MatchReason;
  /** The innermost sub-pattern that refused; the whole pattern where the group was refused. */
  readonly pattern: Pattern;
  readonly node: Expr;
  readonly refusal: Refusal | undefined;
  /** The outside user, or the node that an earlier match took. */
  readonly blocker: Expr | undefined;
  /** A sentence. */
  readonly message: string;
  /**
   * The expected and the actual value, if known: an operator, a number of arguments, an attribute's values, a dtype.
   */
  readonly wanted?: string;
  readonly found?: string;
  readonly attribute?: string;
  /**
   * The part of the pattern above the node, if everything matched and no call uses the node: `nn.relu` in backquotes.
   */
  readonly goesOn?: string;
}

const kindWords: Readonly<Record<string, string>> = {
  Call: "a call",
  Function: "a function",
  If: "an `if`",
  Let: "a `let`",
  Tuple: "a tuple",
  TupleGetItem: "a tuple item",
  Var: "a variable",
};

export type Explained = Pick<MatchProblem, "reason" | "message" | "wanted" | "found" | "attribute">;

/** The reason and sentence of a sub-pattern's own refusal. */
export function explain(step: TraceStep): Explained {
  const { refusal, node, pattern } = step;
  const found = nodeName(node);
  const plainName = found.replaceAll("`", "");
  switch (refusal?.reason) {
    case "operator":
      return {
        reason: "operator",
        message: `The pattern needs the operator \`${refusal.wanted}\`; this is ${found}.`,
        wanted: refusal.wanted,
        found: plainName,
      };
    case "arity":
      return {
        reason: "arity",
        message: `The pattern has ${refusal.wanted} ${refusal.wanted === 1 ? "argument" : "arguments"}, ${found} has ${refusal.given}.`,
        wanted: String(refusal.wanted),
        found: String(refusal.given),
      };
    case "attribute":
      return explainAttribute(refusal.name, pattern, node);
    case "index":
      return {
        reason: "index",
        message: `The pattern needs item ${refusal.wanted} of the tuple; this is item ${refusal.given}.`,
        wanted: String(refusal.wanted),
        found: String(refusal.given),
      };
    case "name":
      return {
        reason: "name",
        message: `The pattern needs the variable \`%${refusal.wanted}\`; this is \`%${refusal.given}\`.`,
        wanted: refusal.wanted,
        found: refusal.given,
      };
    case "type":
      return explainType(pattern, node);
    case "shared":
      return {
        reason: "shared",
        message: `This sub-pattern matched ${nodeName(refusal.met)} before, and it can match only one node, not ${found}.`,
      };
    case "path":
      return { reason: "path", message: "Not every path to the dominating node matches the path pattern." };
    case "expression":
      return explainExpression(pattern, node);
    case "kind":
      if (refusal.wanted === "Constant") {
        const isVariable = node.kind === "Var";
        return {
          reason: "constant",
          message: `The pattern needs a constant; this is ${found}.${isVariable ? " Bind the parameters." : ""}`,
          wanted: "a constant",
          found: plainName,
        };
      }
      return {
        reason: "kind",
        message: `The pattern needs ${wantedKind(pattern, refusal.wanted)}; this is ${found}.`,
        wanted: (pattern.kind === "CallPattern" && patternOperator(pattern)) || wantedKind(pattern, refusal.wanted),
        found: plainName,
      };
    default:
      return { reason: "kind", message: `Found ${found}.` };
  }
}

function wantedKind(pattern: Pattern, kind: string): string {
  const operator = pattern.kind === "CallPattern" ? patternOperator(pattern) : undefined;
  return operator === undefined ? (kindWords[kind] ?? `a ${kind}`) : `a call of \`${operator}\``;
}

function explainAttribute(name: string, pattern: Pattern, node: Expr): Explained {
  const asked = pattern.kind === "AttrPattern" ? pattern.attrs.get(name) : undefined;
  const given = node.kind === "Call" ? attrOf(node.attrs, name) : node.kind === "Function" ? node.attrs.get(name) : undefined;
  const [wanted, found] = [asked, given].map((value) => (value === undefined ? undefined : attrText(value)));
  const isShown = wanted !== undefined && found !== undefined && wanted !== found;
  const message = isShown
    ? `The pattern needs \`${name}\` ${wanted}; ${nodeName(node)} has ${found}.`
    : `The attribute \`${name}\` of ${nodeName(node)} is missing or has another value.`;
  return {
    reason: "attribute",
    message,
    attribute: name,
    ...(wanted === undefined ? {} : { wanted }),
    ...(found === undefined ? {} : { found }),
  };
}

function explainType(pattern: Pattern, node: Expr): Explained {
  const type = node.checkedType;
  const wanted =
    pattern.kind === "DataTypePattern"
      ? pattern.dtype
      : pattern.kind === "ShapePattern"
        ? `(${pattern.shape.join(", ")})`
        : pattern.kind === "TypePattern"
          ? typeText(pattern.type)
          : "another type";
  const asked = pattern.kind === "DataTypePattern" ? "the dtype " : pattern.kind === "ShapePattern" ? "the shape " : "";
  if (!type) {
    const message = `The pattern needs ${asked}${wanted}; the type of ${nodeName(node)} is not known.`;
    return { reason: "type", message, wanted, found: "unknown" };
  }
  const isTensor = type.kind === "TensorType";
  const dims = isTensor && pattern.kind === "ShapePattern" ? `(${type.shape.map(dimText).join(", ")})` : undefined;
  const found = isTensor && pattern.kind === "DataTypePattern" ? type.dtype : (dims ?? typeText(type));
  return { reason: "type", message: `The pattern needs ${asked}${wanted}; ${nodeName(node)} has ${found}.`, wanted, found };
}

function explainExpression(pattern: Pattern, node: Expr): Explained {
  const wanted = pattern.kind === "ExprPattern" ? pattern.expr : undefined;
  if (wanted?.kind !== "Constant")
    return { reason: "expression", message: `${nodeName(node)} is not the expression that the pattern needs.` };
  const value = numberOf(wanted);
  const certain = value === undefined ? "a certain constant" : `the constant ${value}`;
  if (node.kind !== "Constant")
    return { reason: "constant", message: `The pattern needs ${certain}; this is ${nodeName(node)}.`, wanted: certain };
  const [a, b] = [wanted.data?.dtype, node.data?.dtype ?? node.tensorType?.dtype];
  if (a !== b)
    return {
      reason: "constant-dtype",
      message: `The pattern needs a constant of ${a ?? "an unknown dtype"}; this is one of ${b ?? "an unknown dtype"}.`,
      ...(a === undefined ? {} : { wanted: a }),
      ...(b === undefined ? {} : { found: b }),
    };
  const found = numberOf(node);
  if (value !== undefined && found !== undefined && value !== found)
    return {
      reason: "constant-value",
      message: `The pattern needs ${certain}; this is ${found}.`,
      wanted: String(value),
      found: String(found),
    };
  return {
    reason: "constant-value",
    message: node.data ? "The constant has another value or shape." : "The constant's value is not known.",
  };
}

/** The number that a scalar constant is. */
function numberOf({ data }: Constant): number | undefined {
  return data && data.shape.length === 0 ? Number(elementOf(data, 0)) : undefined;
}

/** A refusal as a sentence, for a line of a trace. Empty for a step that refused nothing. */
export function refusalText(step: TraceStep): string {
  return step.matched || !step.refusal ? "" : explain(step).message;
}

/** A node in a sentence. */
export function nodeName(node: Expr): string {
  switch (node.kind) {
    case "Var":
      return `the variable \`%${node.name}\``;
    case "Op":
      return `\`${node.name}\``;
    case "GlobalVar":
      return `\`@${node.name}\``;
    case "Constant":
      return "a constant";
    case "Call":
      return node.op.kind === "Op" ? `\`${node.op.name}\`` : "a call of a function";
    default:
      return kindWords[node.kind] ?? `a ${node.kind}`;
  }
}

/** The sentence where any of several operators was wanted. */
export function wantedOneOf(names: readonly string[], node: Expr): Explained {
  const quoted = names.map((name) => `\`${name}\``);
  const wanted = [quoted.slice(0, -1).join(", "), quoted.at(-1)].filter((part) => part !== "").join(" or ");
  const found = nodeName(node);
  return {
    reason: "operator",
    message: `The pattern needs the operator ${wanted}; this is ${found}.`,
    wanted: names.join(" or "),
    found: found.replaceAll("`", ""),
  };
}
