/** TFLite, as `relay.frontend.from_tflite` imports it. */
import type { ModelFormat } from "../contract.ts";
import { endings } from "../endings.ts";
import { describeModel } from "./describe.ts";
import { isTflite, readModel } from "./file/readModel.ts";
import { importModel } from "./import/importModel.ts";

export const tflite: ModelFormat = {
  name: "TFLite",
  endings: endings.tflite,
  isMarked: isTflite,
  open(bytes) {
    const model = readModel(bytes);
    return { describe: () => describeModel(model), import: (options) => importModel(model, options) };
  },
};
