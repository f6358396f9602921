import { usePageState } from "../state/page.ts";
import { plural } from "../ui/format.ts";
import { RegionMark } from "../ui/RegionMark.tsx";

interface PaneHeaderProps {
  readonly role: "before" | "after" | "input";
  readonly name: string;
  readonly stage: number;
}

/** The line above a pane: which stage it shows, and its size. */
export function PaneHeader({ role, name, stage }: PaneHeaderProps) {
  const summary = usePageState((s) => s.run.stages[stage]?.summary);
  return (
    <div className="flex h-8 shrink-0 items-center gap-2 border-b border-line bg-panel px-3 whitespace-nowrap">
      {role !== "input" && <span className="text-[11px] tracking-wide text-ink-3 uppercase">{role}</span>}
      <span className="truncate font-semibold">{name}</span>
      {summary && (
        <span className="ml-auto flex min-w-0 items-center gap-2.5 overflow-hidden text-[11.5px] text-ink-3">
          <span>{plural(summary.nodes, "node")}</span>
          {summary.regions.map((r, i) => (
            <span key={r.target} className="flex items-center gap-1">
              <RegionMark color={i} size={12} />
              {plural(r.count, "region")}
            </span>
          ))}
        </span>
      )}
    </div>
  );
}
