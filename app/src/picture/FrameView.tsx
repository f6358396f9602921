import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import type { FrameNode } from "./elementData.ts";

/**
 * The frame of a function, a composite, a branch or an opened card, with one piece per column. Its title is a label.
 */
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
