/** Random modules. */
import { call, type Expr, func, globalVar, if_, type Module, moduleOf, tuple, variable } from "@relayscope/ir";
import fc from "fast-check";
import { apply, begin, convolution, end, number } from "./build.ts";

/** A kind of call, and the numbers of the values it is on, counted modulo how many there are. */
type Step = readonly [kind: number, a: number, b: number];

/** Calls on earlier values: some in composites, some annotated, some in partitioned functions, some in branches. */
export function moduleOfSteps(steps: readonly Step[]): Module {
  const x = variable("x");
  const values: Expr[] = [x];
  const functions: [string, ReturnType<typeof func>][] = [];
  for (const [i, [kind, a, b]] of steps.entries()) {
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
}

export const modules = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.nat(), fc.nat()), { minLength: 1, maxLength: 40 })
  .map(moduleOfSteps);

const branch = fc.array(fc.constantFrom("host", "region", "composite"), { minLength: 1, maxLength: 6 });

/** Branches beside each other of any lengths, of calls of the host, of regions and of composites. */
export const branches = fc.array(branch, { minLength: 7, maxLength: 30 }).map((lines) => {
  const x = variable("x");
  const ends = lines.map((line) => {
    let value: Expr = x;
    line.forEach((kind, i) => {
      if (kind === "composite") value = convolution("t.conv", value, number(1));
      else if (kind === "host") value = apply("tanh", value);
      else {
        // One region with what comes next, if that is one as well.
        const [isFirst, isLast] = [line[i - 1] !== "region", line[i + 1] !== "region"];
        value = apply("exp", isFirst ? begin(value, "t") : value);
        if (isLast) value = end(value, "t");
      }
    });
    return value;
  });
  return moduleOf([["main", func({ params: [x], body: apply("concatenate", tuple(ends)) })]]);
});
