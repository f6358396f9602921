/**
 * Match traces: which sub-pattern met which node, and the first failure with its reason. Made on demand by watching the matcher and the grouping;
 * there is no second matcher.
 */
import { attrOf, type Constant, dimText, type Expr, elementOf, Failure, typeText } from "@relayscope/ir";
import { valueOfAttr, valueText } from "./checkValues.ts";
import { groupMatches, type MatchGroups } from "./groups.ts";
import type { IndexedGraph } from "./indexedGraph.ts";
import { type MatchOptions, PatternMatcher, patternOperator, type Refusal } from "./matcher.ts";
import type { Pattern } from "./pattern.ts";
import { plainAlternative } from "./patternGraph.ts";

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
  /** What was asked for and what was there, where they can be told: an operator, a number of arguments, an attribute's values, a dtype. */
  readonly wanted?: string;
  readonly found?: string;
  readonly attribute?: string;
  /** What the pattern goes on with above the node, where all went well and no call uses it: `nn.relu` in backquotes. */
  readonly goesOn?: string;
}

export interface MatchTrace {
  /** Whether the pattern matches at the root and its group stands. */
  readonly matched: boolean;
  readonly problem: MatchProblem | undefined;
  readonly root: TraceStep;
  /** Sub-patterns that met a node, in the attempt that went furthest. */
  readonly met: readonly { readonly pattern: Pattern; readonly node: Expr }[];
}

export interface TraceOptions extends MatchOptions {
  /** The table's check, asked where the group is. */
  readonly check?: ((root: Expr) => boolean) | undefined;
  /** The pattern's groups with the refused ones, where they are at hand. */
  readonly groups?: (() => MatchGroups) | undefined;
  /** Whether the pattern is a part of an entry: then it makes no groups of its own. */
  readonly isPart?: boolean;
}

/** Steps kept; what comes after is matched all the same. */
const stepLimit = 20_000;

interface OpenStep {
  pattern: Pattern;
  node: Expr;
  matched: boolean;
  refusal: Refusal | undefined;
  children: OpenStep[];
}

/** Traces one pattern at one root of a graph. Near-linear in the graph where the match succeeds, since grouping is then asked too. */
export function traceMatch(pattern: Pattern, root: Expr, graph: IndexedGraph, options: TraceOptions = {}): MatchTrace {
  const recorder = new Recorder();
  const matcher = new PatternMatcher(graph, { operators: options.operators, observer: recorder, forgives: options.forgives });
  let raised: Failure | undefined;
  try {
    matcher.match(pattern, root);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    raised = error;
  }
  const step = recorder.root ?? { pattern, node: root, matched: false, refusal: undefined, children: [] };
  const met: { pattern: Pattern; node: Expr }[] = [];
  if (raised) {
    const problem = {
      reason: "raises",
      pattern,
      node: raised.node ?? root,
      refusal: undefined,
      blocker: undefined,
      message: raised.message,
    } as const;
    return { matched: false, problem, root: step, met };
  }
  if (!step.matched) {
    const problem = problemOf(step, graph, options, met);
    return { matched: false, problem, root: step, met };
  }
  collectMet(step, met);
  const problem = options.isPart ? undefined : groupProblem(pattern, root, graph, options);
  return { matched: problem === undefined, problem, root: step, met };
}

class Recorder {
  root: OpenStep | undefined;
  private readonly open: (OpenStep | undefined)[] = [];
  private steps = 0;

  enter(pattern: Pattern, node: Expr): void {
    const parent = this.open[this.open.length - 1];
    const step: OpenStep | undefined =
      this.steps++ < stepLimit && (parent || !this.root) ? { pattern, node, matched: false, refusal: undefined, children: [] } : undefined;
    this.root ??= step;
    if (step) parent?.children.push(step);
    this.open.push(step);
  }

  refuse(_pattern: Pattern, _node: Expr, refusal: Refusal): void {
    const step = this.open[this.open.length - 1];
    if (step) step.refusal ??= refusal;
  }

  leave(_pattern: Pattern, _node: Expr, matched: boolean): void {
    const step = this.open.pop();
    if (step) step.matched = matched;
  }
}

/** How much of the pattern an attempt met: what names an operator or a constant counts, wildcards do not. */
function progress(step: TraceStep): number {
  let sum = step.matched && step.pattern.kind !== "WildcardPattern" && step.pattern.kind !== "AltPattern" ? 1 : 0;
  for (const child of step.children) sum += progress(child);
  return sum;
}

