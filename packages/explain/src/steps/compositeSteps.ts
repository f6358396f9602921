/** MergeComposite, entry by entry of the table and match by match. */
import { pushTo } from "@relayscope/ir";
import type { CompositeDecision } from "@relayscope/passes";
import { listed, nameOf } from "../names.ts";
import { type MatchStep, type Step, targetIn } from "./step.ts";

/** The steps of MergeComposite. `table` has the entries' names in order. Entries without any match share a step. */
export function compositeSteps(decisions: readonly CompositeDecision[], table: readonly string[]): readonly MatchStep[] {
  const steps: MatchStep[] = [];
  let silent: string[] = [];
  let groups = 0;
  const addSilent = () => {
    if (silent.length === 0) return;
    steps.push(tried(`${listed(silent)} ${silent.length === 1 ? "is" : "are"} tried at every node, from the last to the first: no match.`));
    silent = [];
  };
  const inOrder = new Map<string, CompositeDecision[]>(table.map((name) => [name, []]));
  for (const decision of decisions) {
    pushTo(inOrder, decision.pattern, decision);
  }
  for (const [name, own] of inOrder) {
    if (own.length === 0) {
      silent.push(name);
      continue;
    }
    addSilent();
    steps.push(
      tried(`\`${name}\` is tried at every node, from the last to the first: ${own.length === 1 ? "1 match" : `${own.length} matches`}.`),
    );
    for (const decision of own) {
      const { outcome, nodes, blocker, root } = decision;
      steps.push({
        state: "matched",
        sentence: `\`${name}\` matches ${namesOf(decision)}, ending at \`${nameOf(root)}\`.`,
        nodes,
        blockers: [],
        groups: [],
      });
      const group = { group: groups++, label: name, target: targetIn(name), nodes };
      if (outcome === "merged") {
        const sentence = `Nothing prevents it: ${namesOf(decision)} ${nodes.length === 1 ? "becomes" : "become"} a composite function \`${name}\`.`;
        steps.push({ state: "merged", sentence, nodes, blockers: [], groups: [group], match: decision });
      } else {
        steps.push({
          state: "refused",
          sentence: `Refused: ${reasonOf(decision)}.`,
          nodes,
          blockers: blocker ? [blocker] : [],
          groups: [],
          match: decision,
        });
      }
    }
  }
  addSilent();
  return steps;
}

function tried(sentence: string): Step {
  return { state: "tried", sentence, nodes: [], blockers: [], groups: [] };
}

function namesOf({ nodes }: CompositeDecision): string {
  return listed(nodes.filter((n) => n.kind === "Call").map(nameOf), 8);
}

function reasonOf({ outcome, blocker }: CompositeDecision): string {
  const name = blocker ? `\`${nameOf(blocker)}\`` : "another node";
  switch (outcome) {
    case "overlap":
      return `it overlaps an earlier match, at ${name}`;
    case "outside-user":
      return `${name} uses a node from inside the match, so the match could not become a function with one result`;
    default:
      return "the entry's check refuses it";
  }
}
