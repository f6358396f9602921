/** A map that follows the map of a neighboring stage: what both have stands at one place, as long as all of it can be read as well, or nearly. */
import { heldIn, layoutAlong } from "../layout/along/layoutAlong.ts";
import { type Standing, twinsOf } from "../layout/along/standing.ts";
import type { PaneSize } from "../layout/wrap/wrapLayout.ts";
import { drawMap, type ShownMap } from "./drawMap.ts";
import { flatsFor, leastScale, room, scaleIn } from "./inPane.ts";

interface Told extends Standing {
  readonly telling: number;
}

/** Nodes up to which a map follows another: more of them no pane shows so that they can be read. */
const mostNodes = 160;
/** As large as this share of what it is by itself a map stays. */
const leastShare = 0.85;
/** Where cards say less than this for it, as a place in `cardSizes`, that has to hold so much more of what both maps have. */
const plainTelling = 2;
const worthATelling = 0.1;

/**
 * The map with the most of what it has in common with its neighbor at the same place, with cards that say as much as it lets them; undefined where
 * the map as it stands alone has as much.
 */
export function fitAlong(shown: ShownMap, alone: Told, neighbor: Standing, pane: PaneSize): Told | undefined {
  const shared = twinsOf(neighbor.graph, alone.graph).reduce((sum, twin) => (twin < 0 ? sum : sum + 1), 0);
  if (Math.max(alone.graph.nodes.length, neighbor.graph.nodes.length) > mostNodes) return undefined;
  const scale = leastFor(alone, neighbor, shared, pane);
  const most = { width: (pane.width - room) / scale, height: (pane.height - room) / scale };
  let best: Told | undefined;
  let held = heldIn(alone, neighbor);
  for (let { telling } = alone; telling >= 0 && held < shared; telling--) {
    const graph = telling === alone.telling ? alone.graph : drawMap(shown, telling);
    if (telling < Math.min(alone.telling, plainTelling)) held += worthATelling * shared;
    for (const flat of flatsFor(graph, pane)) {
      const read = layoutAlong(graph, flat, neighbor, most).filter((next) => scaleIn(pane, next.layout) >= scale);
      for (const next of read) {
        const now = heldIn(next, neighbor);
        if (now > held) [best, held] = [{ ...next, telling }, now];
      }
      if (read.length > 0) break;
    }
  }
  return best;
}

/** How large a map is at least; as its neighbor where it has all that it has. */
function leastFor(alone: Standing, neighbor: Standing, shared: number, pane: PaneSize): number {
  const own = scaleIn(pane, alone.layout);
  if (own < leastScale) return own;
  const isSame = shared === alone.graph.nodes.length && shared === neighbor.graph.nodes.length;
  const wanted = leastShare * Math.min(1, own);
  return Math.max(leastScale, isSame ? Math.min(wanted, scaleIn(pane, neighbor.layout)) : wanted);
}
