import { type NodeProps, useStore } from "@xyflow/react";
import { memo } from "react";
import type { HullNode, LabelNode } from "./elementData.ts";
import { hatchFill } from "./hatch.tsx";

const corner = 10;
/** A fraction of the pane's width and height. */
const vast = 0.9;

/**
 * A region's hull. Touching rectangles become one shape, as their fill covers the inner half of the outline. A hull
 * larger than the pane has a calmer look.
 */
export const HullView = memo(function HullView({ data, width, height }: NodeProps<HullNode>) {
  const { rectangles, tint, pane, region, isPainted, isMarked } = data;
  const isVast = useStore(({ transform: [, , zoom], width: paneWidth, height: paneHeight }) =>
    rectangles.some((r) => r.width * zoom > vast * paneWidth && r.height * zoom > vast * paneHeight),
  );
  const shapes = (what: string, style: Readonly<Record<string, string | number>>) =>
    rectangles.map((r) => (
      <rect key={`${what}${r.x},${r.y}`} x={r.x} y={r.y} width={r.width} height={r.height} rx={corner} className={what} {...style} />
    ));
  return (
    <svg
      width={width}
      height={height}
      className={isVast ? "hull vast" : "hull"}
      data-hull={region}
      data-marked={isMarked || undefined}
      aria-hidden
    >
      {!isPainted && shapes("rim", { stroke: tint.line })}
      {shapes("fill", { fill: isPainted ? "transparent" : tint.fill })}
      {!isPainted && tint.place >= 0 && shapes("hatch", { fill: hatchFill(pane, tint.place, 6) })}
    </svg>
  );
});

/** A label that keeps its size on the screen. */
export const LabelView = memo(function LabelView({ data }: NodeProps<LabelNode>) {
  const { text, letter, tint, scale } = data;
  const [sign = ""] = /^[▾▸] ?/.exec(text) ?? [];
  return (
    <div
      className={`label ${tint ? "" : "plain"}`}
      style={{ fontSize: 10.5 * scale, background: tint?.line, color: tint?.onLine, borderRadius: 5 * scale }}
    >
      {letter !== "" && <b>{letter}</b>}
      {sign !== "" && <span className="fold">{sign}</span>}
      {text !== sign && <span>{text.slice(sign.length)}</span>}
    </div>
  );
});