/** Follows the attempt that went furthest down to the sub-pattern that refused on its own. */
function problemOf(step: TraceStep, graph: IndexedGraph, options: TraceOptions, met: { pattern: Pattern; node: Expr }[]): MatchProblem {
  let at = step;
  let alternatives: readonly string[] | undefined;
  for (;;) {
    if (at.pattern.kind === "AltPattern") alternatives ??= wantedOperators(at);
    const { furthest, most } = furthestFailure(at);
    if (!furthest || (at.refusal && most === 0 && at.refusal.reason !== "path")) break;
    for (const child of at.children) {
      if (child === furthest) break;
      if (child.matched) collectMet(child, met);
    }
    if (!isTypeUnknown(furthest) && isTurnedAround(at, graph, options)) {
      return {
        reason: "operand-order",
        pattern: at.pattern,
        node: at.node,
        refusal: undefined,
        blocker: undefined,
        message: "The operands are the other way round; only `add` and `multiply` match in either order.",
      };
    }
    at = furthest;
  }
  const blocker = at.refusal?.reason === "shared" ? at.refusal.met : undefined;
  const said =
    at.refusal?.reason === "operator" && alternatives && alternatives.length > 0 ? wantedOneOf(alternatives, at.node) : explain(at);
  return { ...said, pattern: at.pattern, node: at.node, refusal: at.refusal, blocker };
}

/** The operators that alternatives asked for, where all of them refused the operator that they found; undefined where one refused something else. */
function wantedOperators({ pattern, refusal, matched, children }: TraceStep): readonly string[] | undefined {
  if (matched) return undefined;
  if (refusal?.reason === "operator") return [refusal.wanted];
  const [first] = children;
  if (pattern.kind === "CallPattern") return first && children.length === 1 ? wantedOperators(first) : undefined;
  if (pattern.kind !== "AltPattern") return undefined;
  // What is optional comes on top of what is wanted in any case.
  const plain = plainAlternative(pattern);
  const each = (plain ? children.filter((child) => child.pattern === plain) : children).map(wantedOperators);
  return each.every((names) => names !== undefined) ? [...new Set(each.flat())] : undefined;
}

function wantedOneOf(names: readonly string[], node: Expr): Explained {
  const quoted = names.map((name) => `\`${name}\``);
  const wanted = [quoted.slice(0, -1).join(", "), quoted.at(-1)].filter((part) => part !== "").join(" or ");
  const found = nodeName(node);
  return {
    reason: "operator",
    message: `Wanted the operator ${wanted}, found ${found}.`,
    wanted: names.join(" or "),
    found: found.replaceAll("`", ""),
  };
}

/** The failed attempt below a step that went furthest. On a dominator's way up the parent fails at every step; only the last step tells. */
function furthestFailure(step: TraceStep): { furthest: TraceStep | undefined; most: number } {
  let furthest: TraceStep | undefined;
  let most = -1;
  const candidates = step.pattern.kind === "DominatorPattern" && step.refusal ? step.children.slice(-1) : step.children;
  for (const child of candidates) {
    const score = child.matched ? -1 : progress(child);
    if (score > most) {
      most = score;
      furthest = child;
    }
  }
  return { furthest, most };
}

/** Whether a type was asked for that is not known: then nothing can be said of the operands' order. */
function isTypeUnknown({ refusal, node }: TraceStep): boolean {
  return refusal?.reason === "type" && !node.checkedType;
}

/** Whether a call of two operands would match with its pattern's arguments exchanged. */
function isTurnedAround(step: TraceStep, graph: IndexedGraph, options: TraceOptions): boolean {
  const { pattern } = step;
  if (pattern.kind !== "CallPattern" || pattern.args?.length !== 2) return false;
  const operator = patternOperator(pattern);
  if (operator === "add" || operator === "multiply") return false;
  const turned: Pattern = { ...pattern, args: [...pattern.args].reverse() };
  try {
    return new PatternMatcher(graph, { operators: options.operators }).match(turned, step.node);
  } catch {
    return false;
  }
}

function collectMet(step: TraceStep, met: { pattern: Pattern; node: Expr }[]): void {
  if (!step.matched) return;
  for (const child of step.children) collectMet(child, met);
  met.push({ pattern: step.pattern, node: step.node });
}

