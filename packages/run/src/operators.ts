/** The loaded operators: at first those that are part of the page, then all, as soon as a run needs more. */
import type { OperatorDefinitions } from "@relayscope/ops";
import { firstOperators, namesFirstOperatorsOnly } from "@relayscope/ops/first";

let held = firstOperators;

export const operators: OperatorDefinitions = {
  get: (name) => held.get(name),
  names: () => held.names(),
};

/** Resolves once all operators are loaded. */
export async function loadOperators(): Promise<void> {
  if (held === firstOperators) held = (await import("@relayscope/ops")).operators;
}

/** Resolves once all operators that a text may name are loaded. */
export async function loadOperatorsOf(text: string): Promise<void> {
  if (held === firstOperators && !namesFirstOperatorsOnly(text)) await loadOperators();
}
