/**
 * Lineage: for each node of a pass's output, the input nodes it stems from. A node that is in both is its own origin
 * and needs no record.
 */
import { at, present } from "./at.ts";
import type { Expr } from "./expressions.ts";

export interface Lineage {
  /**
   * The input nodes that an output node comes from; the node itself if the pass kept it. Empty for a new node without
   * origin.
   */
  originsOf(output: Expr): readonly Expr[];
}

/**
 * What a pass records while it works. Recording a node twice adds origins. An input node that replaced another has
 * itself among its origins.
 */
export interface LineageRecorder extends Lineage {
  record(output: Expr, origin?: Expr, ...further: readonly Expr[]): void;
}

/**
 * A recorder. An origin that is itself recorded output (of a pass that rewrites what it made) is followed back on
 * request, so that `originsOf` always returns nodes of the input. Records are kept in order of arrival and sorted on
 * first use: passes record every node they make, and most runs never ask.
 */
export function lineageRecorder(): LineageRecorder {
  /** Outputs, and next to each its origin, or several. */
  const outputs: Expr[] = [];
  const recorded: (Expr | readonly Expr[])[] = [];
  const direct = new Map<Expr, Expr[]>();
  const sort = () => {
    for (const [i, output] of outputs.entries()) {
      const origins = at(recorded, i);
      const list = direct.get(output);
      if (list) list.push(...asList(origins));
      else if (asList(origins).some((o) => o !== output)) direct.set(output, [...asList(origins)]);
    }
    outputs.length = 0;
    recorded.length = 0;
  };
  return {
    record(output, origin, ...further) {
      if (!origin) return;
      outputs.push(output);
      recorded.push(further.length === 0 ? origin : [origin, ...further]);
    },
    originsOf(output) {
      if (outputs.length > 0) sort();
      if (!direct.has(output)) return [output];
      const found = new Set<Expr>();
      const seen = new Set<Expr>([output]);
      const stack = [output];
      while (stack.length > 0) {
        const node = present(stack.pop());
        const origins = direct.get(node);
        if (!origins) {
          found.add(node);
          continue;
        }
        for (let i = origins.length - 1; i >= 0; i--) {
          const origin = at(origins, i);
          if (origin === node) found.add(node);
          else if (!seen.has(origin)) {
            seen.add(origin);
            stack.push(origin);
          }
        }
      }
      return [...found];
    },
  };
}

function asList(origins: Expr | readonly Expr[]): readonly Expr[] {
  return "kind" in origins ? [origins] : origins;
}

/** Lineage through two passes in a row. */
export function composeLineage(first: Lineage, second: Lineage): Lineage {
  return {
    originsOf(output) {
      const found = new Set<Expr>();
      for (const middle of second.originsOf(output)) for (const origin of first.originsOf(middle)) found.add(origin);
      return [...found];
    },
  };
}
