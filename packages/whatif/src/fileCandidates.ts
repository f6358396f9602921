/**
 * Changes of a target's own files that may help: constants that checks compare with, and conditions of checks that
 * refuse, as constants that do not.
 */
import { calledOp, type Expr } from "@relayscope/ir";
import { type ResolvedTarget, type ShownCheck, targetFinder } from "@relayscope/run";
import type { Edit } from "@relayscope/run/contract";
import { applyEdits, specOf } from "./applyEdit.ts";
import type { TrialGround } from "./ground.ts";
import type { CompositeDecisions } from "./patternCandidates.ts";

/** Conditions of one check that are changed together. */
const mostConditions = 4;
/** How many checks and rules changes are tried for. */
const mostChecks = 6;

/**
 * For each check or rule of the target's files that refuses one of the nodes: the changes after which it accepts, those
 * of constants that have a name first.
 */
export function fileCandidates(
  ground: TrialGround,
  known: CompositeDecisions | undefined,
  nodes: readonly Expr[],
): readonly (readonly Edit[])[] {
  const name = ground.spec.target;
  if (!specOf(ground.spec, name, ground.builtIn)?.files) return [];
  const own = new Set(nodes);
  const asked = new Map<
    string,
    { readonly node: Expr; readonly checksOf: (target: ResolvedTarget) => readonly (ShownCheck | undefined)[] }
  >();
  for (const { outcome, pattern, root, nodes: members } of known?.decisions ?? []) {
    if (outcome !== "check-refused" || asked.has(`entry ${pattern}`) || !members.some((member) => own.has(member))) continue;
    const checksOf = ({ table }: ResolvedTarget) => table.flatMap((entry) => (entry.name === pattern ? [entry.asked] : []));
    asked.set(`entry ${pattern}`, { node: root, checksOf });
  }
  for (const node of own) {
    const operator = calledOp(node);
    if (operator === undefined || asked.has(`rule ${operator}`)) continue;
    asked.set(`rule ${operator}`, {
      node,
      checksOf: ({ askedRules }) => [Object.hasOwn(askedRules, operator) ? askedRules[operator] : undefined],
    });
  }
  return [...asked.values()].slice(0, mostChecks).flatMap(({ node, checksOf }) => {
    const named = accepting(ground, node, checksOf, true);
    const hasNames = named.some((edit) => edit.kind === "edit-file" && edit.name !== undefined);
    return [hasNames ? named : [], accepting(ground, node, checksOf, false)].filter((edits) => edits.length > 0);
  });
}

/**
 * The changes, one after another, until none of the checks refuses the node; empty if that is not reached.
 * `prefersLimits`: of the constant that a condition compares with, where it has one.
 */
function accepting(
  { spec, kit, builtIn, stages }: TrialGround,
  node: Expr,
  checksOf: (target: ResolvedTarget) => readonly (ShownCheck | undefined)[],
  prefersLimits: boolean,
): readonly Edit[] {
  const edits: Edit[] = [];
  for (let i = 0; i <= mostConditions; i++) {
    const target = targetFinder(applyEdits(spec, edits, builtIn).customTargets, kit, stages[0]?.start).find(spec.target);
    const refusing = target && checksOf(target).find((check) => check?.refusalOf(node));
    if (!refusing) return edits;
    const { limit, condition } = refusing.changes?.(node) ?? {};
    const change = (prefersLimits ? limit : undefined) ?? condition;
    if (!change) return [];
    edits.push({ kind: "edit-file", target: spec.target, ...change });
  }
  return [];
}
