/** What Python gives for a dtype. Follows String2DLDataType in include/tvm/runtime/data_type.h. */
import { isCallable, PyObject, typeError, typeName, unboxed, type Value } from "@relayscope/python";
import { tvmError } from "./errors.ts";

const codes = ["int", "uint", "float", "handle", "bfloat", "e4m3_float", "e5m2_float"];

const form = /^(int|uint|float|handle|bfloat|e4m3_float|e5m2_float)(\d*)(x\d+|xvscalex\d+)?$/;

/** The name that the compiler gives a dtype: `float` is `float32`. Raises for anything else than a dtype. */
export function dtypeOf(given: Value): string {
  const value = unboxed(given);
  if (value === null) return "";
  if (typeof value === "string") return named(value);
  if (value instanceof PyObject && typeName(value) === "DataType") return dtypeOfParts(value);
  if (typeof value === "number" || isCallable(value)) {
    throw tvmError(
      `Check failed: type_code_ == kTVMDataType: expected DLDataType but got ${typeof value === "number" ? "int" : "FunctionHandle"}`,
    );
  }
  throw typeError(`Don't know how to handle type <class '${typeName(value)}'>`);
}

function named(text: string): string {
  if (text === "" || text === "void") return "";
  const [, code, bits = "", lanes = ""] = form.exec(text) ?? [];
  if (text === "bool" || code === "handle") return text;
  if (code === undefined) throw tvmError(`unknown type ${text}`);
  return `${code}${bits || "32"}${lanes === "x1" ? "" : lanes}`;
}

/** The dtype of an object of the class `DataType`. */
function dtypeOfParts({ attrs }: PyObject): string {
  const [code, bits, lanes] = ["type_code", "bits", "lanes"].map((name) => Number(attrs?.get(name) ?? 0));
  const head = codes[code === 6 || code === 7 ? (code ?? 0) - 1 : (code ?? 0)] ?? "";
  return named(code === 1 && bits === 1 ? "bool" : `${head}${bits}${lanes === 1 ? "" : `x${lanes}`}`);
}
