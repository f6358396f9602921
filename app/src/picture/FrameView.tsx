import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import type { FrameNode } from "./elements.ts";

/** A function, a composite, a branch, an opened card: what is inside is on it, in a piece a column. Its title is a label. */
export const FrameView = memo(function FrameView({ data }: NodeProps<FrameNode>) {
  const { frame, pieces, isExternal } = data;
  return (
    <div data-kind="frame" className="size-full">
      {pieces.map(({ x, y, width, height }) => (
        <div
          key={`${x},${y}`}
          data-frame={frame.kind}
          className={`frame ${isExternal ? "external" : ""}`}
          style={{ left: x, top: y, width, height }}
        />
      ))}
    </div>
  );
});
