/** The operators in force: the first ones, which the page has at once, and all as soon as a run has asked for more. */
import type { OperatorDefinitions } from "@relayscope/ops";
import { firstOperators, namesFirstOperatorsOnly } from "@relayscope/ops/first";

let held = firstOperators;

export const operators: OperatorDefinitions = {
  get: (name) => held.get(name),
  names: () => held.names(),
};

/** Resolves once all operators are in force. */
export async function loadOperators(): Promise<void> {
  if (held === firstOperators) held = (await import("@relayscope/ops")).operators;
}

/** Resolves once all operators are in force that a text may name. */
export async function loadOperatorsOf(text: string): Promise<void> {
  if (held === firstOperators && !namesFirstOperatorsOnly(text)) await loadOperators();
}
