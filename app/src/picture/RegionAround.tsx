import { boxAt, isOpenedCard, type PlacedLabel } from "@relayscope/engine/titles";
import { Panel, useStoreApi } from "@xyflow/react";
import { useEffect, useState } from "react";
import type { Box } from "../state/boxes.ts";
import type { Coloring } from "./colors/colors.ts";
import type { Scene } from "./scene.ts";
import { onRest } from "./words/onRest.ts";

interface RegionAroundProps {
  readonly scene: Scene;
  readonly coloring: Coloring;
  /** The labels that are placed near the pane. */
  readonly labels: readonly PlacedLabel[];
}

/** Names the region that fills the pane, if the pane does not show the region's label. */
export function RegionAround({ scene, coloring, labels }: RegionAroundProps) {
  const store = useStoreApi();
  const [region, setRegion] = useState(-1);
  useEffect(() => {
    const look = () => {
      const { transform, width, height } = store.getState();
      const [x, y, zoom] = transform;
      setRegion(regionWithin(scene, labels, { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }));
    };
    look();
    return onRest(store, look);
  }, [store, scene, labels]);
  const tint = coloring.ofRegion(region);
  const drawn = scene.answer.graph.regions[region];
  if (!tint || !drawn) return null;
  return (
    <Panel position="top-left" className="region-around" aria-hidden>
      <div className="label" style={{ background: tint.line, color: tint.onLine }}>
        <b>{tint.letter}</b>
        <span>{drawn.label}</span>
      </div>
    </Panel>
  );
}

/**
 * The region around the middle of the pane that extends out of sight and has no label in sight; -1 if there is none.
 */
export function regionWithin({ answer, hullsIn, regionOfHull, hasHull }: Scene, labels: readonly PlacedLabel[], sight: Box): number {
  const { graph, layout } = answer;
  const [x, y] = [sight.x + sight.width / 2, sight.y + sight.height / 2];
  const pieces = hullsIn(x, y, x, y).toSorted((a, b) => areaOf(boxAt(layout.hulls, a)) - areaOf(boxAt(layout.hulls, b)));
  const [piece = -1] = pieces;
  const region = regionOfHull[piece] ?? -1;
  // A region that is seen whole is seen among others and needs no name here.
  if (!hasHull[region] || isWithin(boxAt(layout.hulls, piece), sight)) return -1;
  const titles = new Set(graph.frames.filter((frame) => frame.region === region && isOpenedCard(frame)).map(({ id }) => `t${id}`));
  const isNamed = labels.some(
    (label) =>
      (titles.has(label.id) || label.id === `l${region}` || label.id.startsWith(`l${region}~`)) &&
      label.text !== "" &&
      isWithin(label, sight),
  );
  return isNamed ? -1 : region;
}

function isWithin({ x, y, width, height }: Box, around: Box): boolean {
  return x >= around.x && y >= around.y && x + width <= around.x + around.width && y + height <= around.y + around.height;
}

function areaOf({ width, height }: Box): number {
  return width * height;
}
