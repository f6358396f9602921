/** A generator of random calls for each operator; one file a group of families. */
import { callsOf } from "./generator.ts";
import { convolutionGenerators } from "./generators/convolution.ts";
import { denseGenerators } from "./generators/dense.ts";
import { dynamicGenerators } from "./generators/dynamic.ts";
import { elementwiseGenerators } from "./generators/elementwise.ts";
import { loweredGenerators } from "./generators/lowered.ts";
import { poolingGenerators } from "./generators/pooling.ts";
import { spatialGenerators } from "./generators/spatial.ts";
import { tensorIndexGenerators } from "./generators/tensorIndex.ts";
import { tensorShapeGenerators } from "./generators/tensorShape.ts";

export const generators = callsOf({
  ...convolutionGenerators,
  ...denseGenerators,
  ...elementwiseGenerators,
  ...poolingGenerators,
  ...spatialGenerators,
  ...tensorShapeGenerators,
  ...tensorIndexGenerators,
  ...dynamicGenerators,
  ...loweredGenerators,
});
