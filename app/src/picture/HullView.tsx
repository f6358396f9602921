import { type NodeProps, useStore } from "@xyflow/react";
import { memo } from "react";
import type { HullData, HullNode, LabelNode } from "./elementData.ts";
import { hatchFill } from "./hatch.tsx";

const corner = 10;
/** A fraction of the pane's width and height. */
const vast = 0.9;

/**
 * The outline of a hull as an element or, without an outline, its rectangles. Keys are indices, as two rectangles that
 * meet in a corner begin at one point.
 */
export function shapesOf({ rectangles, outline, x, y }: HullShape, what: string, style: Readonly<Record<string, string | number>>) {
  if (outline !== "") return <path d={outline} transform={`translate(${-x} ${-y})`} className={what} {...style} />;
  return rectangles.map((r, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a rectangle is its place in the list
    <rect key={i} x={r.x} y={r.y} width={r.width} height={r.height} rx={corner} className={what} {...style} />
  ));
}

type HullShape = Pick<HullData, "rectangles" | "outline" | "x" | "y">;

/**
 * A region's hull. Touching rectangles become one shape, as their fill covers the inner half of the outline. A hull
 * larger than the pane has a calmer look.
 */
export const HullView = memo(function HullView({ data, width, height }: NodeProps<HullNode>) {
  const { rectangles, tint, pane, region, isPainted, isMarked } = data;
  const isVast = useStore(({ transform: [, , zoom], width: paneWidth, height: paneHeight }) =>
    rectangles.some((r) => r.width * zoom > vast * paneWidth && r.height * zoom > vast * paneHeight),
  );
  return (
    <svg
      width={width}
      height={height}
      className={isVast ? "hull vast" : "hull"}
      data-hull={region}
      data-marked={isMarked || undefined}
      aria-hidden
    >
      {!isPainted && shapesOf(data, "rim", { stroke: tint.line })}
      {shapesOf(data, "fill", { fill: isPainted ? "transparent" : tint.fill })}
      {!isPainted && tint.place >= 0 && shapesOf(data, "hatch", { fill: hatchFill(pane, tint) })}
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
