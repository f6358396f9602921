/** How nodes pass through the stages of a run, told from the passes' lineage. */
import { type Expr, emptyModule, type Lineage, type Module, moduleOrder } from "@relayscope/ir";

export interface LineageStage {
  readonly module: Module;
  readonly lineage: Lineage;
}

export interface Follower {
  follow(from: number, to: number, expr: Expr): readonly Expr[];
  order(stage: number): readonly Expr[];
}

/** Follows nodes along stages; each stage is read once, when it is first asked for. Linear in the nodes of a stage. */
export function follower(stages: readonly LineageStage[]): Follower {
  const orders: (readonly Expr[] | undefined)[] = [];
  const sets: (ReadonlySet<Expr> | undefined)[] = [];
  const forward: (ReadonlyMap<Expr, readonly Expr[]> | undefined)[] = [];
  const order = (stage: number): readonly Expr[] => {
    const made = orders[stage] ?? (isKept(stages, stage) ? order(stage - 1) : moduleOrder(stages[stage]?.module ?? emptyModule));
    orders[stage] = made;
    return made;
  };
  const members = (stage: number): ReadonlySet<Expr> => {
    const made = sets[stage] ?? (isKept(stages, stage) ? members(stage - 1) : new Set(order(stage)));
    sets[stage] = made;
    return made;
  };
  const originsOf = (stage: number, expr: Expr): readonly Expr[] => {
    if (isKept(stages, stage)) return [expr];
    const before = members(stage - 1);
    return (stages[stage]?.lineage.originsOf(expr) ?? []).filter((origin) => before.has(origin));
  };
  /** What nodes of the stage before became at a stage. */
  const successors = (stage: number): ReadonlyMap<Expr, readonly Expr[]> => {
    let made = forward[stage];
    if (!made) {
      const map = new Map<Expr, Expr[]>();
      for (const expr of order(stage)) {
        for (const origin of originsOf(stage, expr)) {
          const list = map.get(origin);
          if (list) list.push(expr);
          else map.set(origin, [expr]);
        }
      }
      made = map;
      forward[stage] = made;
    }
    return made;
  };
  return {
    order,
    follow(from, to, expr) {
      let current: readonly Expr[] = [expr];
      for (let at = from; at < to; at++) if (!isKept(stages, at + 1)) current = gathered(current, (e) => successors(at + 1).get(e) ?? none);
      for (let at = from; at > to; at--) if (!isKept(stages, at)) current = gathered(current, (e) => originsOf(at, e));
      return current;
    },
  };
}

const none: readonly Expr[] = [];

function gathered(nodes: readonly Expr[], next: (expr: Expr) => readonly Expr[]): readonly Expr[] {
  const [first] = nodes;
  if (nodes.length === 1 && first) return next(first);
  const found = new Set<Expr>();
  for (const node of nodes) for (const other of next(node)) found.add(other);
  return [...found];
}

function isKept(stages: readonly LineageStage[], stage: number): boolean {
  return stage > 0 && stages[stage]?.module === stages[stage - 1]?.module;
}
