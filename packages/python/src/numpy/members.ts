/** How the members of `numpy` are declared. */
import { type Body, hostFunction } from "../host/native.ts";
import type { Value } from "../model/value.ts";

export type Members = Map<string, Value>;

export const put = (members: Members, name: string, signature: string, body: Body): void => {
  members.set(name, hostFunction(name, signature, body));
};
