/**
 * The operators that a first picture needs: those of plain networks. The rest is loaded when a text or a pass asks for
 * more.
 */
import { type OperatorDefinition, type OperatorDefinitions, operatorTable } from "./definition.ts";
import { annotationOperators } from "./families/annotation.ts";
import { binaryOperators } from "./families/binary.ts";
import { castOperators } from "./families/cast.ts";
import { nnActivationOperators } from "./families/nnActivation.ts";
import { nnConvolutionOperators } from "./families/nnConvolution.ts";
import { nnDenseOperators } from "./families/nnDense.ts";
import { nnNormalizationOperators } from "./families/nnNormalization.ts";
import { nnPoolingOperators } from "./families/nnPooling.ts";
import { reduceOperators } from "./families/reduce.ts";
import { reshapeOperators } from "./families/reshape.ts";
import { unaryOperators } from "./families/unary.ts";

/** Families of `families` by their file's names. */
export const firstFamilies = {
  unary: unaryOperators,
  binary: binaryOperators,
  cast: castOperators,
  reshape: reshapeOperators,
  reduce: reduceOperators,
  nnConvolution: nnConvolutionOperators,
  nnDense: nnDenseOperators,
  nnPooling: nnPoolingOperators,
  nnNormalization: nnNormalizationOperators,
  nnActivation: nnActivationOperators,
  annotation: annotationOperators,
} satisfies Readonly<Record<string, readonly OperatorDefinition[]>>;

export const firstOperators: OperatorDefinitions = operatorTable(Object.values(firstFamilies));

/** Words of Relay texts, but for what names an argument, a variable or a function, or is in quotes. */
const words = /(?<![%@"\w.])[A-Za-z_][\w.]*(?![\w.]|\s*=[^=])/g;

/** Words that name no operator. */
const plain = new Set(
  "def fn let if else match type extern ref free_var version meta relay Constant Tensor ty span int8 uint8 int16 int32 int64 float16 float32 float64 bool True False".split(
    " ",
  ),
);

/** Whether a text names no operators but these; false where that is not sure, as for a module saved as JSON. */
export function namesFirstOperatorsOnly(text: string): boolean {
  if (/^\s*\{/.test(text)) return false;
  for (const [word] of text.matchAll(words)) if (!plain.has(word) && firstOperators.get(word) === undefined) return false;
  return true;
}
