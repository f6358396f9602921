/** The inputs of a model as variables. Follows _input_type in python/tvm/relay/frontend/tflite.py. */
import { type Dim, type Expr, tensorType, variable } from "@relayscope/ir";
import type { ImportOptions, ImportProblem } from "../../contract.ts";
import type { Relay } from "../../relay/relay.ts";
import { messages } from "../diagnostics.ts";
import type { Subgraph, Tensor } from "../file/model.ts";
import { typeNames } from "../file/schema.ts";
import { dtypeOfType } from "../file/tensorValue.ts";
import type { Values } from "./values.ts";

/**
 * Makes a variable of each input. Throws where the reference takes none of such a type; with `report` its type stays
 * open.
 */
export function makeInputs(
  r: Relay,
  values: Values,
  { inputs }: Subgraph,
  options: ImportOptions,
  report: ((problem: ImportProblem) => void) | undefined,
): void {
  if (!inputs || inputs.length === 0) {
    if (!report) throw messages.noInputs(0);
    return;
  }
  const names = inputs.map((index) => values.nameOf(index));
  const unknown = [...(options.shapes?.keys() ?? []), ...(options.dtypes?.keys() ?? [])].filter((name) => !names.includes(name));
  if (unknown.length > 0 && report) throw messages.unknownInputs([...new Set(unknown)], names);
  for (const [i, index] of inputs.entries()) {
    const name = names[i] ?? "";
    const made = inputVariable(r, values.tensor(index), name, options, report);
    r.sources.set(made, name);
    values.set(name, made);
  }
}

/** The reference knows no type from this number on, even where another is given. */
const firstLaterType = 10;

function inputVariable(
  r: Relay,
  tensor: Tensor,
  name: string,
  options: ImportOptions,
  report: ((problem: ImportProblem) => void) | undefined,
): Expr {
  try {
    if (tensor.type >= firstLaterType) throw messages.inputType(name, typeNames[tensor.type] ?? `the unknown type ${tensor.type}`);
    const dtype = options.dtypes?.get(name) ?? inputType(tensor, name);
    const shape: readonly Dim[] | undefined = options.shapes?.get(name) ?? tensor.shape;
    if (!shape) throw messages.inputShape(name);
    return r.variable(name, tensorType(shape, dtype));
  } catch (error) {
    if (!report || !(error instanceof Error)) throw error;
    report({ operator: undefined, node: undefined, code: "tflite-input-type", message: `${error.message} Its type stays open.` });
    return variable(name);
  }
}

function inputType({ type }: Tensor, name: string): string {
  try {
    return dtypeOfType(type);
  } catch {
    throw messages.inputType(name, typeNames[type] ?? `the unknown type ${type}`);
  }
}
