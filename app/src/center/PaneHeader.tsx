import type { ReactNode } from "react";
import { textWidth } from "../picture/text.ts";
import { usePageState } from "../state/page.ts";
import { grouped, plural, regionsText } from "../ui/format.ts";
import { TargetMark } from "../ui/TargetMark.tsx";

/** What a pane shows: the stage before the shown one, a pinned stage, the shown stage, or the input. */
export type PaneSide = "before" | "pinned" | "after" | "input";

/** Widths of the switch at the end of the leading pane's line, and of the line's gaps and margins, in CSS pixels. */
const switchWidth = 132;
const between = 50;
const nameSize = 13;
/** From these widths of the pane on its line shows more: the side, counts, words for them, the number of nodes. */
const extras = [
  { from: 440, width: () => 54 },
  { from: 440, width: (targets: number) => 8 + targets * 44 },
  { from: 660, width: (targets: number) => targets * 56 },
  { from: 720, width: () => 82 },
] as const;

/** Whether the leading pane's line must be brief, so that the stage's name has room. */
export function isShortHeader(name: string, width: number, targets: number): boolean {
  const taken = extras.reduce((sum, extra) => sum + (width >= extra.from ? extra.width(targets) : 0), between);
  return width - taken - textWidth(name, nameSize) < switchWidth;
}

interface PaneHeaderProps {
  readonly side: PaneSide;
  readonly name: string;
  readonly stage: number;
  readonly children?: ReactNode;
}

/** The line above a pane: which stage it shows, and its size. */
export function PaneHeader({ side, name, stage, children }: PaneHeaderProps) {
  const summary = usePageState((s) => s.run.stages[stage]?.summary);
  return (
    <div className="@container flex h-8 shrink-0 items-center gap-2 border-b border-line bg-panel pr-1.5 pl-3 whitespace-nowrap">
      {side !== "input" && (
        <span className={`text-note tracking-wide text-ink-3 uppercase ${side === "after" ? "sr-only @min-[440px]:not-sr-only" : ""}`}>
          {side}
        </span>
      )}
      <span className="truncate font-semibold">{name}</span>
      {summary && (
        <span className="ml-auto hidden shrink-0 items-center gap-2.5 text-note text-ink-3 @min-[440px]:flex">
          <span className="hidden @min-[720px]:inline">{plural(summary.nodes, "node")}</span>
          {summary.regions.map((r) => (
            <span key={r.target} className="flex items-center gap-1">
              <TargetMark color={r.color} size={12} />
              <span aria-hidden className="@min-[660px]:hidden">
                {grouped(r.count)}
              </span>
              <span className="sr-only @min-[660px]:not-sr-only">{regionsText(r.count, r.marked)}</span>
            </span>
          ))}
        </span>
      )}
      <span className="flex-1 @min-[440px]:hidden" />
      {children}
    </div>
  );
}
