/** The decisions of a pass in order, for playback. */
import { type MatchStep, stepsOf } from "@relayscope/explain";
import { type Expr, postOrderList } from "@relayscope/ir";
import type { Run } from "@relayscope/run";
import type { PassStep, PassSteps } from "@relayscope/run/contract";
import { stepSentences } from "../laterDiagnostics.ts";

/** Passes whose decisions come in an order that can be played. */
const played: ReadonlySet<string> = new Set(["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph", "FuseOps"]);

/** A node, and the content of a composite's call, which the picture draws in its place. */
function withInner(node: Expr): readonly Expr[] {
  if (node.kind === "Op") return [];
  if (node.kind !== "Call" || node.op.kind !== "Function") return [node];
  return [node, ...postOrderList(node.op.body).filter((e) => e.kind === "Call")];
}

/** The steps of a stage's pass. If there are none, a note has the reason. */
export function passSteps(run: Run, stage: number): PassSteps {
  const held = run.stages[stage];
  const before = run.stages[stage - 1];
  const pass = held?.pass ?? "";
  const none = (note: string): PassSteps => ({ pass, steps: [], note });
  if (!held || !before || !played.has(pass)) return none(stepSentences.notPlayed(pass));
  const { status, reason } = held.result;
  if (status !== "done" && status !== "unchanged") return none(stepSentences.notRun(pass, reason));
  const index = run.index(stage - 1);
  const table = run.stepOf(stage)?.tables.patterns ?? [];
  const checked = new Set(table.flatMap(({ name, asked }) => (asked?.ran ? [name] : [])));
  const ids = (nodes: readonly Expr[]) => [...new Set(nodes.flatMap(withInner).map((n) => index.idOf(n)))];
  const plain = ({ state, sentence, nodes, blockers, groups, match }: MatchStep): PassStep => ({
    ...(match && isChecked(match) && checked.has(match.pattern) ? { hasCheck: true } : {}),
    state,
    sentence,
    nodes: ids(nodes),
    blockers: ids(blockers),
    groups: groups.map(({ group, label, target, nodes: members }) => ({ group, label, target, nodes: ids(members) })),
  });
  const steps = matchSteps(run, stage).map(plain);
  return { pass, steps, note: steps.length > 0 ? "" : stepSentences.nothing(pass) };
}

/** The steps of a stage's pass over nodes, with the matches that they decide. */
export function matchSteps(run: Run, stage: number): readonly MatchStep[] {
  const [before, held] = [run.stages[stage - 1], run.stages[stage]];
  if (!before || !held) return [];
  const table = run.stepOf(stage)?.tables.patterns.map((entry) => entry.name) ?? [];
  return stepsOf({ pass: held.pass, decisions: held.decisions, before: before.module, after: held.module, table });
}

/** Whether a match was put to its entry's check. */
export function isChecked({ outcome }: NonNullable<MatchStep["match"]>): boolean {
  return outcome === "merged" || outcome === "check-refused";
}
