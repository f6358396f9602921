/** Diagnostics of mrvl's passes. */
import { type Call, failure } from "@relayscope/ir";

export const functionCalled = (call: Call) =>
  failure("not-an-operator", "A function is called; TVM asks every call for its operator's name, and raises here.", call);
