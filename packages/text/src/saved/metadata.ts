/**
 * The metadata section: constants and attribute values that the text refers to as `meta[type][index]`. Follows
 * src/relay/printer/meta_data.h.
 */
import type { AttrSchema, Attrs, AttrValue, Expr, TensorData } from "@relayscope/ir";

/** Metadata from its JSON; loaded where there is some. */
export type ReadMetadata = (json: string) => Metadata;

export interface Metadata {
  readonly isPresent: boolean;
  /** Why it could not be read, or undefined. */
  readonly problem?: string;
  constant(index: number): TensorData | undefined;
  /** The data of a constant that was given separately from text and section. */
  readonly beside?: ((index: number) => TensorData | undefined) | undefined;
  /** What a program gives in place of the section. */
  readonly expression?: ((type: string, index: number) => Expr | undefined) | undefined;
  /** A whole attribute struct, `relay.attrs.ScanopAttrs`, in the fields of an operator's schema. */
  struct(type: string, index: number, schema: AttrSchema | undefined): Attrs | undefined;
  readonly attribute: (type: string, index: number) => AttrValue | undefined;
}

/** What a text without a metadata section has. */
export const noMetadata: Metadata = { isPresent: false, constant: nothing, struct: nothing, attribute: nothing };

function nothing(): undefined {
  return undefined;
}
