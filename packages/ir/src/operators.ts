/** The interface of operator definitions for other packages. The definitions themselves are in packages/ops. */

import { firstOf } from "./at.ts";
import type { AttrSchema } from "./attributes.ts";

/** How far fusion may reach across an operator: the reference's TOpPattern (include/tvm/relay/op_attr_types.h). */
export type FusionKind = "elemwise" | "broadcast" | "injective" | "comm_reduce" | "out_elemwise_fusable" | "tuple" | "opaque";

/** The signature of an operator: everything that reading, printing, hovering and fusing need. */
export interface OperatorSignature {
  readonly name: string;
  /** One line, for hover. */
  readonly description: string;
  /** Names of its arguments. */
  readonly args: readonly string[];
  /** How many arguments a call has, if the reference names more (or fewer): `qnn.add` names ten and takes eight. */
  readonly inputCount?: number;
  /** Undefined if the operator takes no attributes. */
  readonly attrs: AttrSchema | undefined;
  /** Undefined if the reference registers no kind. */
  readonly fusionKind: FusionKind | undefined;
  /** As the reference registers TOpIsStateful; undefined if it does not. */
  readonly isStateful: boolean | undefined;
}

/** The operators in force. The parser and the printer get one handed in, so that they need not know the definitions. */
export interface OperatorTable {
  get(name: string): OperatorSignature | undefined;
  names(): Iterable<string>;
}

/**
 * The names of an operator's arguments in the order in which a call gives them; none for an unknown one. The reference
 * registers those of products of quantized tensors in another order (src/relay/qnn/op/convolution.cc, dense.cc and
 * batch_matmul.cc).
 */
export function argumentNames(operators: OperatorTable, operator: string | undefined): readonly string[] {
  const names = operator === undefined ? [] : (operators.get(operator)?.args ?? []);
  if (!operator?.startsWith("qnn.") || names.length !== 6) return names;
  const [data, weight, scale, zero, weightScale, weightZero] = firstOf(names, 6);
  return [data, weight, zero, weightZero, scale, weightScale];
}
