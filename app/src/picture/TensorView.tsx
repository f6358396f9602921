import { BaseEdge, type EdgeProps } from "@xyflow/react";
import { memo } from "react";
import type { TensorEdge } from "./elementData.ts";

/** An edge: a tensor, drawn thicker if it is large, with a label next to it if there is room. */
export const TensorView = memo(function TensorView({ id, data }: EdgeProps<TensorEdge>) {
  if (!data || data.path === "") return null;
  const { path, head, width, label } = data;
  return (
    <>
      <BaseEdge id={id} path={path} interactionWidth={14} style={{ "--thick": `${width}px` }} />
      <path d={head} className="head" />
      {label && (
        <text x={label.x} y={label.y} className="tensor-label" fontSize={label.size}>
          {label.text}
        </text>
      )}
    </>
  );
});
