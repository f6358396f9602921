/** What is worth saying of a stage as a whole. */
import { calledOp, type Expr, type Module, postOrder } from "@relayscope/ir";
import { type Answer, decisionsOf, type History } from "./history.ts";
import { counted, listed, nameOf } from "./names.ts";
import { regionIdOverview } from "./regionIds.ts";
import { consumersOf } from "./regionNodes.ts";
import { stopFusionOverview } from "./stopFusion.ts";

/** Answers about a stage: regions and what splits them, their ids, what was offloaded, what was skipped. */
export function explainModule(history: History, stage: number): readonly Answer[] {
  return [
    ...skippedPass(history, stage),
    ...manyRegions(history, stage),
    ...stopFusionOverview(history, stage),
    ...regionIdOverview(history, stage),
    ...coverage(history, stage),
  ];
}

function skippedPass(history: History, stage: number): readonly Answer[] {
  const view = history.stages[stage];
  if (view?.status !== "skipped" || view.reason === "") return [];
  const isLevel = view.reason.includes("opt level");
  return [
    {
      question: `Why did \`${view.pass}\` do nothing?`,
      answer: `It was skipped: ${view.reason}.`,
      cures: isLevel ? ["Raise the opt level of the pipeline, as `tvm.transform.PassContext(opt_level=3)` does."] : [],
      nodes: [],
      stage,
    },
  ];
}

interface Split {
  readonly operator: string;
  readonly nodes: Expr[];
}

/** The operators that end regions, most frequent first: those of `default` that a region's value flows into. */
function manyRegions(history: History, stage: number): readonly Answer[] {
  const at = lastStageOf(history, stage, "merge");
  const before = at > 0 ? history.stages[at - 1] : undefined;
  if (!before) return [];
  const splits = new Map<string, Split>();
  const consumers = consumersOf(before.module);
  let total = 0;
  const seen = new Set<Expr>();
  for (const { stage: where, decision } of decisionsOf(history, "merge")) {
    if (where !== at || decision.outcome !== "different-target" || decision.target === "default" || seen.has(decision.at)) continue;
    seen.add(decision.at);
    for (const user of consumers(decision.at)) {
      const operator = nameOf(user);
      const known = splits.get(operator);
      if (known) known.nodes.push(user);
      else splits.set(operator, { operator, nodes: [user] });
      total++;
    }
  }
  if (total === 0) return [];
  const ranked = [...splits.values()].sort((a, b) => b.nodes.length - a.nodes.length);
  const shown = ranked.slice(0, 4).map((s) => `\`${s.operator}\` causes ${s.nodes.length} of ${total}`);
  return [
    {
      question: "What splits the regions?",
      answer: `A region ends where its value flows into something its target does not take: ${shown.join(", ")}${ranked.length > 4 ? ", and others" : ""}.`,
      cures: ranked
        .filter((s) => s.nodes.some((node) => calledOp(node) !== undefined))
        .slice(0, 2)
        .map((s) => `Let the target take \`${s.operator}\`: an operator rule, or a pattern that includes it.`),
      nodes: ranked.flatMap((s) => s.nodes),
      stage: at - 1,
    },
  ];
}

function lastStageOf(history: History, stage: number, kind: "merge" | "target"): number {
  let last = -1;
  for (const { stage: at } of decisionsOf(history, kind)) if (at <= stage) last = Math.max(last, at);
  return last;
}

/** Operators offloaded and left, once targets are chosen. */
function coverage(history: History, stage: number): readonly Answer[] {
  const at = lastStageOf(history, stage, "target");
  const before = at > 0 ? history.stages[at - 1] : undefined;
  if (!before) return [];
  const offloaded = new Map<string, number>();
  const left = new Map<string, Expr[]>();
  const inside = callsInComposites(before.module);
  let total = 0;
  let taken = 0;
  const done = new Set<Expr>();
  for (const { stage: where, decision } of decisionsOf(history, "target")) {
    const { node } = decision;
    if (where !== at || node.kind !== "Call" || done.has(node) || inside.has(node)) continue;
    done.add(node);
    const operators = node.op.kind === "Function" ? callsIn(node.op.body) : [node];
    total += operators.length;
    if (decision.target === "default") {
      const name = nameOf(node);
      const list = left.get(name);
      if (list) list.push(node);
      else left.set(name, [node]);
    } else {
      taken += operators.length;
      offloaded.set(decision.target, (offloaded.get(decision.target) ?? 0) + operators.length);
    }
  }
  if (total === 0) return [];
  const ranked = [...left].sort((a, b) => b[1].length - a[1].length);
  const shares = [...offloaded].map(([target, n]) => `${n} to \`${target}\``).join(", ");
  const rest =
    ranked.length > 0
      ? ` Left: ${listed(
          ranked.map(([name, nodes]) => `${name} × ${nodes.length}`),
          6,
        )}.`
      : "";
  return [
    {
      question: "Which operators are offloaded?",
      answer: `${taken} of ${counted(total, "operator call")}${shares ? ` (${shares})` : ""}.${rest}`,
      cures: [],
      nodes: ranked.flatMap(([, nodes]) => nodes),
      stage: at - 1,
    },
  ];
}

function callsIn(body: Expr): Expr[] {
  const calls: Expr[] = [];
  postOrder(body, (expr) => {
    if (calledOp(expr) !== undefined) calls.push(expr);
  });
  return calls;
}

function callsInComposites(module: Module): ReadonlySet<Expr> {
  const inside = new Set<Expr>();
  for (const f of module.functions.values()) {
    postOrder(f, (expr) => {
      if (expr.kind === "Function" && expr.attrs.has("Composite")) for (const call of callsIn(expr.body)) inside.add(call);
    });
  }
  return inside;
}
