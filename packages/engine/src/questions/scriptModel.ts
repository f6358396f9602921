/**
 * The model file that a text was imported from, for a script that imports it again. The format is in the text's first
 * comment, the shapes are in its inputs.
 */
import type { ScriptModel } from "@relayscope/export";
import { readOperatorComment } from "@relayscope/import/notes";
import type { Module, TensorType, Var } from "@relayscope/ir";

/** The reference's names for the weights of a TFLite model, as it prints them. */
const weightName = /^v_param_\d+$/;

/** A name that the printer put a letter before: the model's own is not known. */
const prefixed = /^v[^A-Za-z]/;

/** Undefined for a text that was not imported. */
export function scriptModelOf(text: string, module: Module | undefined): ScriptModel | undefined {
  const format = readOperatorComment(text)?.format;
  const main = module?.functions.get("main");
  if ((format !== "ONNX" && format !== "TFLite") || !main) return undefined;
  // An ONNX import that keeps its weights is not typed yet, and its inputs look like its weights.
  const keepsParameters = format === "ONNX" ? !text.includes("/* ty=") : main.params.some(({ name }) => weightName.test(name));
  const inputs =
    format === "ONNX" && keepsParameters ? [] : main.params.filter(({ name }) => !weightName.test(name) && !prefixed.test(name));
  const shapes = new Map<string, readonly (number | "?")[]>();
  const dtypes = new Map<string, string>();
  for (const input of inputs) {
    const type = typeOf(input);
    if (!type) continue;
    dtypes.set(input.name, type.dtype);
    shapes.set(
      input.name,
      type.shape.map((size) => (typeof size === "number" ? size : "?")),
    );
  }
  return { format, shapes, dtypes, keepsParameters };
}

function typeOf({ annotation, checkedType }: Var): TensorType | undefined {
  const type = annotation ?? checkedType;
  return type?.kind === "TensorType" ? type : undefined;
}
