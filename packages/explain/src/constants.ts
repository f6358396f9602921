/** Where a constant went: into a region's function, or through its parameters. */
import type { Expr } from "@relayscope/ir";
import { type Answer, decisionsOf, type History } from "./history.ts";

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
    const isBody = decision.place === "region-body";
    return [
      {
        question: "Where did this constant go?",
        answer: isBody
          ? `Into the body of \`@${decision.functionName}\`: PartitionGraph binds constants into the regions that use them (\`bind_constants\`).`
          : `Through a parameter of \`@${decision.functionName}\`: it stays in the caller.`,
        cures: isBody ? [] : ["Run PartitionGraph with `bind_constants` if the target wants constants inside."],
        nodes: [decision.constant],
        stage: at - 1,
      },
    ];
  });
}
