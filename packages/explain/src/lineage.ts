/** A node's history: how each pass of the run changed it, and its end. */
import { attrsEqual, attrText, calledOp, counted, type Expr, eachOf, grouped, type Module, postOrder, typeText } from "@relayscope/ir";
import { countsOf, regionNumbers, type StageRegion, stageRegions, unannotated } from "@relayscope/regions";
import type { History, StageView } from "./history.ts";
import { listed, nameOf } from "./names.ts";
import { compositeName, didRun } from "./why/ground.ts";

/**
 * `kept`: the node is unchanged except, perhaps, for its inputs; `idle`: the pass did not run; `host`: the node left
 * its region.
 */
export type Fate = "text" | "kept" | "idle" | "changed" | "made" | "became" | "composite" | "region" | "host" | "folded" | "gone";

/** The change of a node by a stage's pass. */
export interface LineageStep {
  /** The stage whose pass it is; 0 for the input. */
  readonly stage: number;
  readonly pass: string;
  readonly fate: Fate;
  /** A clause, without the pass: `merged into the composite ...`. Names are in backquotes. */
  readonly text: string;
  /** The stage of `nodes`, or the one before if the pass removed them. */
  readonly at: number;
  readonly nodes: readonly Expr[];
}

/** How many nodes are followed. */
const most = 64;

/** The steps of a node's history, from its creation to its end: how each pass changed its origins and results. */
export function lineageSteps(history: History, stage: number, expr: Expr): readonly LineageStep[] {
  const { stages } = history;
  const sets: (readonly Expr[])[] = [];
  sets[stage] = [expr];
  let first = stage;
  while (first > 0) {
    const before = stepped(history, first, first - 1, sets[first] ?? []);
    if (before.length === 0) break;
    sets[--first] = before;
  }
  let last = stage;
  for (; last < stages.length - 1; last++) {
    const after = stepped(history, last, last + 1, sets[last] ?? []);
    if (after.length === 0) break;
    sets[last + 1] = after;
  }
  const steps: LineageStep[] = [];
  const origin = stages[first];
  const nodes = sets[first] ?? [];
  if (origin) {
    const isOther = nodes.some((node) => nameOf(node) !== nameOf(expr));
    const text = `${first === 0 ? "as the text has it" : "made here"}${isOther ? `: ${namesOf(nodes)}` : ""}`;
    steps.push({ stage: first, pass: origin.pass, fate: first === 0 ? "text" : "made", text, at: first, nodes });
  }
  for (let at = first + 1; at <= last; at++) {
    const [before, after, view, earlier] = [sets[at - 1] ?? [], sets[at] ?? [], stages[at], stages[at - 1]];
    if (!view || !earlier) continue;
    const { fate, text } = fateOf(earlier, view, before, after);
    steps.push({ stage: at, pass: view.pass, fate, text, at, nodes: after });
  }
  const end = stages[last + 1];
  if (end) steps.push({ stage: last + 1, pass: end.pass, fate: "gone", text: "removed", at: last, nodes: sets[last] ?? [] });
  return steps;
}

function stepped(history: History, from: number, to: number, nodes: readonly Expr[]): readonly Expr[] {
  const found = new Set<Expr>();
  for (const node of nodes) for (const other of history.follow(from, to, node)) if (other.kind !== "Op") found.add(other);
  const all = [...found].slice(0, most);
  // The origin of an annotation is the annotated node; the node did not become the annotation.
  const plain = all.filter((node) => unannotated(node) === node);
  return plain.length > 0 ? plain : all;
}

/** Names of nodes with their counts, operators before constants. */
function namesOf(nodes: readonly Expr[]): string {
  const counts = new Map<string, number>();
  for (const node of [...nodes.filter((n) => n.kind !== "Constant"), ...nodes.filter((n) => n.kind === "Constant")])
    counts.set(nameOf(node), (counts.get(nameOf(node)) ?? 0) + 1);
  return listed([...counts].map(([name, count]) => (count === 1 ? name : `${name} × ${grouped(count)}`)));
}

type FateText = Pick<LineageStep, "fate" | "text">;

function fateOf(earlier: StageView, view: StageView, before: readonly Expr[], after: readonly Expr[]): FateText {
  if (view.status === "off") return { fate: "idle", text: "did not run: switched off" };
  if (view.status === "failed") return { fate: "idle", text: `failed: ${view.reason}` };
  if (!didRun(view)) return { fate: "idle", text: `did not run: ${view.reason}` };
  if (view.module === earlier.module) return { fate: "kept", text: "kept" };
  return (
    folded(before, after) ??
    intoComposite(earlier.module, view.module, before, after) ??
    intoRegion(earlier.module, view.module, before, after) ??
    becameOther(before, after) ??
    changed(before[0], after[0]) ?? { fate: "kept", text: "kept" }
  );
}

function folded(before: readonly Expr[], after: readonly Expr[]): FateText | undefined {
  const isFolded = after.every((node) => node.kind === "Constant") && before.some((node) => node.kind !== "Constant");
  return isFolded ? { fate: "folded", text: "folded into a constant" } : undefined;
}

const composites = new WeakMap<Module, ReadonlyMap<Expr, Expr>>();

