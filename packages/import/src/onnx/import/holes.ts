/** What represents a node that cannot be converted. */
import type { AttrValue, Type } from "@relayscope/ir";
import { tensorType } from "@relayscope/ir";
import type { Attribute, ValueInfo } from "../file/model.ts";
import { dtypeNames } from "../file/schema.ts";

/** The type that the file states for a value; undefined where it states none that Relay has. */
export function statedType(info: ValueInfo | undefined): Type | undefined {
  if (info?.type.kind !== "tensor" || !info.type.shape) return undefined;
  const dtype = dtypeNames[info.type.elemType];
  if (dtype === undefined || dtype === "object" || dtype.startsWith("complex")) return undefined;
  return tensorType(
    info.type.shape.map((d) => (typeof d === "number" && d >= 0 ? d : "?")),
    dtype,
  );
}

/** The attributes of a node as far as a text can show them: numbers, texts and lists of them. */
export function holeAttributes(attributes: readonly Attribute[]): readonly (readonly [string, AttrValue])[] {
  return attributes.flatMap((a): (readonly [string, AttrValue])[] => {
    const name = a.name.replace(/\W/g, "_");
    const value = shownValue(a);
    return value === undefined || !/^[A-Za-z_]/.test(name) ? [] : [[name, value]];
  });
}

function shownValue(a: Attribute): AttrValue | undefined {
  if (a.ints.length > 0) return a.ints.slice(0, shownLimit).map(Number);
  if (a.floats.length > 0) return a.floats.slice(0, shownLimit).map((value) => ({ kind: "Float", value }));
  if (a.i !== undefined) return Number(a.i);
  if (a.f !== undefined) return { kind: "Float", value: a.f };
  return a.s ? new TextDecoder().decode(a.s.subarray(0, textLimit)) : undefined;
}

const shownLimit = 64;
const textLimit = 200;
