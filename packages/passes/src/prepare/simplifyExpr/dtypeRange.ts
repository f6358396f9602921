/**
 * The range of a dtype, and which casts are lossless. Follows CheckDataTypeMaxMinValue and IsWidenCast in
 * src/relay/transforms/simplify_expr.cc.
 */
import { rangeOfUint64 } from "../diagnostics.ts";

/** The smallest and largest number of a dtype; zeros for a dtype whose range the reference does not ask for. */
export function rangeOf(dtype: string): { readonly least: number; readonly most: number } {
  const { family, bits } = parsed(dtype);
  if (family === "uint" && bits === 64) {
    throw rangeOfUint64();
  }
  switch (family) {
    case "int":
      return { least: -(2 ** (bits - 1)), most: 2 ** (bits - 1) - 1 };
    case "uint":
      return { least: 0, most: 2 ** bits - 1 };
    case "float":
      return symmetric(bits === 64 ? Number.MAX_VALUE : bits === 32 ? largestFloat32 : 65504);
    case "bfloat":
      return symmetric(largestFloat32);
    default:
      return symmetric(0);
  }
}

const largestFloat32 = (2 - 2 ** -23) * 2 ** 127;

function symmetric(most: number): { readonly least: number; readonly most: number } {
  return { least: -most, most };
}

/** Families in the reference's order. A later family is assumed to contain the values of an earlier one. */
const families: readonly string[] = ["int", "uint", "float", "handle", "bfloat"];

/** Whether casting from one dtype to another keeps every number, by the reference's loose order: int, uint, float. */
export function isWidening(from: string, to: string): boolean {
  const [a, b] = [parsed(from), parsed(to)];
  const [i, j] = [families.indexOf(a.family), families.indexOf(b.family)];
  if (i < 0 || j < 0) return a.family === b.family && a.bits <= b.bits;
  if (i === j) return a.bits <= b.bits;
  if (a.family === "bfloat" || b.family === "bfloat") return false;
  return i < j && a.bits <= b.bits;
}

/** `bool` is an unsigned integer of one bit. */
function parsed(dtype: string): { readonly family: string; readonly bits: number } {
  if (dtype === "bool") return { family: "uint", bits: 1 };
  const found = /(?<!\d)\d+$/.exec(dtype);
  return found ? { family: dtype.slice(0, found.index), bits: Number(found[0]) } : { family: dtype, bits: 64 };
}
