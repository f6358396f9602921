/** Operators that create tensors. */
import { constant, elementOf, tensorType } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { arange, full } from "../../relay/wrappers.ts";
import { dtypeOfTensor, tensorData } from "../file/tensorData.ts";
import { type Converter, type ConverterTable, versioned } from "../import/conversion.ts";

const constantValue: Converter = (c) => {
  if (!c.attributes.has("value")) throw new ConversionFailure("it has no `value`: a constant of another form is not supported.");
  const tensor = c.attributes.tensor("value");
  if (!tensor) return c.r.constant([0], "int64");
  const data = tensorData(tensor);
  return data ? c.r.constantOf(data) : constant(undefined, tensorType(tensor.dims, dtypeOfTensor(tensor)));
};

/** The dtypes of constants that are created from plain numbers without a stated type. */
const narrowed: Readonly<Record<string, string>> = { int64: "int32", float64: "float32" };

const constantOfShape: Converter = (c, r) => {
  const tensor = c.attributes.tensor("value");
  const data = tensor && tensorData(tensor);
  if (tensor && (!data || data.values.length === 0 || data.shape.length === 0)) throw new ConversionFailure("its value is not a list.");
  const value = data ? r.constant(elementOf(data, 0), narrowed[data.dtype] ?? data.dtype) : r.constant(0, "int32");
  return full(r, value, c.input(0), data?.dtype ?? "float32");
};

const range: Converter = (c) => {
  c.demandCount(3);
  return arange(c.r, c.input(0), c.input(1), c.input(2), c.r.dtypeOf(c.input(0)));
};

export const constants: ConverterTable = {
  Constant: versioned({ 9: constantValue }),
  ConstantOfShape: constantOfShape,
  Range: range,
};
