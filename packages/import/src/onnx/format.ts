/** ONNX, as `relay.frontend.from_onnx` imports it. */
import type { ModelFormat } from "../contract.ts";
import { endings } from "../endings.ts";
import { describeModel } from "./describe.ts";
import { readModel } from "./file/readModel.ts";
import { importModel } from "./import/importModel.ts";

export const onnx: ModelFormat = {
  name: "ONNX",
  endings: endings.onnx,
  // A protobuf does not say what it holds.
  isMarked: () => false,
  open(bytes) {
    const model = readModel(bytes);
    return { describe: () => describeModel(model), import: (options) => importModel(model, options) };
  },
};
