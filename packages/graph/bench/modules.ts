/**
 * Modules for the benchmark: chains with skip connections and branches, a fifth of the calls inside composites, weights
 * as constants.
 */
import { call, constant, type Expr, func, type Module, moduleOf, op, tensorType, tuple, variable } from "@relayscope/ir";

const image = tensorType([1, 32, 56, 56], "float32");
const weights = tensorType([32, 32, 3, 3], "float32");

/** A module that is drawn with about `size` nodes, frames left out. */
export function nestedModule(size: number): Module {
  const data = variable("data", image);
  let drawn = 1;
  const apply = (name: string, ...args: Expr[]): Expr => {
    drawn++;
    return call(op(name), args);
  };
  const weight = () => {
    drawn++;
    return constant(undefined, weights);
  };
  const composite = (x: Expr): Expr => {
    const a = variable("a", image);
    const w = variable("w", weights);
    const body = apply("nn.relu", apply("nn.conv2d", a, w));
    return call(func({ params: [a, w], body, attrs: new Map([["Composite", "bench.conv2d_relu"]]) }), [x, weight()]);
  };
  let at: Expr = apply("nn.conv2d", data, weight());
  while (drawn < size) {
    const left = composite(composite(at));
    const right = apply("nn.conv2d", at, weight());
    const joined = apply("add", left, apply("sigmoid", right));
    drawn++;
    at = apply("concatenate", tuple([apply("nn.max_pool2d", joined), composite(joined), at]));
  }
  return moduleOf([["main", func({ params: [data], body: at })]]);
}
