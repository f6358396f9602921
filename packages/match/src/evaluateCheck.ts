/** Evaluates a check: its result, and the tree of conditions with the values found. */
import { assertNever, attrOf, type Expr } from "@relayscope/ir";
import type { ArithmeticOperator, Check, CheckTerm, Comparison, NodeKind } from "./check.ts";
import { checkText, termText } from "./checkText.ts";
import {
  CheckRaise,
  type CheckValue,
  elementsOf,
  isList,
  isTruthyValue,
  largestSum,
  nodeOf,
  numberOfValue,
  scalarOf,
  typeOfValue,
  valueOfAttr,
  valueOfDim,
  valuesAreEqual,
  valueText,
} from "./checkValues.ts";

/** `raises`: upstream's check raises here, and the pass stops. */
export type CheckAnswer = boolean | "raises";

/** A check with its result. Parts that were not evaluated, since an earlier one decided, are left out. */
export interface EvaluatedCheck {
  readonly check: Check;
  readonly text: string;
  readonly answer: CheckAnswer;
  /** The values its terms had, in order; empty for what only combines others. */
  readonly values: readonly { readonly text: string; readonly value: string }[];
  readonly children: readonly EvaluatedCheck[];
  /** What raised an exception. */
  readonly message?: string;
  /** It raised since something is unknown that the reference would know: the text does not say it. */
  readonly isUnknown?: boolean;
  /** The value of a term here; undefined if it raises. */
  valueOf(term: CheckTerm): CheckValue | undefined;
}

export interface CheckContext {
  /** The target's settings; one that is absent is None. */
  readonly settings?: Readonly<Record<string, CheckValue>>;
}

/** Evaluates a check for a node: `root` in it. Never throws; a raise is an answer. */
export function evaluateCheck(check: Check, node: Expr, context: CheckContext = {}): EvaluatedCheck {
  return evaluate(check, new Map([["root", { kind: "node", node }]]), context);
}

/** Only the answer, without the tree. */
export function answerCheck(check: Check, node: Expr, context: CheckContext = {}): CheckAnswer {
  return evaluateCheck(check, node, context).answer;
}

type Names = ReadonlyMap<string, CheckValue>;

function evaluate(check: Check, names: Names, context: CheckContext): EvaluatedCheck {
  const values: { text: string; value: string }[] = [];
  const children: EvaluatedCheck[] = [];
  const valueOf = (term: CheckTerm): CheckValue => {
    const value = termValue(term, names, context);
    if (term.term !== "literal") values.push({ text: termText(term), value: valueText(value) });
    return value;
  };
  const answerOf = (inner: Check, inside: Names = names): boolean => {
    const child = evaluate(inner, inside, context);
    children.push(child);
    if (child.answer === "raises") throw new CheckRaise(child.message ?? "", child.isUnknown);
    return child.answer;
  };
  const asked = { check, text: checkText(check), valueOf: (term: CheckTerm) => valueOrNothing(term, names, context) };
  try {
    if (check.check === "of-values" && check.constants.some((constant) => lacksData(termValue(constant, names, context)))) {
      return assumedAnswer(asked, context);
    }
    return { ...asked, answer: answer(check, names, valueOf, answerOf), values, children };
  } catch (error) {
    if (!(error instanceof CheckRaise)) throw error;
    const raised: EvaluatedCheck = { ...asked, answer: "raises", values, children, message: error.message };
    return error.isUnknown ? { ...raised, isUnknown: true } : raised;
  }
}

function valueOrNothing(term: CheckTerm, names: Names, context: CheckContext): CheckValue | undefined {
  try {
    return termValue(term, names, context);
  } catch (error) {
    if (!(error instanceof CheckRaise)) throw error;
    return undefined;
  }
}

function lacksData(value: CheckValue): boolean {
  const node = nodeOf(value, "`data`");
  return node.kind === "Constant" && !node.data;
}

function assumedAnswer(asked: Pick<EvaluatedCheck, "check" | "text" | "valueOf">, context: CheckContext): EvaluatedCheck {
  const isMet = context.settings?.assume_values !== false;
  const assumed = `the values are not known, and assumed to be ${isMet ? "right" : "wrong"}`;
  return { ...asked, answer: isMet, values: [], children: [{ ...asked, text: assumed, answer: isMet, values: [], children: [] }] };
}

