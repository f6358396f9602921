/**
 * FastMath: exp, erf, tanh and softmax are computed by their faster approximations. Follows
 * src/relay/transforms/fast_math.cc.
 */
import { call, calledOp, op, rewriteFunction } from "@relayscope/ir";
import { functionPass } from "../core/functionPass.ts";
import { inferType } from "../core/inferType.ts";

const fast: ReadonlyMap<string, string> = new Map([
  ["exp", "fast_exp"],
  ["erf", "fast_erf"],
  ["tanh", "fast_tanh"],
  ["nn.softmax", "nn.fast_softmax"],
]);

export const fastMath = functionPass({
  name: "FastMath",
  summary: "Uses faster approximations of exp, erf, tanh and softmax.",
  upstream: ["src/relay/transforms/fast_math.cc"],
  optLevel: 4,
  requires: [inferType],
  runFunction: ({ f, lineage }) =>
    rewriteFunction(f, {
      lineage,
      post(_, rebuilt) {
        const name = rebuilt.kind === "Call" ? fast.get(calledOp(rebuilt) ?? "") : undefined;
        return rebuilt.kind === "Call" && name !== undefined ? call(op(name), rebuilt.args.slice(0, 1), rebuilt.attrs) : rebuilt;
      },
    }),
});
