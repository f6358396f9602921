/** How many dimensions a tensor has, and how long an attribute's list is. */
import { type Attrs, attrOf, isAttrList, type TensorType, typeText } from "@relayscope/ir";
import { demand, refuse } from "./refusal.ts";

/** Refuses a tensor of another number of dimensions. */
export function demandRank(tensor: TensorType, rank: number, name: string): void {
  demand(tensor.shape.length === rank, `\`${name}\` must have ${rank} dimensions, but is \`${typeText(tensor)}\`.`);
}

/** The length of an attribute's list, whatever it holds. */
export function listLengthAttr(attrs: Attrs | undefined, name: string): number {
  const value = attrOf(attrs, name);
  return value !== undefined && value !== null && isAttrList(value) ? value.length : refuse(`The attribute \`${name}\` must be a list.`);
}
