/** A map that follows the map of a neighboring stage: what both have is at one place, as long as all of it can be read as well, or nearly. */
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
/** For each place in `cardSizes` that cards say less, such a share of a map's nodes has to stand still that did not; a larger one below plain cards. */
const plainTelling = 2;
const worthATelling = 0.05;
const worthAPlainTelling = 0.1;

/**
 * The map with the most of what it has in common with its neighbor at the same place, with cards that say as much as it lets them; undefined where
 * the map as it is alone has as much.
 */
export function fitAlong(shown: ShownMap, alone: Told, neighbor: Standing, pane: PaneSize): Told | undefined {
  const nodes = alone.graph.nodes.length;
  if (Math.max(nodes, neighbor.graph.nodes.length) > mostNodes) return undefined;
  const shared = twinsOf(neighbor.graph, alone.graph).reduce((sum, twin) => (twin < 0 ? sum : sum + 1), 0);
  const isSame = shared === nodes && shared === neighbor.graph.nodes.length;
  const scale = leastFor(alone, isSame ? neighbor : undefined, pane);
  const most = { width: (pane.width - room) / scale, height: (pane.height - room) / scale };
  let best: Told | undefined;
  let held = heldIn(alone, neighbor);
  for (let { telling } = alone; telling >= 0 && held < shared; telling--) {
    const graph = telling === alone.telling ? alone.graph : drawMap(shown, telling);
    if (telling < alone.telling && !isSame) held += nodes * (telling < plainTelling ? worthAPlainTelling : worthATelling);
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

/** How large a map is drawn at least; where `same` is a map of the same nodes, as large as that one will do. */
function leastFor(alone: Standing, same: Standing | undefined, pane: PaneSize): number {
  const own = scaleIn(pane, alone.layout);
  if (own < leastScale) return own;
  const wanted = leastShare * Math.min(1, own);
  return Math.max(leastScale, same ? Math.min(wanted, scaleIn(pane, same.layout)) : wanted);
}
