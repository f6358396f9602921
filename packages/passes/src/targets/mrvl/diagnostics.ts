/** Diagnostics of mrvl's passes. */
import { type Call, type Failure, failure } from "@relayscope/ir";

export function functionCalled(call: Call): Failure {
  return failure("not-an-operator", "A function is called; TVM asks every call for its operator's name, and raises here.", call);
}
