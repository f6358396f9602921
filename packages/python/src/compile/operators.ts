/**
 * Operators, comparisons and conditions. Numbers that stay small are computed at once; everything else goes through
 * `core`.
 */
import { binary, inPlace, type Operator, unary } from "../core/binary.ts";
import { compare, isSame, truth } from "../core/equality.ts";
import { contains } from "../core/subscripts.ts";
import { PyFloat } from "../model/containers.ts";
import { unavailable } from "../model/exceptions.ts";
import type { Frame } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import type { Compare, CompareOperator, Expression } from "../syntax/ast.ts";
import type { Run, Unit } from "./unit.ts";

export function compileBinary(unit: Unit, e: Extract<Expression, { kind: "Binary" }>): Run {
  return binaryOf(e.operator, unit.expression(e.left), unit.expression(e.right), e.line);
}

function binaryOf(operator: Operator, left: Run, right: Run, line: number): Run {
  const general = (f: Frame, a: Value, b: Value): Value => {
    f.line = line;
    return binary(f.m, operator, a, b);
  };
  switch (operator) {
    case "+":
      return (f) => {
        const a = left(f);
        const b = right(f);
        if (typeof a === "number" && typeof b === "number") {
          const sum = a + b;
          if (Number.isSafeInteger(sum)) return sum;
        } else if (a instanceof PyFloat && b instanceof PyFloat && !a.cls.isMutable && !b.cls.isMutable)
          return new PyFloat(a.value + b.value);
        return general(f, a, b);
      };
    case "-":
      return (f) => {
        const a = left(f);
        const b = right(f);
        if (typeof a === "number" && typeof b === "number") {
          const difference = a - b;
          if (Number.isSafeInteger(difference)) return difference;
        }
        return general(f, a, b);
      };
    case "*":
      return (f) => {
        const a = left(f);
        const b = right(f);
        if (typeof a === "number" && typeof b === "number") {
          const product = a * b;
          if (Number.isSafeInteger(product)) return product + 0;
        }
        return general(f, a, b);
      };
    default:
      return (f) => general(f, left(f), right(f));
  }
}

/** What an augmented assignment puts in the place of its target. */
export function augmented(operator: Operator, line: number): (f: Frame, a: Value, b: Value) => Value {
  return (f, a, b) => {
    if (typeof a === "number" && typeof b === "number" && (operator === "+" || operator === "-")) {
      const result = operator === "+" ? a + b : a - b;
      if (Number.isSafeInteger(result)) return result;
    }
    f.line = line;
    return inPlace(f.m, operator, a, b);
  };
}

export function compileUnary(unit: Unit, { operator, operand, line }: Extract<Expression, { kind: "Unary" }>): Run {
  const run = unit.expression(operand);
  if (operator === "not") return (f) => !truth(f.m, run(f));
  if (operand.kind === "Constant" && typeof operand.value === "number" && operator === "-") {
    const value = 0 - operand.value;
    return () => value;
  }
  if (operand.kind === "Float" && operator === "-") {
    const value = new PyFloat(-operand.value);
    return () => value;
  }
  return (f) => {
    const value = run(f);
    f.line = line;
    return unary(f.m, operator, value);
  };
}

/** The truth of an expression, as a condition asks for it. */
export function condition(unit: Unit, e: Expression): (f: Frame) => boolean {
  const run = unit.expression(e);
  return (f) => {
    const value = run(f);
    return typeof value === "boolean" ? value : truth(f.m, value);
  };
}

export function compileBool(unit: Unit, { operator, values }: Extract<Expression, { kind: "Bool" }>): Run {
  const runs = values.map((v) => unit.expression(v));
  const last = runs.pop();
  if (!last) throw new Error("A junction has no parts.");
  const stopsAt = operator === "or";
  const [first, ...more] = runs;
  if (first && more.length === 0) {
    return (f) => {
      const value = first(f);
      return truth(f.m, value) === stopsAt ? value : last(f);
    };
  }
  return (f) => {
    for (const run of runs) {
      const value = run(f);
      if (truth(f.m, value) === stopsAt) return value;
    }
    return last(f);
  };
}

/** One comparison of two values. */
function comparison(operator: CompareOperator): (f: Frame, a: Value, b: Value) => Value {
  switch (operator) {
    case "is":
      return (_f, a, b) => isSame(a, b);
    case "is not":
      return (_f, a, b) => !isSame(a, b);
    case "in":
      return (f, a, b) => contains(f.m, b, a);
    case "not in":
      return (f, a, b) => !contains(f.m, b, a);
    case "==":
      return (f, a, b) => {
        if (typeof a === "number" && typeof b === "number") return a === b;
        if (typeof a === "string" && typeof b === "string") return a === b;
        return compare(f.m, "==", a, b);
      };
    case "!=":
      return (f, a, b) => {
        if (typeof a === "number" && typeof b === "number") return a !== b;
        if (typeof a === "string" && typeof b === "string") return a !== b;
        return compare(f.m, "!=", a, b);
      };
    case "<":
      return (f, a, b) => (typeof a === "number" && typeof b === "number" ? a < b : compare(f.m, "<", a, b));
    case "<=":
      return (f, a, b) => (typeof a === "number" && typeof b === "number" ? a <= b : compare(f.m, "<=", a, b));
    case ">":
      return (f, a, b) => (typeof a === "number" && typeof b === "number" ? a > b : compare(f.m, ">", a, b));
    default:
      return (f, a, b) => (typeof a === "number" && typeof b === "number" ? a >= b : compare(f.m, ">=", a, b));
  }
}

const isTextLiteral = (e: Expression): boolean => e.kind === "Constant" && typeof e.value === "string";

/** `is` with a literal: whether a text that is equal to it is the same object depends on where that text is from. */
function withoutEqualTexts(compared: ReturnType<typeof comparison>): ReturnType<typeof comparison> {
  return (f, a, b) => {
    if (typeof a === "string" && a === b && a.length > 1) throw unavailable("the comparison of equal texts by `is` (use `==`) is");
    return compared(f, a, b);
  };
}

export function compileCompare(unit: Unit, { left, operators, others, line }: Compare): Run {
  const first = unit.expression(left);
  const steps = operators.map((operator, at) => {
    const other = others[at];
    if (!other) throw new Error("A comparison has no right side.");
    const before = at === 0 ? left : others[at - 1];
    const isText = before !== undefined && isTextLiteral(other) !== isTextLiteral(before);
    const compareBoth = comparison(operator);
    const compared = isText && (operator === "is" || operator === "is not") ? withoutEqualTexts(compareBoth) : compareBoth;
    return { compare: compared, run: unit.expression(other) };
  });
  const [only] = steps;
  if (only && steps.length === 1) {
    const { compare: compareTwo, run } = only;
    return (f) => {
      const a = first(f);
      const b = run(f);
      f.line = line;
      return compareTwo(f, a, b);
    };
  }
  return (f) => {
    let a = first(f);
    let answer: Value = true;
    for (const step of steps) {
      const b = step.run(f);
      f.line = line;
      answer = step.compare(f, a, b);
      if (!truth(f.m, answer)) return answer;
      a = b;
    }
    return answer;
  };
}
