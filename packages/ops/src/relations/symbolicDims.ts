/**
 * Dimensions that depend on unknown sizes: sums, products and quotients, and their simplest form. Follows
 * src/arith/canonical_simplify.cc as far as shapes need it.
 */
import { type Dim, dimValue, type SymbolicDim } from "@relayscope/ir";

export type DimSign = "+" | "-" | "*" | "//" | "/" | "max";

/**
 * A symbolic dimension that remembers what it was computed from. Its name shows the reference's node and the
 * expression.
 */
export interface ExpressionDim extends SymbolicDim {
  readonly sign: DimSign;
  readonly left: Dim;
  readonly right: Dim;
}

const nodeOf: Readonly<Record<DimSign, string>> = { "+": "Add", "-": "Sub", "*": "Mul", "//": "FloorDiv", "/": "Div", max: "Max" };

/** The dimension `left sign right`, unsimplified. */
export function expressionDim(left: Dim, sign: DimSign, right: Dim): ExpressionDim {
  return { kind: "SymbolicDim", name: `meta[tir.${nodeOf[sign]}][${operandText(left)} ${sign} ${operandText(right)}]`, sign, left, right };
}

function operandText(dim: Dim): string {
  const value = dimValue(dim);
  if (value !== undefined) return String(value);
  if (typeof dim !== "object" || dim.kind !== "SymbolicDim") return "?";
  return isExpression(dim) ? `(${operandText(dim.left)} ${dim.sign} ${operandText(dim.right)})` : dim.name;
}

function isExpression(dim: Dim): dim is ExpressionDim {
  return typeof dim === "object" && "sign" in dim;
}

interface Term {
  readonly atom: Dim;
  readonly factor: number;
}

/** A constant plus multiples of dimensions that cannot be taken apart, by their text. */
interface Linear {
  readonly constant: number;
  readonly terms: ReadonlyMap<string, Term>;
}

/**
 * The simplest form: constants are gathered, equal parts are added up, exact quotients are taken. The same dimension
 * where it is not an expression.
 */
export function simplifyDim(dim: Dim): Dim {
  return isExpression(dim) ? rebuilt(linearOf(dim)) : dim;
}

function linearOf(dim: Dim): Linear {
  const value = dimValue(dim);
  if (value !== undefined) return { constant: value, terms: new Map() };
  if (!isExpression(dim)) return atomic(dim);
  const left = linearOf(dim.left);
  const right = linearOf(dim.right);
  switch (dim.sign) {
    case "+":
      return sum(left, right, 1);
    case "-":
      return sum(left, right, -1);
    case "*":
      if (right.terms.size === 0) return sum({ constant: 0, terms: new Map() }, left, right.constant);
      if (left.terms.size === 0) return sum({ constant: 0, terms: new Map() }, right, left.constant);
      break;
    case "//":
      if (right.terms.size === 0) return divided(left, right.constant);
      break;
    default:
  }
  return atomic(expressionDim(rebuilt(left), dim.sign, rebuilt(right)));
}

/** A quotient. Terms that the divisor divides evenly are taken out; the rest stays a symbolic quotient. */
function divided(linear: Linear, divisor: number): Linear {
  const isEven = (n: number) => n % divisor === 0;
  const even = [...linear.terms]
    .filter(([, t]) => isEven(t.factor))
    .map(([text, t]) => [text, { ...t, factor: t.factor / divisor }] as const);
  const rest = new Map([...linear.terms].filter(([, t]) => !isEven(t.factor)));
  if (rest.size === 0) return { constant: Math.floor(linear.constant / divisor), terms: new Map(even) };
  const outside = isEven(linear.constant) ? linear.constant : 0;
  const quotient = atomic(expressionDim(rebuilt({ constant: linear.constant - outside, terms: rest }), "//", divisor));
  return sum({ constant: outside / divisor, terms: new Map(even) }, quotient, 1);
}

function atomic(dim: Dim): Linear {
  return { constant: 0, terms: new Map([[operandText(dim), { atom: dim, factor: 1 }]]) };
}

function sum(a: Linear, b: Linear, factor: number): Linear {
  const terms = new Map(a.terms);
  for (const [text, term] of b.terms) {
    const total = (terms.get(text)?.factor ?? 0) + term.factor * factor;
    if (total === 0) terms.delete(text);
    else terms.set(text, { atom: term.atom, factor: total });
  }
  return { constant: a.constant + b.constant * factor, terms };
}

function rebuilt({ constant, terms }: Linear): Dim {
  const list = [...terms.values()];
  const positive = list.filter((t) => t.factor > 0);
  const negative = list.filter((t) => t.factor < 0);
  let dim: Dim | undefined;
  for (const term of positive) dim = dim === undefined ? multiple(term) : expressionDim(dim, "+", multiple(term));
  if (dim === undefined) {
    if (negative.length === 0) return constant;
    if (constant !== 0) return negative.reduce<Dim>((d, t) => expressionDim(d, "-", multiple(t, -1)), constant);
  }
  for (const term of negative) dim = dim === undefined ? multiple(term) : expressionDim(dim, "-", multiple(term, -1));
  if (dim === undefined || constant === 0) return dim ?? constant;
  return constant > 0 ? expressionDim(dim, "+", constant) : expressionDim(dim, "-", -constant);
}

function multiple({ atom, factor }: Term, sign = 1): Dim {
  return factor * sign === 1 ? atom : expressionDim(atom, "*", factor * sign);
}
