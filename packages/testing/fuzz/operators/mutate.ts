/** Spoils a case a little: most spoilt cases are ill-typed in an interesting way. */
import { type AttrValue, type Dim, isAttrList, type TensorType, type Type, tensorType } from "@relayscope/ir";
import type { Random } from "../random.ts";
import type { OperatorCase } from "./case.ts";

export const dtypes = ["float32", "float16", "int8", "uint8", "int32", "int64", "bool", "int16"];

/** The case with one or two changes to types or attributes. */
export function mutated(c: OperatorCase, random: Random): OperatorCase {
  let out = c;
  for (let i = random.int(1, 2); i > 0; i--) out = random.chance(0.65) ? withTypeChanged(out, random) : withAttrChanged(out, random);
  return out;
}

function withTypeChanged(c: OperatorCase, random: Random): OperatorCase {
  if (c.args.length === 0) return c;
  const at = random.int(0, c.args.length - 1);
  return { ...c, args: c.args.with(at, changedType(c.args[at], random)) };
}

function changedType(type: Type | undefined, random: Random): Type | undefined {
  if (type?.kind === "TupleType" && type.fields.length > 0) {
    const at = random.int(0, type.fields.length - 1);
    return { ...type, fields: type.fields.with(at, changedType(type.fields[at], random) ?? (type.fields[at] as Type)) };
  }
  if (type?.kind !== "TensorType") return type;
  const rank = type.shape.length;
  switch (random.int(0, 9)) {
    case 0:
      return tensorType(type.shape, random.pick(dtypes));
    case 1:
      return tensorType(type.shape.slice(0, Math.max(0, rank - 1)), type.dtype);
    case 2:
      return tensorType([...type.shape, random.int(1, 3)], type.dtype);
    case 3:
      return undefined;
    default:
      return rank === 0 ? type : withDim(type, random.int(0, rank - 1), random);
  }
}

function withDim(type: TensorType, at: number, random: Random): TensorType {
  const size = type.shape[at] as Dim;
  const value = typeof size === "number" ? size : 3;
  const dim: Dim = random.pick<() => Dim>([
    () => "?",
    () => "?",
    () => "?",
    () => ({ kind: "LongDim", value }),
    () => value + 1,
    () => 1,
  ])();
  return tensorType(type.shape.with(at, dim), type.dtype);
}

function withAttrChanged(c: OperatorCase, random: Random): OperatorCase {
  const names = Object.keys(c.attrs);
  if (names.length === 0) return c;
  const name = random.pick(names);
  const value = changedAttr(c.attrs[name] as AttrValue, random);
  return value === undefined ? c : { ...c, attrs: { ...c.attrs, [name]: value } };
}

function changedAttr(value: AttrValue, random: Random): AttrValue | undefined {
  if (typeof value === "number") return random.pick([value + 1, -value, -1, 0, 5]);
  if (typeof value === "boolean") return !value;
  if (value === null || typeof value !== "object" || !isAttrList(value)) return undefined;
  if (value.length === 0) return undefined;
  const at = random.int(0, value.length - 1);
  switch (random.int(0, 3)) {
    case 0:
      return value.slice(0, -1);
    case 1:
      return [...value, value[at] as AttrValue];
    default: {
      const item = changedAttr(value[at] as AttrValue, random);
      return item === undefined ? undefined : value.with(at, item);
    }
  }
}
