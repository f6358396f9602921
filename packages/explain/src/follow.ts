/** Follows nodes through the stages of a run by the passes' lineage. */
import { type Expr, emptyModule, type Lineage, type Module, moduleOrder, present, pushTo } from "@relayscope/ir";

export interface LineageStage {
  readonly module: Module;
  readonly lineage: Lineage;
}

export interface Follower {
  follow(from: number, to: number, expr: Expr): readonly Expr[];
  order(stage: number): readonly Expr[];
}

/** The facts of a stage. */
interface Stage {
  readonly order: readonly Expr[];
  readonly members: ReadonlySet<Expr>;
  /** By node of the previous stage: the nodes that it became in this stage. */
  successors: ReadonlyMap<Expr, readonly Expr[]> | undefined;
}

function readStage(module: Module): Stage {
  const order = moduleOrder(module);
  return { order, members: new Set(order), successors: undefined };
}

/**
 * Follows nodes along stages. Each stage is indexed once, on first use. Linear in the nodes of a stage. There is
 * nothing before the first stage.
 */
export function follower(stages: readonly LineageStage[]): Follower {
  const known: Stage[] = [];
  const isKept = (at: number) => at > 0 && stages[at]?.module === stages[at - 1]?.module;
  const stageAt = (at: number): Stage => {
    known[at] ??= isKept(at) ? stageAt(at - 1) : readStage(stages[at]?.module ?? emptyModule);
    return present(known[at]);
  };
  const originsOf = (at: number, expr: Expr): readonly Expr[] => {
    const { members } = stageAt(at - 1);
    return (stages[at]?.lineage.originsOf(expr) ?? []).filter((origin) => members.has(origin));
  };
  const successors = (at: number): ReadonlyMap<Expr, readonly Expr[]> => {
    const stage = stageAt(at);
    if (stage.successors) return stage.successors;
    const made = new Map<Expr, Expr[]>();
    for (const expr of stage.order) {
      for (const origin of originsOf(at, expr)) {
        pushTo(made, origin, expr);
      }
    }
    stage.successors = made;
    return made;
  };
  return {
    order: (stage) => stageAt(stage).order,
    follow(from, to, expr) {
      let current: readonly Expr[] = [expr];
      const step = (at: number, next: (expr: Expr) => readonly Expr[]) => {
        if (!isKept(at)) current = [...new Set(current.flatMap(next))];
      };
      for (let at = from + 1; at <= to; at++) step(at, (e) => successors(at).get(e) ?? []);
      for (let at = from; at > to; at--) step(at, (e) => originsOf(at, e));
      return current;
    },
  };
}
