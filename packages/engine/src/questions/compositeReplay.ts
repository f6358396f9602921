/**
 * Repeats MergeComposite, stopping before each entry of its table, to see how the entry matches one node. The pass
 * itself runs, so nothing is matched twice.
 */
import {
  type Expr,
  Failure,
  type Func,
  isSkippedByPasses,
  type LineageRecorder,
  lineageRecorder,
  type Module,
  postOrderList,
} from "@relayscope/ir";
import type { IndexedGraph, MatchGroup, MatchGroups, RefusedGroup } from "@relayscope/match";
import { type CompositeDecision, compositeSteps, type PassContext } from "@relayscope/passes";
import type { TableEntry } from "@relayscope/run";
import type { CheckRun } from "@relayscope/run/contract";

/** How the pass decided about the group that contains the node. */
export interface GroupOutcome {
  readonly kind: "accepted" | "check-refused" | "overlap" | "outside-user";
  readonly root: Expr;
  /** The group alone, for a trace at its root. */
  readonly groups: MatchGroups;
}

/** An entry as it met the node. */
export interface Meeting {
  readonly entry: TableEntry;
  /** The function as the entries before left it. */
  readonly graph: IndexedGraph;
  /** The node in that graph; undefined if it is in a composite. */
  readonly self: Expr | undefined;
  /** The entry that has the node; empty if the node was in a composite initially. */
  readonly takenBy: string | undefined;
  readonly outcome: GroupOutcome | undefined;
  /** Why the pass stopped at this entry. This meeting is the last. */
  readonly raised: Failure | undefined;
  /** The lineage from the nodes of these graphs to the nodes of the given function. */
  readonly lineage: LineageRecorder;
}

/** The function of a module that holds a node; undefined where MergeComposite leaves that function alone. */
export function functionAround(module: Module, node: Expr): Func | undefined {
  const f = [...module.functions.values()].find((f) => postOrderList(f).includes(node));
  return f && !isSkippedByPasses(f) ? f : undefined;
}

/** How each entry of a table matches a node of a function, in table order. Costs as much as the pass. */
export function* meetings(f: Func, node: Expr, table: readonly TableEntry[], context: PassContext): Generator<Meeting> {
  const lineage = lineageRecorder();
  let self: Expr | undefined = node;
  let takenBy: string | undefined;
  let outcome: GroupOutcome | undefined;
  const note = (kind: GroupOutcome["kind"], root: Expr, accepted: MatchGroup | undefined, refused: RefusedGroup | undefined) => {
    if (outcome?.kind === "accepted" || (outcome && kind !== "accepted")) return;
    const groups: MatchGroups = {
      accepted: accepted ? [accepted] : [],
      refused: refused ? [refused] : [],
      groupAt: (at) => (at === root ? accepted : undefined),
    };
    outcome = { kind, root, groups };
  };
  const watch = () => ({
    onGroup(group: MatchGroup, isAccepted: boolean) {
      if (self && group.copies.has(self)) note(isAccepted ? "accepted" : "check-refused", group.root, group, undefined);
    },
    onRefused(group: RefusedGroup) {
      if (self && group.nodes.includes(self)) note(group.outcome, group.root, undefined, group);
    },
  });
  const steps = compositeSteps(f, table, { ...context, trace: false }, lineage, watch);
  let at = 0;
  let step = steps.next();
  if (!step.done && step.value.graph.partitionedNodes.has(node)) [self, takenBy] = [undefined, ""];
  while (!step.done) {
    const entry = table[at++];
    const { graph } = step.value;
    if (!entry) return;
    outcome = undefined;
    let raised: Failure | undefined;
    try {
      step = steps.next();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      raised = error;
    }
    yield { entry, graph, self, takenBy, outcome, raised, lineage };
    if (raised) return;
    const after = step.done ? undefined : step.value.graph;
    if (wasTaken(outcome)) [self, takenBy] = [undefined, entry.name];
    else if (self && after && after !== graph) self = newSelf(after, self, node, lineage);
  }
}

/** Assigned in callbacks, which the type checker does not follow. */
function wasTaken(outcome: GroupOutcome | undefined): boolean {
  return outcome?.kind === "accepted";
}

/** The node in a graph that was rebuilt around it. */
function newSelf(graph: IndexedGraph, before: Expr, node: Expr, lineage: LineageRecorder): Expr | undefined {
  if (graph.indexOf(before) !== undefined) return before;
  return graph.nodes.find((expr) => expr.kind === node.kind && !graph.partitionedNodes.has(expr) && lineage.originsOf(expr).includes(node));
}

/**
 * Runs the check of a decided match again, on the function that the earlier entries left. Undefined if the match does
 * not occur again, or if the check then returns another result.
 */
export function matchCheck(
  module: Module,
  { pattern, root, outcome }: CompositeDecision,
  table: readonly TableEntry[],
  context: PassContext,
): CheckRun | undefined {
  const f = functionAround(module, root);
  if (!f) return undefined;
  const lineage = lineageRecorder();
  let found: Expr | undefined;
  let at = -1;
  const watch = () => ({
    onGroup(group: MatchGroup, isAccepted: boolean) {
      if (found || table[at]?.name !== pattern || isAccepted !== (outcome === "merged")) return;
      if (group.root === root || lineage.originsOf(group.root).includes(root)) found = group.root;
    },
    onRefused() {},
  });
  const steps = compositeSteps(f, table, { ...context, trace: false }, lineage, watch);
  try {
    while (!steps.next().done && !found) at++;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  const ran = found && table[at]?.asked?.ran?.(found);
  return ran && ran.answer === (outcome === "merged") ? ran : undefined;
}
