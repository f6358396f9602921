import type { NodeProps } from "@xyflow/react";
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo } from "react";
import type { FrameNode } from "./elements.ts";
import { isOpened } from "./labels.ts";
import { cutText, textWidth } from "./text.ts";

const kindNames: Readonly<Record<string, string>> = {
  composite: "composite",
  "external-function": "external",
  closure: "closure",
  let: "let",
  primitive: "primitive",
};

const size = 10.5;

/** A function, a composite, a branch, an opened card: what is inside stands on it; its header folds it. */
export const FrameView = memo(function FrameView({ data }: NodeProps<FrameNode>) {
  const { frame, width, isExternal } = data;
  const room = width - 30;
  const label = cutText(frame.label, size, room);
  const detail = frame.detail !== "" ? frame.detail : (kindNames[frame.kind] ?? "");
  const rest = cutText(detail, size - 0.5, room - textWidth(label, size) - 12);
  const Marker = frame.isCollapsed ? ChevronRight : ChevronDown;
  return (
    <div data-kind="frame" data-frame={frame.kind} className={`frame ${isExternal ? "external" : ""}`}>
      {!isOpened(frame) && (
        <span className="header shown-near">
          <Marker size={10} aria-hidden />
          <b>{label}</b>
          {rest !== "" && <span>{rest}</span>}
        </span>
      )}
    </div>
  );
});
