/** All converters by operator. */
import type { ConverterTable } from "../import/conversion.ts";
import { activations } from "./activations.ts";
import { arithmetic } from "./arithmetic.ts";
import { convolution } from "./convolution.ts";
import { detections } from "./detection.ts";
import { elementwise } from "./elementwise.ts";
import { indexing } from "./indexing.ts";
import { pooling } from "./pooling.ts";
import { products } from "./products.ts";
import { quantization } from "./quantization.ts";
import { recurrent } from "./recurrent.ts";
import { reductions } from "./reductions.ts";
import { shapes } from "./shapes.ts";
import { slicing } from "./slicing.ts";
import { spatial } from "./spatial.ts";

export const converters: ConverterTable = {
  ...activations,
  ...arithmetic,
  ...convolution,
  ...detections,
  ...elementwise,
  ...indexing,
  ...pooling,
  ...products,
  ...quantization,
  ...recurrent,
  ...reductions,
  ...shapes,
  ...slicing,
  ...spatial,
};
