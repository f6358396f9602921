/**
 * Infers what a constant of unknown type may be from its uses: for texts of importers, which print constants without
 * shapes.
 */
import { type AttrValue, attrOf, type Call, type Expr, firstOf, isAttrList, type TensorType, type Type, tensorType } from "@relayscope/ir";
import type { Inference } from "./inference.ts";

/**
 * Makes assumptions for a text with holes. A call whose type can't be inferred gets the type in its comment. A constant
 * of unknown type next to a known operand is assumed to broadcast. Follows the order of the text, so that earlier
 * results help later ones.
 */
export function assumeRest(inference: Inference): void {
  if (!inference.isOfText) return;
  const { solver } = inference;
  for (const [result, node] of [...inference.relationNodes]) {
    if (solver.outermost(result).kind !== "IncompleteType") continue;
    if (node.kind === "Call") assumeConstants(inference, node);
    inference.solve();
    if (solver.outermost(result).kind !== "IncompleteType") continue;
    const claim = inference.claimOf(node);
    if (!claim) continue;
    solver.unify(result, claim, () => {});
    inference.solve();
  }
}

/** Assigns types to the call's constants of unknown type, if the other arguments suggest some. */
function assumeConstants(inference: Inference, call: Call): void {
  if (call.op.kind !== "Op") return;
  const definition = inference.operators.get(call.op.name);
  if (!definition) return;
  const isOpen = (arg: Expr | undefined) => arg?.kind === "Constant" && known(inference, arg) === undefined;
  if (call.op.name.startsWith("qnn.")) {
    call.args.forEach((arg, i) => {
      const name = definition.args[i] ?? "";
      if (!isOpen(arg)) return;
      if (name.endsWith("scale")) assume(inference, arg, tensorType([], "float32"), "it is taken to be one scale");
      if (name.endsWith("zero_point")) assume(inference, arg, tensorType([], "int32"), "it is taken to be one zero point");
    });
    return;
  }
  if (definition.fusionKind !== "broadcast" || call.args.length !== 2) return;
  const [left, right] = firstOf(call.args, 2);
  const constant = isOpen(right) ? right : isOpen(left) ? left : undefined;
  const operand = constant === right ? left : right;
  const type = known(inference, operand);
  if (!constant || type?.kind !== "TensorType") return;
  assume(inference, constant, besideOperand(operand, type), "it is taken to be what broadcasts to the other operand");
}

/**
 * The weight of a grouped convolution, whose relation needs it. If its type is unknown, it follows from the attributes.
 * Returns the types known then.
 */
export function withGroupedWeight(inference: Inference, call: Call, types: readonly Type[]): readonly Type[] {
  const [data, weight] = types;
  const arg = call.args[1];
  if (!inference.isOfText || !arg || data?.kind !== "TensorType" || weight?.kind !== "IncompleteType" || !call.attrs) return types;
  const layout = attrOf(call.attrs, "kernel_layout");
  const dataLayout = attrOf(call.attrs, "data_layout");
  const { attrs } = call;
  const [groups, outputs, size] = ["groups", "channels", "kernel_size"].map((name) => attrOf(attrs, name));
  if (typeof layout !== "string" || typeof dataLayout !== "string" || typeof groups !== "number" || groups < 2) return types;
  const channels = data.shape[dataLayout.indexOf("C")];
  if (typeof outputs !== "number" || typeof channels !== "number" || size === undefined || !isAttrList(size)) return types;
  const isSpread = channels === groups && layout.endsWith("OI");
  const sizes = new Map<string, AttrValue>([
    ["O", isSpread ? channels : outputs],
    ["I", isSpread ? outputs / channels : channels / groups],
    ...[..."DHW"].slice(-size.length).map((letter, i) => [letter, size[i] ?? null] as const),
  ]);
  const shape = [...layout].map((letter) => sizes.get(letter));
  if (!shape.every((dim) => typeof dim === "number")) return types;
  const given = tensorType(shape, data.dtype);
  assume(inference, arg, given, "the convolution's attributes give it");
  return [data, given, ...types.slice(2)];
}

function known(inference: Inference, expr: Expr): Type | undefined {
  const type = inference.solver.outermost(inference.typeOf(expr));
  return type.kind === "IncompleteType" ? undefined : type;
}

function assume(inference: Inference, constant: Expr, type: TensorType, why: string): void {
  inference.solver.unify(inference.typeOf(constant), type, () => {});
  inference.grounds.set(constant, `its type is not in the text: ${why}`);
}

/** A value a channel after a convolution or a product, as biases and folded norms are; one value elsewhere. */
function besideOperand(operand: Expr, { shape, dtype }: TensorType): TensorType {
  const producer = operand.kind === "Call" && operand.op.kind === "Op" ? operand : undefined;
  const name = producer?.op.kind === "Op" ? producer.op.name : "";
  const axis = channelAxis(name, producer, shape.length);
  const size = axis === undefined ? undefined : shape[axis];
  if (axis === undefined || size === undefined) return tensorType([], dtype);
  return tensorType([size, ...shape.slice(axis + 1).map(() => 1)], dtype);
}

function channelAxis(name: string, producer: Call | undefined, rank: number): number | undefined {
  if (/^(?:qnn|nn)\.(?:dense|matmul|batch_matmul|contrib_dense_pack)$/.test(name)) return rank - 1;
  if (!/^(?:qnn|nn)\.conv\dd(?:_transpose)?$/.test(name)) return undefined;
  const at = producer?.attrs?.schema.index.get("data_layout");
  const layout = at === undefined ? undefined : producer?.attrs?.values[at];
  const axis = typeof layout === "string" ? layout.indexOf("C") : 1;
  return axis < 0 || axis >= rank ? undefined : axis;
}