function answer(
  check: Check,
  names: Names,
  valueOf: (term: CheckTerm) => CheckValue,
  answerOf: (check: Check, names?: Names) => boolean,
): boolean {
  switch (check.check) {
    case "always":
      return check.answer;
    case "compare":
      return comparison(valueOf(check.left), check.operator, valueOf(check.right));
    case "in": {
      const value = valueOf(check.item);
      const list = valueOf(check.list);
      if (!isList(list)) throw new CheckRaise("`in` asks something that is not a list");
      return list.some((x) => valuesAreEqual(x, value));
    }
    case "is":
      return kindOf(valueOf(check.of)) === check.kind;
    case "same":
      return valuesAreEqual(valueOf(check.left), valueOf(check.right));
    case "truthy":
      return isTruthyValue(valueOf(check.of));
    case "and":
      return check.checks.every((c) => answerOf(c));
    case "or":
      return check.checks.some((c) => answerOf(c));
    case "not":
      return !answerOf(check.of);
    case "every":
    case "some": {
      const list = valueOf(check.list);
      if (!isList(list)) throw new CheckRaise("a loop runs over something that is not a list");
      const holds = (x: CheckValue) => answerOf(check.holds, new Map(names).set(check.name, x));
      return check.check === "every" ? list.every(holds) : list.some(holds);
    }
    case "let":
      return answerOf(check.in, new Map(names).set(check.name, valueOf(check.value)));
    case "when":
      return answerOf(answerOf(check.test) ? check.then : check.otherwise);
    case "named":
      return answerOf(check.of);
    case "of-values":
      return answerOf(check.holds);
    case "raises":
      throw new CheckRaise(check.message);
    default:
      return assertNever(check);
  }
}

function comparison(left: CheckValue, operator: Comparison, right: CheckValue): boolean {
  if (operator === "==") return valuesAreEqual(left, right);
  if (operator === "!=") return !valuesAreEqual(left, right);
  const a = numberOfValue(left, `\`${operator}\``);
  const b = numberOfValue(right, `\`${operator}\``);
  if (operator === "<") return a < b;
  if (operator === "<=") return a <= b;
  return operator === ">" ? a > b : a >= b;
}

function kindOf(value: CheckValue): NodeKind | undefined {
  if (value === null || typeof value !== "object" || isList(value)) return undefined;
  if (value.kind === "?") return "?";
  return (value.kind === "node" ? value.node.kind : value.type.kind) as NodeKind;
}

