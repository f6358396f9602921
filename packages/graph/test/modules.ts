/** Random modules. */
import { call, type Expr, func, globalVar, if_, moduleOf, tuple, variable } from "@relayscope/ir";
import fc from "fast-check";
import { apply, begin, convolution, end, number } from "./build.ts";

/** Calls on earlier values: some in composites, some annotated, some in partitioned functions, some in branches. */
export const modules = fc
  .array(fc.record({ kind: fc.integer({ min: 0, max: 6 }), a: fc.nat(), b: fc.nat() }), { minLength: 1, maxLength: 40 })
  .map((steps) => {
    const x = variable("x");
    const values: Expr[] = [x];
    const functions: [string, ReturnType<typeof func>][] = [];
    for (const [i, { kind, a, b }] of steps.entries()) {
      const left = values[a % values.length] ?? x;
      const right = values[b % values.length] ?? x;
      if (kind === 0) values.push(convolution("t.conv", left, number(1)));
      else if (kind === 1) values.push(end(apply("abs", begin(left, "t")), "t"));
      else if (kind === 2) values.push(apply("add", end(apply("sqrt", begin(left, "u")), "u"), right));
      else if (kind === 3) {
        const p = variable("p");
        functions.push([
          `f_${i}`,
          func({ params: [p], body: apply("exp", apply("add", p, number(2))), attrs: new Map([["Compiler", "t"]]) }),
        ]);
        values.push(call(globalVar(`f_${i}`), [left]));
      } else if (kind === 4) values.push(if_(variable("c"), apply("negative", left), apply("exp", right)));
      else values.push(apply("add", left, right));
    }
    return moduleOf([["main", func({ params: [x], body: tuple(values) })], ...functions]);
  });
