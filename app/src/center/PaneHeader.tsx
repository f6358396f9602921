import { Pin, PinOff } from "lucide-react";
import type { ReactNode } from "react";
import { textWidth } from "../picture/text.ts";
import { withKey } from "../state/commands.ts";
import { guideLink } from "../state/guideAddress.ts";
import { usePage, usePageState } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";
import { plural } from "../ui/format.ts";
import { RegionMark } from "../ui/RegionMark.tsx";

/** What a pane shows: the stage before the shown one, one that was pinned, the shown one, or the input. */
export type PaneSide = "before" | "pinned" | "after" | "input";

/** What the tools at the end of the leading pane's line take, in full and folded, and the gaps and the margins of the line; in CSS pixels. */
const toolsWidth = { full: 300, folded: 168 } as const;
const between = 50;
const nameSize = 13;
/** From these widths of the pane on its line has more: which side it is, counts, words for them, the number of nodes. */
const extras = [
  { from: 500, width: () => 54 },
  { from: 540, width: (targets: number) => 8 + targets * 44 },
  { from: 660, width: (targets: number) => targets * 56 },
  { from: 720, width: () => 82 },
] as const;

/** Whether the leading pane's line has to fold its tools, or to say them in short, too, so that the stage's name has room. */
export function headerRoom(name: string, width: number, targets: number): { readonly isFolded: boolean; readonly isShort: boolean } {
  const taken = extras.reduce((sum, extra) => sum + (width >= extra.from ? extra.width(targets) : 0), between);
  const room = width - taken - textWidth(name, nameSize);
  return { isFolded: room < toolsWidth.full, isShort: room < toolsWidth.folded };
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
        <span className={`text-[11px] tracking-wide text-ink-3 uppercase ${side === "after" ? "sr-only @min-[500px]:not-sr-only" : ""}`}>
          {side}
        </span>
      )}
      {stage > 0 ? (
        <a
          {...guideLink(`pass/${name}`)}
          data-hint={`About ${name}`}
          className="truncate rounded font-semibold underline decoration-line-strong decoration-dotted underline-offset-3 hover:text-accent"
        >
          {name}
        </a>
      ) : (
        <span className="truncate font-semibold">{name}</span>
      )}
      {summary && (
        <span className="ml-auto hidden shrink-0 items-center gap-2.5 text-[11.5px] text-ink-3 @min-[540px]:flex">
          <span className="hidden @min-[720px]:inline">{plural(summary.nodes, "node")}</span>
          {summary.regions.map((r) => (
            <span key={r.target} className="flex items-center gap-1">
              <RegionMark color={r.color} size={12} />
              <span aria-hidden className="@min-[660px]:hidden">
                {r.count}
              </span>
              <span className="sr-only @min-[660px]:not-sr-only">{plural(r.count, "region")}</span>
            </span>
          ))}
        </span>
      )}
      <span className="flex-1 @min-[540px]:hidden" />
      <PinButton side={side} name={name} stage={stage} />
      {children}
    </div>
  );
}

/** Keeps the pane's stage beside those that one steps to; on the pinned one, lets it go. */
function PinButton({ side, name, stage }: Omit<PaneHeaderProps, "children">) {
  const { actions } = usePage();
  const pinned = usePageState((s) => s.view.pinned);
  const isPinned = pinned === stage || side === "pinned";
  const label = isPinned ? `Let go of ${name}` : `Pin ${name}: it stays beside what you step to`;
  return (
    <IconButton
      icon={isPinned ? PinOff : Pin}
      size={13}
      className="size-6"
      label={withKey(label, "pin")}
      isPressed={isPinned}
      onClick={() => actions.pin(isPinned ? undefined : stage)}
    />
  );
}
