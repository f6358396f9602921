/** SimplifyClipAndConsecutiveCast: removes the casts after a `clip` whose dtype holds the clip's whole range. */
import { at, type Call, type Expr, isCallOf } from "@relayscope/ir";
import { type CallPattern, callOf, either, isOp, type Pattern, wildcard } from "@relayscope/match";
import { tensorOf } from "../../core/tensorOf.ts";
import { fitsInto } from "./clipBounds.ts";
import { asCall, type ExprRewrite, metBy } from "./exprRewrite.ts";

export const simplifyClipAndConsecutiveCast: ExprRewrite = ({ calls }) => {
  const clip = callOf("clip", wildcard());
  return {
    pattern: castsOver(clip),
    mayMatch: () => isOnClip(),
    requireType: true,
    rewrite(_pre, post, nodes) {
      const clipped = asCall(metBy(nodes, clip));
      const kept = castsThatMatter(post, clipped);
      const { dtype } = tensorOf(post);
      const cast = (data: Expr, to: string) => calls("cast", [data], { dtype: to });
      const result = kept.reduceRight<Expr>((data, to) => cast(data, to), clipped);
      return (kept[0] ?? tensorOf(clipped).dtype) === dtype ? result : cast(result, dtype);
    },
  };
};

/** Returns whether a `clip` is below a chain of casts; each cast is visited once. */
function isOnClip(): (root: Expr) => boolean {
  const known = new Map<Expr, boolean>();
  return (root) => {
    const casts: Expr[] = [];
    let at = root;
    while (!known.has(at) && isCallOf(at, "cast")) {
      casts.push(at);
      const [data] = at.args;
      if (!data) break;
      at = data;
    }
    const answer = known.get(at) ?? isCallOf(at, "clip");
    for (const cast of casts) known.set(cast, answer);
    return answer;
  };
}

/** One or more casts: the pattern contains itself. */
function castsOver(clip: Pattern): CallPattern {
  const args: Pattern[] = [];
  const casts: CallPattern = { kind: "CallPattern", op: isOp("cast"), args };
  args.push(either(casts, clip));
  return casts;
}

/** The dtypes of the casts between a node and the clip that must be kept, outermost first. */
function castsThatMatter(post: Expr, clip: Call): readonly string[] {
  const dtypes: string[] = [];
  for (let e = post; e !== clip; e = at(asCall(e).args, 0)) {
    const { dtype } = tensorOf(e);
    if (!fitsInto(clip, dtype)) dtypes.push(dtype);
  }
  return dtypes;
}
