/**
 * A map that follows the map of a neighboring stage: common nodes keep their places, as long as the map is about as
 * readable.
 */
import { heldIn, layoutAlong } from "../layout/along/layoutAlong.ts";
import { type PlacedGraph, twinsOf } from "../layout/along/placedGraph.ts";
import type { Lettering } from "../layout/lettering.ts";
import type { PaneSize } from "../layout/wrap/wrapLayout.ts";
import { drawMap, type ShownMap } from "./drawMap.ts";
import { flatsFor, leastScale, room, scaleIn } from "./inPane.ts";

interface VerboseMap extends PlacedGraph {
  readonly verbosity: number;
  /** The letters that titles of cards without lines have room for. */
  readonly lettering: Lettering;
}

/** A larger map does not follow another: no pane shows it at a readable size. */
const mostNodes = 160;
/** A map keeps at least this share of the scale that it would have alone. */
const leastShare = 0.85;
/**
 * For each level of `cardSizes` by which cards show less, this share of a map's nodes must become unmoved; a larger
 * share below plain cards.
 */
const plainVerbosity = 2;
const worthALevel = 0.05;
const worthAPlainLevel = 0.1;

/**
 * The map with the most nodes where its neighbor has them, with cards as detailed as that allows; undefined if the map
 * alone has as many.
 */
export function fitAlong(shown: ShownMap, alone: VerboseMap, neighbor: PlacedGraph, pane: PaneSize): VerboseMap | undefined {
  const nodes = alone.graph.nodes.length;
  if (Math.max(nodes, neighbor.graph.nodes.length) > mostNodes) return undefined;
  const shared = twinsOf(neighbor.graph, alone.graph).reduce((sum, twin) => (twin < 0 ? sum : sum + 1), 0);
  const isSame = shared === nodes && shared === neighbor.graph.nodes.length;
  const scale = leastFor(alone, isSame ? neighbor : undefined, pane);
  const most = { width: (pane.width - room) / scale, height: (pane.height - room) / scale };
  let best: VerboseMap | undefined;
  let held = heldIn(alone, neighbor);
  for (let { verbosity } = alone; verbosity >= 0 && held < shared; verbosity--) {
    const graph = verbosity === alone.verbosity ? alone.graph : drawMap(shown, verbosity);
    if (verbosity < alone.verbosity && !isSame) held += nodes * (verbosity < plainVerbosity ? worthAPlainLevel : worthALevel);
    for (const flat of flatsFor(graph, pane, alone.lettering)) {
      const read = layoutAlong(graph, flat, neighbor, most).filter((next) => scaleIn(pane, next.layout) >= scale);
      for (const next of read) {
        const now = heldIn(next, neighbor);
        if (now > held) [best, held] = [{ ...next, verbosity, lettering: alone.lettering }, now];
      }
      if (read.length > 0) break;
    }
  }
  return best;
}

/** The least scale of a map; if `same` is a map of the same nodes, at least its scale. */
function leastFor(alone: PlacedGraph, same: PlacedGraph | undefined, pane: PaneSize): number {
  const own = scaleIn(pane, alone.layout);
  if (own < leastScale) return own;
  const wanted = leastShare * Math.min(1, own);
  return Math.max(leastScale, same ? Math.min(wanted, scaleIn(pane, same.layout)) : wanted);
}
