/**
 * MergeComposite: wraps every match of the patterns of a table into a function with the attribute `Composite`, and
 * calls it. Follows src/relay/transforms/merge_composite.cc.
 *
 * Patterns run in table order, each over the whole function as the previous one left it. A match that its check refuses
 * stays as it is, and its nodes cannot be matched again by this pattern. The reference infers the whole module's types
 * after each pattern. Here a new node gets the type of the node that it represents, and a function is renumbered only
 * if a pattern changed it.
 */
import { checkScopes, inferExpression } from "@relayscope/infer";
import { drained, type Expr, emptyModule, Failure, type Func, type LineageRecorder, postOrder, rewrite, type Type } from "@relayscope/ir";
import { type IndexedGraph, indexGraph, type MatchGroup, partition, type RefusedGroup } from "@relayscope/match";
import type { CompositeDecision, NoAnswer } from "../core/decisions.ts";
import { noMainFunction } from "../core/diagnostics.ts";
import { functionPass } from "../core/functionPass.ts";
import { typingFailureOf } from "../core/inferType.ts";
import { patternTexts, raiseAsNo, texts } from "../core/options.ts";
import type { PassContext } from "../core/pass.ts";
import type { CompositePattern } from "../core/tables.ts";
import { bareOperator, functionReplaced, tornBinding, untypableComposite, whileMatching } from "./diagnostics.ts";
import { isReported, untypableCall } from "./untypedComposite.ts";

export const mergeCompositeOptions = {
  targets: texts([], "The targets whose patterns it uses, in order; the chosen one if none is given."),
  patterns: patternTexts("Patterns of your own, tried before those of the targets."),
  raise_as_no: raiseAsNo,
};

/** The patterns themselves are in the context's tables, which the caller fills. */
export const mergeComposite = functionPass({
  name: "MergeComposite",
  summary: "Wraps what matches a pattern into a composite function.",
  upstream: ["src/relay/transforms/merge_composite.cc"],
  options: mergeCompositeOptions,
  runFunction({ f, module, context, lineage, decide }) {
    const table = context.tables?.patterns ?? [];
    if (table.length > 0 && !module.functions.has("main") && !context.hasHoles) throw noMainFunction("MergeComposite");
    return drained(compositeSteps(f, table, context, lineage, (entry) => decide && reporter(entry.name, lineage, decide)));
  },
});

/** An entry of a table about to be tried, and the function as the entries before it left it. */
export interface CompositeStep {
  readonly entry: CompositePattern;
  readonly graph: IndexedGraph;
}

/** Called with an entry's groups. */
export interface CompositeWatcher {
  /** `cause`: why a check without an answer counts as no. */
  onGroup(group: MatchGroup, accepted: boolean, cause?: NoAnswer): void;
  onRefused(group: RefusedGroup): void;
}

/**
 * The pass on one function, entry by entry. It stops before each entry, so that the caller can look at what the entry
 * will match, and returns the function at the end. Throws `Failure` if an entry stops the pass.
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
    const watcher = watch(entry);
    const before: Expr = merged;
    let cause: NoAnswer | undefined;
    /** An exception of the entry's check or of this pass. Its message already names the entry. */
    let own: unknown;
    const raising = (raised: unknown): never => {
      own = raised;
      throw raised;
    };
    const check = (root: Expr): boolean => {
      const answer = entry.check ? guarded(entry.check, root, raising) : true;
      cause = typeof answer === "string" ? answer : undefined;
      return answer === true;
    };
    try {
      merged = partition(entry.pattern, merged, {
        graph,
        operators: context.operators,
        attrs: new Map([["Composite", entry.name]]),
        check,
        lineage,
        inferNew: true,
        typeOf: context.hasHoles ? undefined : (expr) => newType(expr, context),
        onGroup(group, accepted) {
          watcher?.onGroup(group, accepted, cause);
          if (accepted && group.func.body.kind === "Op") raising(bareOperator(entry.name, group.root));
          const untypable = accepted ? untypableCall(group.func) : undefined;
          if (untypable) raising(untypableComposite(entry.name, untypable, group.root, isReported(untypable)));
        },
        onRefused: watcher?.onRefused,
      });
    } catch (error) {
      throw error instanceof Failure && error !== own ? whileMatching(entry.name, error) : error;
    }
    if (merged.kind !== "Function") throw functionReplaced(entry.name, before);
    context.onInferType?.();
    if (merged !== before) graph = indexGraph(merged);
  }
  if (merged.kind !== "Function") return f;
  if (merged !== f && bindsInside(f)) checkBindings(merged);
  return merged;
}

/** The type of a node that has none yet, which a pattern asks for: it is inferred from what is below the node. */
function newType(expr: Expr, context: PassContext): Type | undefined {
  const copy = rewrite(expr, { post: (_, rebuilt) => ({ ...rebuilt }) });
  const { expr: typed, diagnostics } = inferExpression(copy, emptyModule, context.operators, { trust: "nothing" });
  const failed = typingFailureOf({ diagnostics }, context);
  if (failed) throw failed;
  return typed.checkedType;
}

/** A check's result; its exceptions become failures. */
function guarded(check: NonNullable<CompositePattern["check"]>, root: Expr, raising: (raised: unknown) => never): boolean | NoAnswer {
  try {
    return check(root);
  } catch (raised) {
    return raising(raised);
  }
}

/**
 * Whether a function binds variables other than its parameters. A composite can then separate a variable from its
 * binding.
 */
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

/** Reports decisions about nodes of the pass's input. Nodes that earlier patterns made are traced back. */
function reporter(pattern: string, lineage: LineageRecorder, decide: (decision: CompositeDecision) => void) {
  const inInput = (node: Expr): readonly Expr[] => lineage.originsOf(node);
  const add = (
    root: Expr,
    outcome: CompositeDecision["outcome"],
    nodes: Iterable<Expr>,
    more: { readonly blocker?: Expr; readonly cause?: NoAnswer } = {},
  ) => {
    const first = inInput(root)[0] ?? root;
    const inside = new Set<Expr>();
    for (const node of nodes) if (node.kind !== "Op") for (const origin of inInput(node)) inside.add(origin);
    const decision: CompositeDecision = { kind: "composite", pattern, root: first, outcome, nodes: [...inside] };
    const { blocker, cause } = more;
    decide({ ...decision, ...(blocker ? { blocker: inInput(blocker)[0] ?? blocker } : {}), ...(cause ? { cause } : {}) });
  };
  return {
    onGroup: (group: MatchGroup, accepted: boolean, cause?: NoAnswer) =>
      add(group.root, accepted ? "merged" : "check-refused", group.copies.keys(), cause ? { cause } : {}),
    onRefused: ({ root, outcome, nodes, blocker }: RefusedGroup) => add(root, outcome, nodes, blocker ? { blocker } : {}),
  };
}
