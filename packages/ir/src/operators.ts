/** The interface of operator definitions for other packages. The definitions themselves are in packages/ops. */
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
