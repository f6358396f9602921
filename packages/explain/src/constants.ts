/** Where a constant went: into a region's function, or through its parameters. */
import { type Expr, emptyModule } from "@relayscope/ir";
import type { ConstantDecision } from "@relayscope/passes";
import { type Answer, decisionsOf, type History } from "./history.ts";
import { finalNames } from "./names.ts";

export function constantsOf(history: History, stage: number, expr: Expr): readonly Answer[] {
  if (expr.kind !== "Constant" && expr.kind !== "Tuple") return [];
  let ownAt = -1;
  let own: readonly Expr[] = [];
  return decisionsOf(history, "constant").flatMap(({ stage: at, decision }): Answer[] => {
    if (at !== ownAt) {
      ownAt = at;
      own = history.follow(stage, at - 1, expr);
    }
    if (!own.includes(decision.constant)) return [];
    const { text, cures } = answers[decision.place](
      finalNames(history.stages[Math.max(stage, at)]?.module ?? emptyModule)(decision.functionName),
    );
    return [{ question: "Where did this constant go?", answer: text, cures, nodes: [decision.constant], stage: at - 1 }];
  });
}

const answers: Readonly<Record<ConstantDecision["place"], (name: string) => { readonly text: string; readonly cures: readonly string[] }>> =
  {
    "region-body": (name) => ({
      text: `Into the body of \`@${name}\`: PartitionGraph binds constants into the regions that use them (\`bind_constants\`).`,
      cures: [],
    }),
    parameter: (name) => ({
      text: `Through a parameter of \`@${name}\`: it stays in the caller.`,
      cures: ["Run PartitionGraph with `bind_constants` if the target needs constants inside."],
    }),
    "taken-out": (name) => ({
      text: `Out of \`@${name}\`, whose parameter it becomes: the caller passes it in, since the target's library takes all constants but scalars as arguments.`,
      cures: [],
    }),
  };
