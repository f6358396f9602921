import { type NodeProps, NodeToolbar, Position } from "@xyflow/react";
import { ListTree } from "lucide-react";
import { memo } from "react";
import { usePage } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { ChangeMark } from "./BoxView.tsx";
import type { CardNode } from "./elements.ts";
import { Joint } from "./Joint.tsx";
import { cutText, textWidth } from "./text.ts";

/** The segments of a bar by color, one path a color: a map holds more segments than elements that a pan could style in time. */
function pathsOf(bar: CardNode["data"]["bar"]): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const { tint, isHost, start, length } of bar) {
    const fill = tint?.line ?? (isHost ? "var(--p-card-line)" : "var(--p-muted)");
    paths.set(fill, `${paths.get(fill) ?? ""}M${round(start)} 0h${round(length * 0.92)}v1h${-round(length * 0.92)}z`);
  }
  return paths;
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

const lineSize = 12;

/** The lines below the title. The last one of a region says why it ends, where there is room, or in place of what goes in and out where that is asked. */
function linesOf({ node, end, isEndFirst }: CardNode["data"], width: number): readonly string[] {
  const lines = node.summary?.lines ?? [];
  const last = lines.at(-1);
  if (node.kind !== "region" || end === "" || last === undefined) return lines;
  const both = `${last} · ${end}`;
  if (textWidth(both, lineSize) <= width) return [...lines.slice(0, -1), both];
  if (!isEndFirst || lines.length < 2) return lines;
  const short = textWidth(end, lineSize) <= width ? end : cutText(end.replace("ends: ", ""), lineSize, width);
  return [...lines.slice(0, -1), short];
}

/** A card of the map: a region, a stretch of the host, or a stack of runs that repeat. Its box was made to fit its texts. */
export const CardView = memo(function CardView({ data, width, selected }: NodeProps<CardNode>) {
  const { actions } = usePage();
  const { node, tint, region, bar } = data;
  const isStack = node.kind === "stack";
  const inBar = [...new Map(bar.flatMap(({ tint: own }) => (own ? [[own.letter, own] as const] : []))).values()];
  const targets = inBar.length === 0 && tint ? [tint] : inBar;
  const title = cutText(node.label, 18, (width ?? 0) - 14);
  return (
    <div
      data-kind={node.card}
      data-region={region === "" ? undefined : region}
      data-box={node.kind}
      className="card"
      style={tint && { borderColor: tint.line, background: isStack ? undefined : tint.fill, "--tint": tint.line }}
    >
      <Joint />
      <span className="title">
        <span className="from-mid">{node.label}</span>
        <span className="at-low">{title}</span>
      </span>
      {linesOf(data, (width ?? 0) - 16).map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are told apart by their place
        <span key={i} className="line">
          {line}
        </span>
      ))}
      {bar.length > 0 && (
        <svg className="bar" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
          {[...pathsOf(bar)].map(([fill, path]) => (
            <path key={fill} d={path} style={{ fill }} />
          ))}
        </svg>
      )}
      {targets.length > 0 && (
        <span className="badges" aria-hidden>
          {targets.map((own) => (
            <span key={own.letter} className="badge" data-sign={own.letter} style={{ background: own.line, color: own.onLine }} />
          ))}
        </span>
      )}
      {node.change !== undefined && <ChangeMark change={node.change} />}
      {selected && (
        <NodeToolbar position={Position.Bottom} offset={4}>
          <Button look="outline" icon={ListTree} className="h-6" onClick={() => actions.openCard(-node.id)}>
            Open
          </Button>
        </NodeToolbar>
      )}
    </div>
  );
});
