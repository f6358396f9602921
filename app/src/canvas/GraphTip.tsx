import type { GraphAnswer } from "@relayscope/engine";
import type { Hit } from "./scene.ts";

export interface Tip {
  readonly hit: Hit;
  readonly left: number;
  readonly top: number;
}

interface GraphTipProps {
  readonly tip: Tip;
  readonly answer: GraphAnswer;
  readonly paneWidth: number;
  readonly paneHeight: number;
  readonly isNode: boolean;
}

const width = 300;

/** What the pointer is on, beside it. Frames speak only at their headers. */
export function GraphTip({ tip, answer, paneWidth, paneHeight }: GraphTipProps) {
  const { graph } = answer;
  const { hit } = tip;
  let title = "";
  let lines: readonly string[] = [];
  if (hit.kind === "node") {
    const node = graph.nodes[hit.index];
    if (!node) return null;
    title = node.label;
    lines = [node.detail, node.type, graph.regions[node.region]?.label ?? "", node.isNew ? "made or changed by this pass" : ""];
  } else if (hit.kind === "frame" && hit.isHeader) {
    const frame = graph.frames[hit.index];
    if (!frame) return null;
    title = frame.label;
    lines = [frame.kind.replace("-", " "), frame.isCollapsed ? "click to unfold" : "click to fold"];
  } else return null;
  const left = Math.min(tip.left + 14, Math.max(8, paneWidth - width - 8));
  const isAbove = tip.top > paneHeight - 130;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-20 max-w-75 rounded-md border border-line-strong bg-raised px-2.5 py-1.5 shadow-float"
      style={isAbove ? { left, bottom: paneHeight - tip.top + 10 } : { left, top: tip.top + 18 }}
    >
      <div className="font-semibold break-words">{title}</div>
      {lines
        .filter((line) => line !== "")
        .map((line) => (
          <div key={line} className="line-clamp-3 font-mono text-[11px] leading-4 break-words text-ink-2">
            {line}
          </div>
        ))}
    </div>
  );
}
