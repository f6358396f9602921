import { type Constant, constant, type TensorData, type TensorType } from "@relayscope/ir";

/** A constant that inference has not seen: the reference prints no type after it. */
export function untypedConstant(data: TensorData | undefined, type: TensorType, assumed?: string): Constant {
  return { ...constant(data, type, assumed === undefined ? {} : { assumed }), checkedType: undefined };
}