function termValue(term: CheckTerm, names: Names, context: CheckContext): CheckValue {
  const valueOf = (inner: CheckTerm) => termValue(inner, names, context);
  switch (term.term) {
    case "literal":
      return term.value;
    case "name": {
      const value = names.get(term.name);
      if (value === undefined) throw new CheckRaise(`\`${term.name}\` is not bound`);
      return value;
    }
    case "setting":
      return context.settings?.[term.name] ?? null;
    case "argument":
      return pick(argumentsOf(valueOf(term.of)), term.index);
    case "arguments":
      return argumentsOf(valueOf(term.of));
    case "fields": {
      const value = valueOf(term.of);
      if (kindOf(value) === "Tuple") return argumentsOf(value);
      const type = typeOfValue(value, "`fields`");
      if (type.kind !== "TupleType") throw new CheckRaise("`fields` is asked of something that is not a tuple");
      return type.fields.map((t) => ({ kind: "type", type: t }));
    }
    case "tuple": {
      const node = nodeOf(valueOf(term.of), "`tuple_value`");
      if (node.kind !== "TupleGetItem") throw new CheckRaise("`tuple_value` is asked of something that is not a tuple item");
      return { kind: "node", node: node.tuple };
    }
    case "below":
      return callBelow(valueOf(term.of), term.operator, term.throughItems ?? false);
    case "attribute":
      return attribute(valueOf(term.of), term.name);
    case "callee": {
      const node = nodeOf(valueOf(term.of), "`op`");
      if (node.kind !== "Call") throw new CheckRaise("`op` is asked of something that is not a call");
      return { kind: "node", node: node.op };
    }
    case "operator": {
      const node = nodeOf(valueOf(term.of), "`op`");
      if (node.kind !== "Call" || node.op.kind !== "Op") throw new CheckRaise("`op.name` is asked of what calls no operator");
      return node.op.name;
    }
    case "type":
      return { kind: "type", type: typeOfValue(valueOf(term.of), "`checked_type`") };
    case "dtype":
    case "shape": {
      const type = typeOfValue(valueOf(term.of), `\`${term.term}\``);
      if (type.kind !== "TensorType") throw new CheckRaise(`\`${term.term}\` is asked of something that is not a tensor`);
      return term.term === "dtype" ? type.dtype : type.shape.map(valueOfDim);
    }
    case "scalar":
      return scalarOf(nodeOf(valueOf(term.of), "`data`"));
    case "values":
      return elementsOf(nodeOf(valueOf(term.of), "`data`"));
    case "largest-sum": {
      const [zero, axis] = [numberOfValue(valueOf(term.zero), "a difference"), numberOfValue(valueOf(term.keptAxis), "an axis")];
      return largestSum(nodeOf(valueOf(term.of), "`data`"), zero, axis);
    }
    case "length": {
      const value = valueOf(term.of);
      if (!isList(value)) throw new CheckRaise(value === null ? "`len` meets None" : "`len` meets something that is not a list");
      return value.length;
    }
    case "product": {
      const value = valueOf(term.of);
      if (!isList(value) || value.length === 0) throw new CheckRaise("a product is taken of nothing");
      return value.map((x) => numberOfValue(x, "a product")).reduce((a, b) => a * b);
    }
    case "item": {
      const index = typeof term.index === "number" ? term.index : numberOfValue(valueOf(term.index), "an index");
      return pick(valueOf(term.of), index);
    }
    case "rest": {
      const value = valueOf(term.of);
      if (!isList(value)) throw new CheckRaise("a slice is taken of something that is not a list");
      return value.slice(term.from);
    }
    case "list":
      return term.items.map(valueOf);
    case "arithmetic":
      return arithmetic(numberOfValue(valueOf(term.left), "arithmetic"), term.operator, numberOfValue(valueOf(term.right), "arithmetic"));
    case "single":
      return Math.fround(numberOfValue(valueOf(term.of), "arithmetic"));
    case "choose": {
      const test = evaluate(term.test, names, context);
      if (test.answer === "raises") throw new CheckRaise(test.message ?? "", test.isUnknown);
      return valueOf(test.answer ? term.then : term.otherwise);
    }
    default:
      return assertNever(term);
  }
}

function argumentsOf(value: CheckValue): readonly CheckValue[] {
  const node = nodeOf(value, "`args`");
  if (node.kind === "Call") return node.args.map((a) => ({ kind: "node", node: a }));
  if (node.kind === "Tuple") return node.fields.map((f) => ({ kind: "node", node: f }));
  throw new CheckRaise(`\`args\` is asked of a ${node.kind}`);
}

/** Python's indexing: from the end where negative. */
function pick(list: CheckValue, index: number): CheckValue {
  if (!isList(list)) throw new CheckRaise(list === null ? "None is indexed" : "something that is not a list is indexed");
  const value = list.at(index);
  if (value === undefined) throw new CheckRaise(`index ${index} is outside of ${list.length}`);
  return value;
}

function callBelow(value: CheckValue, operator: string, throughItems: boolean): CheckValue {
  let node = nodeOf(value, "`op`");
  for (;;) {
    if (throughItems && node.kind === "TupleGetItem") {
      node = node.tuple;
      continue;
    }
    if (node.kind !== "Call") return null;
    if (node.op.kind !== "Op") throw new CheckRaise("`op.name` is asked of what calls no operator");
    if (node.op.name === operator) return { kind: "node", node };
    const [first] = node.args;
    if (!first) throw new CheckRaise("index 0 is outside of 0");
    node = first;
  }
}

function attribute(value: CheckValue, name: string): CheckValue {
  const node = nodeOf(value, `\`${name}\``);
  const found = node.kind === "Call" ? attrOf(node.attrs, name) : node.kind === "Function" ? node.attrs.get(name) : undefined;
  if (found === undefined) throw new CheckRaise(`attribute \`${name}\` is missing`);
  return valueOfAttr(found);
}

function arithmetic(a: number, operator: ArithmeticOperator, b: number): number {
  if ((operator === "//" || operator === "%") && b === 0) throw new CheckRaise("a division by zero");
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "//":
      return Math.floor(a / b);
    case "%":
      return a - b * Math.floor(a / b);
  }
}