/** The call of a composite that nodes of a module are in. */
function compositesOf(module: Module): ReadonlyMap<Expr, Expr> {
  let found = composites.get(module);
  if (!found) {
    const holders = new Map<Expr, Expr>();
    for (const root of module.functions.values()) {
      postOrder(root, (expr) => {
        if (compositeName(expr) === undefined || expr.kind !== "Call" || expr.op.kind !== "Function") return;
        postOrder(expr.op.body, (inner) => {
          if (!holders.has(inner)) holders.set(inner, expr);
        });
      });
    }
    found = holders;
    composites.set(module, found);
  }
  return found;
}

function intoComposite(earlier: Module, later: Module, before: readonly Expr[], after: readonly Expr[]): FateText | undefined {
  const [inside, outside] = [compositesOf(later), compositesOf(earlier)];
  if (before.some((node) => outside.has(node) || compositeName(node) !== undefined)) return undefined;
  const call = after.map((node) => (compositeName(node) === undefined ? inside.get(node) : node)).find((found) => found !== undefined);
  if (call?.kind !== "Call" || call.op.kind !== "Function") return undefined;
  let calls = 0;
  postOrder(call.op.body, (inner) => {
    if (calledOp(inner) !== undefined) calls++;
  });
  const company = calls > 1 ? `, ${counted(calls, "call")} together` : "";
  return { fate: "composite", text: `merged into the composite \`${compositeName(call) ?? ""}\`${company}` };
}

function intoRegion(earlier: Module, later: Module, before: readonly Expr[], after: readonly Expr[]): FateText | undefined {
  const several = intoRegions(earlier, later, before, after);
  if (several) return several;
  const [[a], [b]] = [regionsIn(earlier, before), regionsIn(later, after)];
  if (!a && !b) return undefined;
  if (a && !b) return { fate: "host", text: `its region \`${regionName(earlier, a)}\` went back to the host` };
  if (!b) return undefined;
  const size = countsOf(later).byRegion[b.index]?.operators ?? 0;
  const holding = `of ${counted(size, "operator")}`;
  if (!a) return { fate: "region", text: `put into region \`${regionName(later, b)}\`, ${holding}` };
  if (a.kind !== b.kind) return { fate: "region", text: `its region became the function \`@${b.functionName}\`, ${holding}` };
  const was = countsOf(earlier).byRegion[a.index]?.operators ?? 0;
  if (size > was)
    return { fate: "region", text: `its region grew from ${was} to ${counted(size, "operator")}: \`${regionName(later, b)}\`` };
  if (a.target !== b.target || a.functionName !== b.functionName)
    return { fate: "region", text: `now in region \`${regionName(later, b)}\`, ${holding}` };
  return undefined;
}

/** The results of a node are in several regions. */
function intoRegions(earlier: Module, later: Module, before: readonly Expr[], after: readonly Expr[]): FateText | undefined {
  const [were, are] = [regionsIn(earlier, before), regionsIn(later, after)];
  const [first] = are;
  if (!first || are.length < 2) return undefined;
  const names = listed(are.map((region) => regionName(later, region)));
  if (were.length === 0) return { fate: "region", text: `put into ${are.length} regions: ${names}` };
  if (were[0]?.kind !== first.kind)
    return { fate: "region", text: `its regions became functions: ${listed(are.map((r) => `@${r.functionName}`))}` };
  const old = listed(were.map((region) => regionName(earlier, region)));
  return old === names ? undefined : { fate: "region", text: `now in ${are.length} regions: ${names}` };
}

/** The regions that nodes of a module are in. */
function regionsIn(module: Module, nodes: readonly Expr[]): readonly StageRegion[] {
  const { offloadedTo } = stageRegions(module);
  return [...new Set(nodes.flatMap((node) => offloadedTo(node) ?? []))];
}

/** A region of a module by its name: `dnnl 2`. */
export function regionName(module: Module, region: StageRegion): string {
  const number = regionNumbers(stageRegions(module).regions)[region.index];
  return number === undefined ? region.target : `${region.target} ${number}`;
}

function becameOther(before: readonly Expr[], after: readonly Expr[]): FateText | undefined {
  const [was, is] = eachOf([before, after], (nodes) => [...new Set(nodes.map(nameOf))].sort());
  if (before.length === after.length && was.join() === is.join()) return undefined;
  if (after.length > before.length) return { fate: "became", text: `became ${counted(after.length, "node")}: ${namesOf(after)}` };
  if (before.length > after.length) return { fate: "became", text: `one with others: ${namesOf(after)}` };
  return { fate: "became", text: `became ${namesOf(after)}` };
}

/** The differences between two nodes that do the same work. */
function changed(was: Expr | undefined, is: Expr | undefined): FateText | undefined {
  if (!was || !is || was === is) return undefined;
  if (was.kind === "Call" && is.kind === "Call" && was.attrs && is.attrs && !attrsEqual(was.attrs, is.attrs)) {
    const { schema, values } = is.attrs;
    const old = was.attrs;
    const names = schema.fields.flatMap(({ name }, i) => {
      const [a, b] = [attrText(old.values[i] ?? null), attrText(values[i] ?? null)];
      return a === b ? [] : [`\`${name}\` ${b}`];
    });
    return { fate: "changed", text: `now has ${names.slice(0, 4).join(", ")}` };
  }
  const [a, b] = [was.checkedType, is.checkedType].map((type) => type && typeText(type));
  if (b !== undefined && a !== b) return { fate: "changed", text: a === undefined ? `got its type: \`${b}\`` : `now gives \`${b}\`` };
  return undefined;
}
