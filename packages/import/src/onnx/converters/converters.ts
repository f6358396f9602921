/** All converters, family by family. A new family is one file and one line here. */
import type { ConverterTable } from "../import/conversion.ts";
import { activations } from "./activations.ts";
import { aten } from "./aten.ts";
import { attentionConverters } from "./attention.ts";
import { constants } from "./constants.ts";
import { control } from "./control.ts";
import { convolution } from "./convolution.ts";
import { elementwise } from "./elementwise.ts";
import { indexing } from "./indexing.ts";
import { losses } from "./losses.ts";
import { normalization } from "./normalization.ts";
import { pooling } from "./pooling.ts";
import { products } from "./products.ts";
import { quantized } from "./quantized.ts";
import { random } from "./random.ts";
import { recurrent } from "./recurrent.ts";
import { reductions } from "./reductions.ts";
import { resizing } from "./resizing.ts";
import { sequences } from "./sequences.ts";
import { shapes } from "./shapes.ts";
import { slicing } from "./slicing.ts";
import { spectral } from "./spectral.ts";
import { training } from "./training.ts";
import { vision } from "./vision.ts";

/** By ONNX operator. Follows _get_convert_map in python/tvm/relay/frontend/onnx.py. */
export const converters: ConverterTable = {
  ...activations,
  ...aten,
  ...attentionConverters,
  ...constants,
  ...control,
  ...convolution,
  ...elementwise,
  ...indexing,
  ...losses,
  ...normalization,
  ...pooling,
  ...products,
  ...quantized,
  ...random,
  ...recurrent,
  ...reductions,
  ...resizing,
  ...sequences,
  ...shapes,
  ...slicing,
  ...spectral,
  ...training,
  ...vision,
};
