/** The metadata section: constants and attribute values that the text refers to as `meta[type][index]`. */
import type { AttrValue, TensorData } from "@relayscope/ir";

export interface Metadata {
  readonly isPresent: boolean;
  /** Why it could not be read, or undefined. */
  readonly problem?: string | undefined;
  constant(index: number): TensorData | undefined;
  readonly attribute: (type: string, index: number) => AttrValue | undefined;
}

/** What a text without a metadata section has. */
export const noMetadata: Metadata = { isPresent: false, constant: () => undefined, attribute: () => undefined };

export function metadataOf(_json: string): Metadata {
  return noMetadata;
}
