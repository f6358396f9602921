/** The key at the end of a handout. */
import { actTask, type Step } from "@relayscope/lessons";

/** The letters of a question's sentences. */
export const letters = "ABCDEF";

/** The answer of a step: a letter, what comes out, or what is to be done; empty if nothing is asked. */
export function keyOf({ choices, solve, prediction, goals }: Step, order: readonly number[]): string {
  if (choices.length > 0) return letters[order.findIndex((i) => choices[i]?.isRight)] ?? "";
  if (goals.length > 0) return solve.flatMap((act) => actTask(act) ?? []).join(" ");
  const act = solve.find((a) => a.kind === "predict");
  if (!prediction || act?.kind !== "predict") return "";
  const { guess } = act;
  const named = ({ name, nth }: { readonly name: string; readonly nth: number }) =>
    nth === 1 ? `\`${name}\`` : `\`${name}\` (number ${nth})`;
  if (guess.kind === "number") return String(guess.number);
  return guess.kind === "pair" ? `${named(guess.from)} and ${named(guess.to)}` : guess.nodes.map(named).join(", ");
}
