/** How the members of `numpy` are declared. */
import { type Body, hostFunction } from "../host/native.ts";
import type { Value } from "../model/value.ts";

/** The members of `numpy` by their names. */
export type Members = Map<string, Value>;

/** Adds a function to the members. */
export const put = (members: Members, name: string, signature: string, body: Body): void => {
  members.set(name, hostFunction(name, signature, body));
};
