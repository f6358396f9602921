/**
 * SimplifyBinomial: a*x*x + b*x*y + c*y*y with constant a, b, c becomes a * (x + p*y) * (x + q*y) if the roots are
 * real.
 */
import { type Expr, elementOf } from "@relayscope/ir";
import { callOf, either, isConstant, type Pattern, wildcard } from "@relayscope/match";
import { scalarConstant } from "../../core/operatorCalls.ts";
import { tensorOf } from "../../core/tensorOf.ts";
import { binomialNotFactored } from "../diagnostics.ts";
import { type ExprRewrite, metBy } from "./exprRewrite.ts";

/** Dtypes whose factors the reference reads; for others it uses 1, whatever the constants are. */
const readDtypes: ReadonlySet<string> = new Set(["int32", "float32", "float64"]);

export const simplifyBinomial: ExprRewrite = ({ calls, report }) => {
  const [x, y, a, b, c] = [wildcard(), wildcard(), isConstant(), isConstant(), isConstant()];
  const times = (left: Pattern, right: Pattern) => callOf("multiply", left, right);
  const plus = (left: Pattern, right: Pattern) => callOf("add", left, right);
  const square = (factor: Pattern, z: Pattern) => anyOf(times(factor, times(z, z)), times(z, times(factor, z)), times(z, z));
  const xx = square(a, x);
  const xy = anyOf(times(b, times(x, y)), times(x, times(b, y)), times(y, times(b, x)), times(x, y));
  const yy = square(c, y);
  return {
    pattern: anyOf(plus(plus(xy, xx), yy), plus(plus(xy, yy), xx), plus(plus(xx, yy), xy)),
    requireType: true,
    rewrite(pre, post, nodes) {
      const { dtype } = tensorOf(pre);
      const factors = [a, b, c].map((factor) => factorOf(nodes.get(factor)?.[0], dtype));
      if (factors.includes(undefined)) {
        report(binomialNotFactored(pre));
        return post;
      }
      const roots = rootsOf(...(factors as [number, number, number]));
      if (!roots) return pre;
      const [u, v] = roots.isSwapped ? [metBy(nodes, y), metBy(nodes, x)] : [metBy(nodes, x), metBy(nodes, y)];
      const sum = (root: number) => calls("add", [u, calls("multiply", [v, scalarConstant(fitted(root, dtype), dtype)])]);
      const first = sum(roots.first);
      const second = roots.second === undefined ? first : sum(roots.second);
      return calls("multiply", [scalarConstant(roots.factor, dtype), calls("multiply", [first, second])]);
    },
  };
};

/** The conversion in C++ of a number that does not fit into an int32: the least int32. */
function fitted(value: number, dtype: string): number {
  return dtype === "int32" && !(Math.abs(value) < 2 ** 31) ? -(2 ** 31) : value;
}

function anyOf(first: Pattern, ...rest: readonly Pattern[]): Pattern {
  return rest.reduce((left, right) => either(left, right), first);
}

/** A factor's first element; 1 if there is none to read, undefined if its value is unknown. */
function factorOf(node: Expr | undefined, dtype: string): number | undefined {
  if (node?.kind !== "Constant" || !readDtypes.has(dtype)) return 1;
  return node.data && Number(elementOf(node.data, 0));
}

interface Roots {
  readonly factor: number;
  readonly first: number;
  /** Undefined where both are one. */
  readonly second: number | undefined;
  /** Whether x and y are swapped. */
  readonly isSwapped: boolean;
}

/** Undefined if the roots are not real. */
function rootsOf(a: number, b: number, c: number): Roots | undefined {
  const isSwapped = c === 1 && a > 1;
  const [lead, last] = isSwapped ? [c, Math.fround(a)] : [a, c];
  const discriminant = b * b - 4 * lead * last;
  if (discriminant < 0) return undefined;
  const root = Math.sqrt(discriminant);
  return {
    factor: lead,
    first: (b + root) / (2 * lead),
    second: discriminant < 10e-5 ? undefined : (b - root) / (2 * lead),
    isSwapped,
  };
}
