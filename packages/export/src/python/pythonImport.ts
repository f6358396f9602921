/** A script that imports the run's model file, which also provides the weights that the text cannot contain. */
import { pythonString, pythonValue } from "./literals.ts";

/** The model file that a module was imported from, as far as its text says it. */
export interface ScriptModel {
  readonly format: "ONNX" | "TFLite";
  /** The shapes of the inputs; `?` is a dynamic size. */
  readonly shapes: ReadonlyMap<string, readonly (number | "?")[]>;
  readonly dtypes: ReadonlyMap<string, string>;
  /** Whether the weights are variables of the function. */
  readonly keepsParameters: boolean;
}

/** A function `imported(path)`, and the weights that it found. */
export function importFunction({ format, shapes, dtypes, keepsParameters }: ScriptModel): readonly string[] {
  const shapeTexts = [...shapes].map(([name, sizes]) => `${pythonString(name)}: [${sizes.map(sizeText).join(", ")}]`);
  const given = `{${shapeTexts.join(", ")}}`;
  const bind = '    mod["main"] = relay.build_module.bind_params_by_name(mod["main"], params)';
  const tflite = [
    "    import tflite",
    "",
    '    with open(path, "rb") as file:',
    "        model = tflite.Model.GetRootAsModel(file.read(), 0)",
    `    types = ${pythonValue(Object.fromEntries(dtypes))}`,
    `    mod, params = relay.frontend.from_tflite(model, shape_dict=${given}, dtype_dict=types)`,
    ...(keepsParameters ? [] : [bind]),
  ];
  const onnx = [
    "    import onnx",
    "",
    `    mod, params = relay.frontend.from_onnx(onnx.load(path), shape=${given}, freeze_params=${keepsParameters ? "False" : "True"})`,
  ];
  return [
    "# The weights of the model by name, once it was imported.",
    "PARAMS = {}",
    "",
    "",
    "def imported(path):",
    `    """The ${format} model of a file, as TVM imports it: with its weights, without edits of the text."""`,
    ...(format === "ONNX" ? onnx : tflite),
    "    PARAMS.update(params)",
    "    return relay.transform.InferType()(mod)",
  ];
}

function sizeText(size: number | "?"): string {
  return size === "?" ? "relay.Any()" : String(size);
}
