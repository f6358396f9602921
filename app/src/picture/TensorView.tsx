import { BaseEdge, type EdgeProps } from "@xyflow/react";
import { memo } from "react";
import type { TensorEdge } from "./elements.ts";

/** An edge: the tensor that flows, thicker where it is heavy; its shape stands beside it when one is on it, or near and there is room. */
export const TensorView = memo(function TensorView({ id, data }: EdgeProps<TensorEdge>) {
  if (!data || data.path === "") return null;
  return (
    <>
      <BaseEdge id={id} path={data.path} interactionWidth={14} style={{ "--weight": data.weight }} />
      <path d={data.head} className="head" />
      {data.label !== "" && (data.hasRoom || data.isPointed) && (
        <text x={data.at[0] + 5} y={data.at[1]} className={data.hasRoom ? "tensor-label roomy" : "tensor-label"}>
          {data.label}
        </text>
      )}
    </>
  );
});
