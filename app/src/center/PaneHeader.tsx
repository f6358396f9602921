import type { ReactNode } from "react";
import { GuideLink } from "../guide/GuideLink.tsx";
import { usePageState } from "../state/page.ts";
import { plural } from "../ui/format.ts";
import { RegionMark } from "../ui/RegionMark.tsx";

interface PaneHeaderProps {
  readonly side: "before" | "after" | "input";
  readonly name: string;
  readonly stage: number;
  readonly children?: ReactNode;
}

/** The line above a pane: which stage it shows, and its size. */
export function PaneHeader({ side, name, stage, children }: PaneHeaderProps) {
  const summary = usePageState((s) => s.run.stages[stage]?.summary);
  return (
    <div className="@container flex h-8 shrink-0 items-center gap-2 border-b border-line bg-panel pr-1.5 pl-3 whitespace-nowrap">
      {side !== "input" && <span className="text-[11px] tracking-wide text-ink-3 uppercase">{side}</span>}
      <span className="truncate font-semibold">{name}</span>
      {stage > 0 && <GuideLink address={`pass/${name}`} about={name} />}
      {summary && (
        <span className="ml-auto flex min-w-0 items-center gap-2.5 overflow-hidden text-[11.5px] text-ink-3">
          <span className="hidden @min-[560px]:inline">{plural(summary.nodes, "node")}</span>
          {summary.regions.map((r) => (
            <span key={r.target} className="flex items-center gap-1">
              <RegionMark color={r.color} size={12} />
              <span aria-hidden className="@min-[560px]:hidden">
                {r.count}
              </span>
              <span className="sr-only @min-[560px]:not-sr-only">{plural(r.count, "region")}</span>
            </span>
          ))}
        </span>
      )}
      {children}
    </div>
  );
}
