/**
 * Finds the smallest module that still has a boundary with the same cause. Starts with the two sides and the nodes of
 * the cause, adds their surroundings until the cause is the same, then removes whatever it does not need. Each try is a
 * separate run.
 */
import { childrenOf, type Expr, type Module, moduleOrder, postOrderList } from "@relayscope/ir";
import { lineTable } from "@relayscope/run";
import type { LinePlace, ReducedModule, RunSpec } from "@relayscope/run/contract";
import { printModule } from "@relayscope/text";
import { sortOf, tracerOf } from "./anchors.ts";
import { excerptOf } from "./excerpt.ts";
import type { TrialGround } from "./ground.ts";
import { usersOfModule } from "./ruleSets.ts";

/**
 * A side of a boundary: its sort (an operator's name, else a kind), its index among that sort, and what becomes of it
 * when targets are chosen.
 */
export interface EndAt {
  readonly sort: string;
  readonly became?: string | undefined;
  /** Where the text begins it, or its place among a function's nodes of its sort. */
  readonly place: number | OrderPlace;
}

/** The how-manieth of how many nodes of a sort, children first. */
export interface OrderPlace {
  readonly functionName: string;
  readonly nth: number;
  readonly of: number;
}

export interface EndsAnswer {
  readonly cause: string;
  /** The offsets in the text of the cause's nodes: its blockers and its path. */
  readonly named: ReadonlySet<number>;
  /** How many errors reading it gave. */
  readonly errors: number;
  /** Where it begins the sides. */
  readonly starts: readonly number[];
}

/**
 * Runs a case and returns the cause between its two sides, or why a single side is in no region; undefined if there is
 * no cause, or a side is missing.
 */
export type AskEnds = (spec: RunSpec, ends: readonly EndAt[]) => Promise<EndsAnswer | undefined>;

/** How many rings around the boundary are tried before the whole module is. */
const mostRings = 12;
/** How many runs taking away may cost. */
const mostTries = 160;

/** The sides that lines of the text mean; undefined if a line has no call. */
export function endsOfLines(ground: TrialGround, at: LinePlace): readonly EndAt[] | undefined {
  const input = ground.stages[0]?.module;
  if (!input) return undefined;
  const startOf = startFinder(ground);
  const positionOf = lineTable(ground.spec.text);
  const calls = moduleOrder(input).filter((e) => e.kind === "Call");
  const on = (line: number | undefined, name: string | undefined): EndAt | undefined => {
    const operator = name?.split(" ")[0];
    const found = calls.findLast((e) => {
      const start = startOf(e);
      return start !== undefined && positionOf(start).line === line && (operator === undefined || sortOf(e) === operator);
    });
    const start = found && startOf(found);
    return found && start !== undefined ? { place: start, sort: sortOf(found) } : undefined;
  };
  const ends = at.line === undefined ? [on(at.fromLine, at.from), on(at.toLine, at.to)] : [on(at.line, at.node)];
  return ends.flatMap((end) => end ?? []).length === ends.length ? ends.flatMap((end) => end ?? []) : undefined;
}

/**
 * The smallest module found; undefined if there is no boundary between the sides, or the cause depends on more than the
 * module.
 */
export async function reduced(ground: TrialGround, sides: readonly EndAt[], ask: AskEnds): Promise<ReducedModule | undefined> {
  const { spec } = ground;
  const whole = await ask(spec, sides);
  const input = ground.stages[0]?.module;
  if (!whole || !input) return undefined;
  const { cause } = whole;
  const order: readonly Expr[] = moduleOrder(input).filter(
    (e) => e.kind !== "Op" && e.kind !== "Constant" && e.kind !== "Var" && e.kind !== "GlobalVar",
  );
  const startOf = startFinder(ground);
  const ends = sides.flatMap(({ place, sort }) => order.findLast((e) => sortOf(e) === sort && startOf(e) === place) ?? []);
  if (ends.length < sides.length) return undefined;
  const core = new Set(order.filter((e) => ends.includes(e) || (e.kind !== "Function" && whole.named.has(startOf(e) ?? -1))));
  const users = usersOfModule(input);
  let tries = 0;
  const attempt = async (kept: ReadonlySet<Expr>): Promise<ReducedModule | undefined> => {
    tries++;
    const { module, became } = excerptOf(input, kept);
    const text = printModule(module);
    const made = ends.flatMap((end, i): EndAt | readonly [] => {
      const node = became.get(end);
      const place = node && placeIn(module, node);
      return place ? { place, sort: sortOf(node), became: sides[i]?.became } : [];
    });
    if (made.length < ends.length) return undefined;
    const own: RunSpec = { ...spec, text, bindParameters: false };
    const answer = await ask(own, made);
    if (answer?.cause !== cause || answer.errors > whole.errors) return undefined;
    const calls = moduleOrder(module).filter((e) => e.kind === "Call").length;
    const positionOf = lineTable(text);
    const lines = answer.starts.map((start) => positionOf(start).line);
    return { run: own, at: placeAt(ends, lines), cause, calls };
  };
  let kept: Set<Expr> = new Set(core);
  let best = await attempt(kept);
  for (let ring = 0; !best && ring < mostRings; ring++) {
    kept = widened(kept, users, order);
    best = await attempt(kept);
  }
  if (!best) {
    kept = new Set(order);
    best = await attempt(kept);
  }
  if (!best) return undefined;
  for (let size = Math.max(1, kept.size >> 1); size >= 1; size = size === 1 ? 0 : size >> 1) {
    const spare = [...kept].filter((e) => !core.has(e));
    for (let i = 0; i < spare.length && tries < mostTries; i += size) {
      const without = new Set(kept);
      for (const e of spare.slice(i, i + size)) without.delete(e);
      const smaller = await attempt(without);
      if (!smaller) continue;
      best = smaller;
      kept = without;
    }
  }
  return best;
}

/** The kept nodes with their inputs and users. */
function widened(kept: ReadonlySet<Expr>, users: ReadonlyMap<Expr, readonly Expr[]>, order: readonly Expr[]): Set<Expr> {
  const wide = new Set(kept);
  for (const e of kept) {
    for (const child of childrenOf(e)) wide.add(child);
    for (const user of users.get(e) ?? []) wide.add(user);
  }
  return new Set(order.filter((e) => wide.has(e) && e.kind !== "Function"));
}

/** A node's place among nodes of its sort; undefined if the module does not contain the node. */
function placeIn(module: Module, node: Expr): OrderPlace | undefined {
  for (const [functionName, f] of module.functions) {
    const all = postOrderList(f).filter((e) => sortOf(e) === sortOf(node));
    const nth = all.indexOf(node);
    if (nth >= 0) return { functionName, nth, of: all.length };
  }
  return undefined;
}

/** Where the text begins a node of the input. */
function startFinder({ stages }: TrialGround): (expr: Expr) => number | undefined {
  const tracer = tracerOf(stages.slice(0, 1));
  return (expr) => tracer.back(expr, -1).find((o) => o.span && o.kind === expr.kind)?.span?.start;
}

function placeAt(ends: readonly Expr[], lines: readonly number[]): LinePlace {
  const [a, b] = ends.map(sortOf);
  const [first = 0, second] = lines;
  if (second === undefined || b === undefined) return { node: a ?? "", line: first };
  return { from: a ?? "", fromLine: first, to: b, toLine: second };
}
