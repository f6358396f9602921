/**
 * Rewrites `zeros_like`, `ones_like`, `full_like`, `reshape_like`, `collapse_sum_like` and `broadcast_to_like` if the
 * result's shape is known: the operator with the shape as an attribute needs no second tensor. Follows
 * ConcretizeLikeRewrite and its subclasses.
 */
import { type AttrValue, at, constant, type Expr, emptyArray, intOf, setElement, type TensorData, tensorType } from "@relayscope/ir";
import { callOf, type NodeMap, type Pattern, wildcard } from "@relayscope/match";
import { type ExprRewrite, metBy, type RewriteTools } from "./exprRewrite.ts";
import { sizesOf } from "./staticShape.ts";

/**
 * Makes the call that has its shape as an attribute. `first` and `second` are the arguments. `first` is undefined for
 * operators of one argument.
 */
type Concretize = (tools: RewriteTools, shape: readonly AttrValue[], dtype: string, second: Expr, first: Expr) => Expr;

function concretizing(operator: string, argumentCount: 1 | 2, concretize: Concretize): ExprRewrite {
  return (tools) => {
    const [first, second] = [wildcard(), wildcard()];
    const args: readonly Pattern[] = argumentCount === 1 ? [second] : [first, second];
    return {
      pattern: callOf(operator, ...args),
      requireType: true,
      rewrite(pre, post, nodes: NodeMap) {
        const type = pre.checkedType;
        const shape = type?.kind === "TensorType" ? sizesOf(type) : undefined;
        if (type?.kind !== "TensorType" || !shape) return post;
        return concretize(tools, shape, type.dtype, metBy(nodes, second), metBy(nodes, at(args, 0)));
      },
    };
  };
}

export const concretizeZerosLike = concretizing("zeros_like", 1, ({ calls }, shape, dtype) => calls("zeros", [], { shape, dtype }));

export const concretizeOnesLike = concretizing("ones_like", 1, ({ calls }, shape, dtype) => calls("ones", [], { shape, dtype }));

export const concretizeFullLike = concretizing("full_like", 2, ({ calls }, shape, dtype, value) =>
  calls("full", [value], { shape, dtype }),
);

export const concretizeReshapeLike = concretizing("reshape_like", 2, ({ calls }, shape, _dtype, _like, data) =>
  calls("reshape", [data], { newshape: shape }),
);

export const concretizeCollapseSumLike = concretizing("collapse_sum_like", 2, ({ calls }, shape, _dtype, _like, data) =>
  calls("collapse_sum_to", [data, constant(shapeVector(shape), tensorType([shape.length], "int32"))], { shape }),
);

export const concretizeBroadcastToLike = concretizing("broadcast_to_like", 2, ({ calls }, shape, _dtype, _like, data) =>
  calls("broadcast_to", [data], { shape }),
);

function shapeVector(shape: readonly AttrValue[]): TensorData | undefined {
  const values = emptyArray("int32", shape.length);
  if (!values) return undefined;
  const vector: TensorData = { dtype: "int32", shape: [shape.length], values };
  for (const [i, size] of shape.entries()) setElement(vector, i, intOf(size) ?? 0);
  return vector;
}
