/** Steps of training: what an optimizer makes of parameters and gradients. */
import { at, type Expr, if_, present } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { add, divide, greater, multiply, power, subtract } from "../../relay/arithmetic.ts";
import { unary } from "../../relay/wrappers.ts";
import type { Conversion, Converter, ConverterTable } from "../import/conversion.ts";

/** The inputs after rate and count, in `kinds` lists of the same length. */
function groups(c: Conversion, kinds: number): readonly (readonly Expr[])[] {
  const rest = c.all().slice(2);
  if (rest.length % kinds !== 0)
    throw new ConversionFailure(`its inputs after the first two are not a multiple of ${kinds}: ${rest.length}.`);
  const count = rest.length / kinds;
  return Array.from({ length: count }, (_, i) => Array.from({ length: kinds }, (_, k) => at(rest, i + k * count)));
}

const adagrad: Converter = (c, r) => {
  const dtype = r.dtypeOf(c.input(3));
  const constant = (name: string) => r.constant(c.attributes.float(name, 0), dtype);
  const [decay, epsilon, norm] = [constant("decay_factor"), constant("epsilon"), constant("norm_coefficient")];
  const count = r.call("cast_like", [c.input(1), c.input(3)]);
  const sets = groups(c, 3).map(([x, gradient, squares]) => {
    const [value, slope, sum] = [present(x), present(gradient), present(squares)];
    const rate = divide(r, c.input(0), add(r, r.constant(1, dtype), multiply(r, count, decay)));
    const regular = add(r, multiply(r, norm, value), slope);
    const newSum = add(r, sum, multiply(r, regular, regular));
    const scale = add(r, unary(r, "sqrt", newSum), epsilon);
    return [subtract(r, value, divide(r, multiply(r, rate, regular), scale)), newSum];
  });
  return r.several([0, 1].flatMap((k) => sets.map((s) => at(s, k))));
};

const adam: Converter = (c, r) => {
  const sets = groups(c, 4);
  const dtype = r.dtypeOf(c.input(3));
  const constant = (value: number) => r.constant(value, dtype);
  const [a, b] = [c.attributes.float("alpha", 0.9), c.attributes.float("beta", 0.999)];
  const [inverseAlpha, alpha, inverseBeta, beta] = [constant(1 - a), constant(a), constant(1 - b), constant(b)];
  const epsilon = constant(c.attributes.float("epsilon", 0.01));
  const norm = constant(c.attributes.float("norm_coefficient", 0));
  const normAfter = constant(c.attributes.float("norm_coefficient_post", 0));
  const one = constant(1);
  const rate = c.input(0);
  const count = r.call("cast_like", [c.input(1), c.input(3)]);
  const results = sets.map(([x, g, v, h]) => {
    const value = present(x);
    const regular = add(r, multiply(r, norm, value), present(g));
    const newV = add(r, multiply(r, alpha, present(v)), multiply(r, inverseAlpha, regular));
    const newH = add(r, multiply(r, beta, present(h)), multiply(r, multiply(r, inverseBeta, regular), regular));
    const scale = add(r, unary(r, "sqrt", newH), epsilon);
    const rest = (base: Expr) => subtract(r, one, power(r, base, count));
    const corrected = divide(r, multiply(r, rate, unary(r, "sqrt", rest(beta))), rest(alpha));
    const adjusted = if_(greater(r, count, constant(0)), corrected, rate);
    const next = subtract(r, value, multiply(r, adjusted, divide(r, newV, scale)));
    return [multiply(r, subtract(r, one, normAfter), next), newV, newH];
  });
  return r.several([0, 1, 2].flatMap((k) => results.map((s) => at(s, k))));
};

const momentum: Converter = (c, r) => {
  const mode = c.attributes.text("mode");
  for (const name of ["alpha", "beta", "norm_coefficient"]) c.attributes.demandInt(name);
  if (mode !== "nesterov" && mode !== "standard") throw new ConversionFailure("its attribute `mode` is neither nesterov nor standard.");
  const sets = groups(c, 3);
  const dtype = r.dtypeOf(c.input(3));
  const constant = (name: string) => r.constant(c.attributes.float(name, 0), dtype);
  const [alpha, beta, norm] = [constant("alpha"), constant("beta"), constant("norm_coefficient")];
  const firstBeta = r.constant(1, dtype);
  const rate = c.input(0);
  const results = sets.map(([x, gradient, m]) => {
    const value = present(x);
    const regular = add(r, multiply(r, norm, value), present(gradient));
    const factor = if_(greater(r, c.input(1), r.constant(0, "int64")), beta, firstBeta);
    const next = add(r, multiply(r, alpha, present(m)), multiply(r, factor, regular));
    const step = mode === "standard" ? next : add(r, regular, multiply(r, alpha, next));
    return [subtract(r, value, multiply(r, rate, step)), next];
  });
  return r.several([0, 1].flatMap((k) => results.map((s) => at(s, k))));
};

export const training: ConverterTable = { Adagrad: adagrad, Adam: adam, Momentum: momentum };
