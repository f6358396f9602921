/**
 * Neighbors across the host: for each host node, the first regions of a target that its value reaches, and the last
 * ones that it comes from.
 */
import { type Expr, keptIn } from "@relayscope/ir";
import type { StageRegion } from "@relayscope/regions";
import type { Ground } from "../ground.ts";

/** A region, and its node that takes or makes the value. */
export interface Neighbor {
  readonly region: StageRegion;
  readonly node: Expr;
}

type Found = Map<string, Map<Expr, Neighbor>>;

export class Neighbors {
  private down: Found | undefined;
  private up: Found | undefined;

  constructor(private readonly ground: Ground) {}

  /** The first region of a target that a host node's value reaches through the host alone. */
  after(node: Expr, target: string): Neighbor | undefined {
    this.down ??= this.spread(this.ground.order, this.ground.inputsOf);
    return this.down.get(target)?.get(node);
  }

  /** The last region of a target that it comes from. */
  before(node: Expr, target: string): Neighbor | undefined {
    this.up ??= this.spread(this.ground.order.toReversed(), this.ground.usersOf);
    return this.up.get(target)?.get(node);
  }

  /**
   * Spreads from each region's nodes, in the given order, into the host. Each host node keeps the first region that
   * reaches it. Linear in the base for each target.
   */
  private spread(order: readonly Expr[], next: (node: Expr) => readonly Expr[]): Found {
    const { ground } = this;
    const found: Found = new Map();
    for (const node of order) {
      const region = ground.unitOf(node) === node ? ground.regionOf(node) : undefined;
      if (!region) continue;
      const own = keptIn(found, region.target, () => new Map());
      const neighbor = { region, node };
      const pending = [...next(node)];
      for (let at = pending.pop(); at; at = pending.pop()) {
        if (own.has(at) || at.kind === "Constant" || ground.regionOf(at)) continue;
        own.set(at, neighbor);
        pending.push(...next(at));
      }
    }
    return found;
  }
}
