/**
 * MergeComposite: wraps every match of the patterns of a table into a function with the attribute `Composite`, and calls it.
 * Follows src/relay/transforms/merge_composite.cc.
 *
 * Patterns run in table order, each over the whole function as the one before left it. A match whose check says no is left as it is, and its
 * nodes are spent for this pattern. The reference infers the whole module's types after each pattern; here what is new gets the types of what it
 * stands for, and a function is numbered anew only where a pattern changed it.
 */
import { checkScopes } from "@relayscope/infer";
import { type Expr, type Func, type LineageRecorder, postOrder } from "@relayscope/ir";
import {
  type IndexedGraph,
  indexGraph,
  MatchFailure,
  type MatchGroup,
  type Pattern,
  partition,
  type RefusedGroup,
} from "@relayscope/match";
import type { CompositeDecision, Decision } from "./decisions.ts";
import { bareOperator, functionReplaced, noMainFunction, tornBinding, untypableComposite, wrongOption } from "./diagnostics.ts";
import { functionPass } from "./functionPass.ts";
import { type PassContext, PassFailure, type PassOptions } from "./pass.ts";
import { untypableCall } from "./untypedComposite.ts";

/** An entry of a pattern table. */
export interface CompositePattern {
  /** What `Composite` says: `dnnl.conv2d_relu`. */
  readonly name: string;
  readonly pattern: Pattern;
  /** Asked of each match's root; false refuses it. Throws `PassFailure` where the reference's check raises. */
  readonly check?: ((root: Expr) => boolean) | undefined;
}

export const mergeComposite = functionPass({
  name: "MergeComposite",
  summary: "Wraps what matches a pattern into a composite function.",
  optLevel: 0,
  requires: [],
  options: [{ name: "patterns", type: "object", default: [], doc: "The pattern table: names, patterns and checks, in order." }],
  runFunction(f, options, context, lineage, decisions, place) {
    const table = patternsOption(options);
    if (table.length > 0 && !place.module.functions.has("main")) throw noMainFunction("MergeComposite");
    return mergeTable(f, table, context, lineage, decisions);
  },
});

function mergeTable(
  f: Func,
  table: readonly CompositePattern[],
  context: PassContext,
  lineage: LineageRecorder,
  decisions: Decision[],
): Func {
  const steps = compositeSteps(f, table, context, lineage, (entry) =>
    context.trace ? reporter(entry.name, lineage, decisions) : undefined,
  );
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** An entry of a table about to be tried, and the function as the entries before it left it. */
export interface CompositeStep {
  readonly entry: CompositePattern;
  readonly graph: IndexedGraph;
}

/** Told of an entry's groups. */
export interface CompositeWatcher {
  onGroup(group: MatchGroup, accepted: boolean): void;
  onRefused(group: RefusedGroup): void;
}

/**
 * The pass on one function, entry by entry: stops before each, so that one may look at what the entry meets, and answers the function afterwards.
 * Throws `PassFailure` where an entry stops the pass.
 */
export function* compositeSteps(
  f: Func,
  table: readonly CompositePattern[],
  context: PassContext,
  lineage: LineageRecorder,
  watch: (entry: CompositePattern) => CompositeWatcher | undefined,
): Generator<CompositeStep, Func> {
  let merged: Expr = f;
  let graph: IndexedGraph = indexGraph(f);
  for (const entry of table) {
    yield { entry, graph };
    const tell = watch(entry);
    const before: Expr = merged;
    try {
      merged = partition(entry.pattern, merged, {
        graph,
        operators: context.operators,
        attrs: new Map([["Composite", entry.name]]),
        check: entry.check,
        lineage,
        inferNew: true,
        onGroup(group, accepted) {
          tell?.onGroup(group, accepted);
          if (accepted && group.func.body.kind === "Op") throw bareOperator(entry.name, group.root);
          const untypable = accepted ? untypableCall(group.func) : undefined;
          if (untypable) throw untypableComposite(entry.name, untypable, group.root);
        },
        onRefused: tell?.onRefused,
      });
    } catch (error) {
      throw error instanceof MatchFailure
        ? new PassFailure(error.code, `Pattern \`${entry.name}\`: ${error.message}`, error.node, error.hints)
        : error;
    }
    if (merged.kind !== "Function") throw functionReplaced(entry.name, before);
    if (merged !== before) graph = indexGraph(merged);
  }
  if (merged.kind !== "Function") return f;
  if (merged !== f && bindsInside(f)) checkBindings(merged);
  return merged;
}

/** Whether a function binds variables besides its own parameters: then a composite can tear a variable from its binding. */
function bindsInside(f: Func): boolean {
  let found = false;
  postOrder(f.body, (e) => {
    found ||= e.kind === "Function" || e.kind === "Let" || e.kind === "Match";
  });
  return found;
}

function checkBindings(f: Func): void {
  const [broken] = checkScopes(f, true);
  if (broken) throw tornBinding(broken.message, broken.node ?? f);
}

/** Writes decisions about the pass's input: what earlier patterns made is followed back. */
function reporter(pattern: string, lineage: LineageRecorder, decisions: Decision[]) {
  const inInput = (node: Expr): readonly Expr[] => lineage.originsOf(node);
  const add = (root: Expr, outcome: CompositeDecision["outcome"], nodes: Iterable<Expr>, blocker?: Expr) => {
    const first = inInput(root)[0] ?? root;
    const inside = new Set<Expr>();
    for (const node of nodes) if (node.kind !== "Op") for (const origin of inInput(node)) inside.add(origin);
    const decision: CompositeDecision = { kind: "composite", pattern, root: first, outcome, nodes: [...inside] };
    decisions.push(blocker ? { ...decision, blocker: inInput(blocker)[0] ?? blocker } : decision);
  };
  return {
    onGroup: (group: MatchGroup, accepted: boolean) => add(group.root, accepted ? "merged" : "check-refused", group.copies.keys()),
    onRefused: (group: RefusedGroup) => add(group.root, group.outcome, group.nodes, group.blocker),
  };
}

function patternsOption(options: PassOptions): readonly CompositePattern[] {
  const table = options.patterns ?? [];
  if (!Array.isArray(table) || !table.every(isEntry)) throw wrongOption("patterns", "a list of names with patterns");
  return table;
}

function isEntry(value: unknown): value is CompositePattern {
  if (typeof value !== "object" || value === null) return false;
  const { name, pattern, check } = value as Record<string, unknown>;
  const isPattern = typeof pattern === "object" && pattern !== null && "kind" in pattern;
  return typeof name === "string" && isPattern && (check === undefined || typeof check === "function");
}
