/** How many dimensions a tensor has, and how long an attribute's list is. */
import { type Attrs, attrOf, type Dim, isAttrList, type TensorType, typeText } from "@relayscope/ir";
import { demand, refuse } from "./refusal.ts";

/** Refuses a tensor of another number of dimensions. */
export function demandRank(tensor: TensorType, rank: number, name: string): void {
  if (tensor.shape.length !== rank) refuse(`\`${name}\` must have ${rank} dimensions, but is \`${typeText(tensor)}\`.`);
}

/** More than any tensor has; a text or a model that says more would fill the memory. */
const mostDims = 10_000;

/** As many unknown dimensions. */
export function unknownDims(rank: number): readonly Dim[] {
  demand(rank <= mostDims, `A tensor of ${rank} dimensions is too large.`);
  return Array<Dim>(rank).fill("?");
}

/** The length of an attribute's list, whatever it holds. */
export function listLengthAttr(attrs: Attrs | undefined, name: string): number {
  const value = attrOf(attrs, name);
  return value !== undefined && value !== null && isAttrList(value) ? value.length : refuse(`The attribute \`${name}\` must be a list.`);
}