function groupProblem(pattern: Pattern, root: Expr, graph: IndexedGraph, options: TraceOptions): MatchProblem | undefined {
  const problem = (reason: MatchReason, node: Expr, blocker: Expr | undefined, message: string): MatchProblem => ({
    reason,
    pattern,
    node,
    refusal: undefined,
    blocker,
    message,
  });
  let groups: MatchGroups;
  try {
    groups =
      options.groups?.() ?? groupMatches(pattern, graph, { operators: options.operators, forgives: options.forgives, keepRefused: true });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return problem("raises", error.node ?? root, undefined, error.message);
  }
  if (groups.groupAt(root)) {
    if (!options.check || options.check(root)) return undefined;
    return problem("check", root, undefined, "The pattern matches, and the target's check refuses it.");
  }
  const refused = groups.refused.find((r) => r.root === root);
  if (refused?.outcome === "outside-user") {
    return problem(
      "outside-user",
      root,
      refused.blocker,
      `An inner node of the match is used outside of it, by ${nodeName(refused.blocker)}.`,
    );
  }
  if (refused) return problem("overlap", root, refused.blocker, `${nodeName(refused.blocker)} belongs to a match further down.`);
  return problem("overlap", root, root, "This node is inside an earlier match already.");
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

type Explained = Pick<MatchProblem, "reason" | "message" | "wanted" | "found" | "attribute">;

/** The reason and sentence of a sub-pattern's own refusal. */
function explain(step: TraceStep): Explained {
  const { refusal, node, pattern } = step;
  const found = nodeName(node);
  const plainName = found.replaceAll("`", "");
  switch (refusal?.reason) {
    case "operator":
      return {
        reason: "operator",
        message: `Wanted the operator \`${refusal.wanted}\`, found ${found}.`,
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
        message: `Wanted item ${refusal.wanted} of the tuple, found item ${refusal.given}.`,
        wanted: String(refusal.wanted),
        found: String(refusal.given),
      };
    case "name":
      return {
        reason: "name",
        message: `Wanted a variable \`%${refusal.wanted}\`, found \`%${refusal.given}\`.`,
        wanted: refusal.wanted,
        found: refusal.given,
      };
    case "type":
      return explainType(pattern, node);
    case "shared":
      return {
        reason: "shared",
        message: `This sub-pattern met ${nodeName(refusal.met)} before, and one sub-pattern matches one node; here is ${found}.`,
      };
    case "path":
      return { reason: "path", message: "Not every way up runs over the path's pattern to one parent." };
    case "expression":
      return explainExpression(pattern, node);
    case "kind":
      if (refusal.wanted === "Constant") {
        const isVariable = node.kind === "Var";
        return {
          reason: "constant",
          message: `Wanted a constant, found ${found}${isVariable ? "; bind the parameters" : ""}.`,
          wanted: "a constant",
          found: plainName,
        };
      }
      return {
        reason: "kind",
        message: `Wanted ${wantedKind(pattern, refusal.wanted)}, found ${found}.`,
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
  const [wanted, found] = [asked, given].map((value) => (value === undefined ? undefined : valueText(valueOfAttr(value))));
  const isTold = wanted !== undefined && found !== undefined && wanted !== found;
  const message = isTold
    ? `Wanted \`${name}\` ${wanted}, found ${found} at ${nodeName(node)}.`
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
    const message = `Wanted ${asked}${wanted}, and the type of ${nodeName(node)} is not known.`;
    return { reason: "type", message, wanted, found: "unknown" };
  }
  const isTensor = type.kind === "TensorType";
  const dims = isTensor && pattern.kind === "ShapePattern" ? `(${type.shape.map(dimText).join(", ")})` : undefined;
  const found = isTensor && pattern.kind === "DataTypePattern" ? type.dtype : (dims ?? typeText(type));
  return { reason: "type", message: `Wanted ${asked}${wanted}, found ${found} at ${nodeName(node)}.`, wanted, found };
}

function explainExpression(pattern: Pattern, node: Expr): Explained {
  const wanted = pattern.kind === "ExprPattern" ? pattern.expr : undefined;
  if (wanted?.kind !== "Constant") return { reason: "expression", message: `${nodeName(node)} is not the expression wanted.` };
  const value = numberOf(wanted);
  const certain = value === undefined ? "a certain constant" : `the constant ${value}`;
  if (node.kind !== "Constant") return { reason: "constant", message: `Wanted ${certain}, found ${nodeName(node)}.`, wanted: certain };
  const [a, b] = [wanted.data?.dtype, node.data?.dtype ?? node.tensorType?.dtype];
  if (a !== b)
    return {
      reason: "constant-dtype",
      message: `Wanted a constant of ${a ?? "an unknown dtype"}, found one of ${b ?? "an unknown dtype"}.`,
      ...(a === undefined ? {} : { wanted: a }),
      ...(b === undefined ? {} : { found: b }),
    };
  const found = numberOf(node);
  if (value !== undefined && found !== undefined && value !== found)
    return { reason: "constant-value", message: `Wanted ${certain}, found ${found}.`, wanted: String(value), found: String(found) };
  return {
    reason: "constant-value",
    message: node.data ? "The constant has another value or shape." : "The constant's value is not known.",
  };
}

/** The number that a scalar constant is. */
function numberOf({ data }: Constant): number | undefined {
  return data && data.shape.length === 0 ? Number(elementOf(data, 0)) : undefined;
}

/** A refusal as a sentence of its own, for a line of a trace. Empty where nothing was refused at that place. */
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
