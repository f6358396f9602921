/**
 * Reducing: the smallest module that still has a boundary with the same cause. Begins with the two sides and what the cause names, adds what is
 * around them until the cause is the same, then takes away whatever it does not need. Each try is a run of its own.
 */
import { childrenOf, type Expr, moduleOrder } from "@relayscope/ir";
import { printModuleWithPlaces } from "@relayscope/text";
import type { ReducedModule, RunSpec } from "../contract/index.ts";
import { lineTable } from "../run/problems.ts";
import { sortOf, tracerOf } from "./anchors.ts";
import { excerptOf } from "./excerpt.ts";
import type { Ground } from "./ground.ts";
import { usersOfModule } from "./ruleSets.ts";

/** Two lines of a text, or one; operators tell calls of one line apart. */
export interface LinePlace {
  readonly node?: string;
  readonly line?: number;
  readonly from?: string;
  readonly fromLine?: number;
  readonly to?: string;
  readonly toLine?: number;
}

export interface CaseAnswer {
  readonly joined?: boolean;
  readonly cause?: string;
  /** Lines of what stands in the way, and of the way that leaves and comes back. */
  readonly lines?: readonly number[];
  readonly path?: readonly number[];
}

/** Runs a case and says what stands between its two sides. */
export type AskCase = (spec: RunSpec, at: LinePlace) => Promise<CaseAnswer>;

/** How many rings around the boundary are tried before the whole module is. */
const mostRings = 12;
/** How many runs taking away may cost. */
const mostTries = 160;

/** The smallest module found; undefined where the place has no boundary, or the cause hangs on more than the module. */
export async function reduced(ground: Ground, at: LinePlace, ask: AskCase): Promise<ReducedModule | undefined> {
  const { spec } = ground;
  const whole = await ask(spec, at);
  const { cause } = whole;
  const input = ground.stages[0]?.module;
  if (whole.joined !== false || cause === undefined || !input) return undefined;
  const order: readonly Expr[] = moduleOrder(input).filter(
    (e) => e.kind !== "Op" && e.kind !== "Constant" && e.kind !== "Var" && e.kind !== "GlobalVar",
  );
  const lineOf = lineFinder(ground);
  const ends = endsOf(order, lineOf, at);
  if (!ends) return undefined;
  const named = new Set([...(whole.lines ?? []), ...(whole.path ?? [])]);
  const core = new Set(order.filter((e) => ends.includes(e) || (named.has(lineOf(e) ?? 0) && e.kind !== "Function")));
  const users = usersOfModule(input);
  let tries = 0;
  const attempt = async (kept: ReadonlySet<Expr>): Promise<ReducedModule | undefined> => {
    tries++;
    const { module, became } = excerptOf(input, kept);
    const { text, places } = printModuleWithPlaces(module);
    const positionOf = lineTable(text);
    const lines = ends.map((end) => {
      const made = became.get(end);
      const place = made && places.find((p) => p.node === made);
      return place && positionOf(place.start).line;
    });
    if (lines.some((line) => line === undefined)) return undefined;
    const place = placeAt(ends, lines as readonly number[]);
    const own: RunSpec = { ...spec, text, bindParameters: false };
    const answer = await ask(own, place);
    const calls = moduleOrder(module).filter((e) => e.kind === "Call").length;
    return answer.joined === false && answer.cause === cause ? { run: own, at: place, cause, calls } : undefined;
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

/** The kept nodes with what feeds them and what takes them. */
function widened(kept: ReadonlySet<Expr>, users: ReadonlyMap<Expr, readonly Expr[]>, order: readonly Expr[]): Set<Expr> {
  const wide = new Set(kept);
  for (const e of kept) {
    for (const child of childrenOf(e)) wide.add(child);
    for (const user of users.get(e) ?? []) wide.add(user);
  }
  return new Set(order.filter((e) => wide.has(e) && e.kind !== "Function"));
}

function lineFinder({ spec, stages }: Ground): (expr: Expr) => number | undefined {
  const positionOf = lineTable(spec.text);
  const tracer = tracerOf(stages.slice(0, 1));
  return (expr) => {
    const origin = tracer.back(expr, -1).find((o) => o.span && o.kind === expr.kind);
    return origin?.span && positionOf(origin.span.start).line;
  };
}

/** The nodes of the two sides, or the one; undefined where a line has none. */
function endsOf(order: readonly Expr[], lineOf: (e: Expr) => number | undefined, at: LinePlace): readonly Expr[] | undefined {
  const on = (line: number | undefined, name: string | undefined) => {
    const operator = name?.split(" ")[0];
    const calls = order.filter((e) => e.kind === "Call" && lineOf(e) === line && (operator === undefined || sortOf(e) === operator));
    return calls.at(-1);
  };
  const ends = at.line === undefined ? [on(at.fromLine, at.from), on(at.toLine, at.to)] : [on(at.line, at.node)];
  return ends.every((e) => e !== undefined) ? ends : undefined;
}

function placeAt(ends: readonly Expr[], lines: readonly number[]): LinePlace {
  const [a, b] = ends.map(sortOf);
  const [first = 0, second] = lines;
  if (second === undefined || b === undefined) return { node: a ?? "", line: first };
  return { from: a ?? "", fromLine: first, to: b, toLine: second };
}
