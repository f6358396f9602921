/**
 * What an operator is called, and whether the reference takes it. Follows get_op_code_str and check_unsupported_ops in
 * python/tvm/relay/frontend/tflite.py.
 */
import type { ConversionFailure } from "../../diagnostics.ts";
import { converters } from "../converters/converters.ts";
import { messages } from "../diagnostics.ts";
import type { Model, Operator, Subgraph } from "../file/model.ts";
import { operatorNames } from "../file/operatorNames.ts";
import { customCode } from "../file/schema.ts";

const detection = "TFLite_Detection_PostProcess";

/** The operator's name: of a custom operator that the frontend takes, the name of its converter. */
export function operatorName(model: Model, operator: Operator): string {
  const entry = model.operatorCodes[operator.code];
  if (!entry) return `operator code ${operator.code}`;
  if (entry.code !== customCode) return operatorNames[entry.code] ?? `operator ${entry.code}`;
  return entry.customName === detection ? "DETECTION_POSTPROCESS" : (entry.customName ?? "CUSTOM");
}

/** Why an operator has no converter; undefined where it has one. */
export function whyUnsupported(model: Model, operator: Operator): ConversionFailure | undefined {
  const entry = model.operatorCodes[operator.code];
  const name = operatorName(model, operator);
  if (!entry || (entry.code !== customCode && !operatorNames[entry.code])) return messages.unknownCode(entry?.code ?? -1);
  if (entry.code === customCode && entry.customName !== detection) return messages.customOperator(entry.customName ?? "");
  return Object.hasOwn(converters, name) ? undefined : messages.unsupported([name]);
}

/**
 * Whether an operator has numbers at its ends and quantized weights. What the file says of its tensors must make sense.
 */
export function isDynamicRange({ tensors }: Subgraph, { inputs, outputs }: Operator): boolean {
  const isQuantized = (index: number) => tensors[index]?.quantization?.scales !== undefined;
  const [first, ...weights] = inputs ?? [];
  return !(first !== undefined && isQuantized(first)) && !(outputs ?? []).some(isQuantized) && weights.some(isQuantized);
}
