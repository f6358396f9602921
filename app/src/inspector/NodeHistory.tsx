import type { LineageLine } from "@relayscope/engine";
import { ArrowRight, Box, CircleDot, Combine, Flame, House, type LucideIcon, Minus, Pencil, Sparkles, Trash2 } from "lucide-react";
import { useAnswer } from "../hooks/useAnswer.ts";
import { usePage } from "../state/page.ts";
import { Prose } from "../ui/Prose.tsx";
import { Section } from "./Facts.tsx";

interface NodeHistoryProps {
  readonly stage: number;
  readonly id: number;
}

/**
 * What each pass did to a node, a line a pass. Pressing a line goes to the pass and selects what the node was or
 * became.
 */
export function NodeHistory({ stage, id }: NodeHistoryProps) {
  const { actions } = usePage();
  const { value: lines = [] } = useAnswer({
    key: `lineage/${stage}/${id}`,
    stage,
    ask: (engine, epoch) => engine.lineage(epoch, stage, id),
  });
  if (lines.length === 0) return null;
  const show = ({ at, nodes }: LineageLine) => {
    actions.showStage(at);
    actions.select(
      at,
      nodes.map((node) => node.id),
      true,
    );
  };
  return (
    <Section title="History" note="press a line to go there">
      <ol className="-mx-1 flex flex-col">
        {inRuns(lines).map((run) => {
          const [line] = run;
          if (run.length > 1) return <KeptRun key={line.stage} run={run} />;
          const Icon = icons[line.fate];
          const isHere = line.at === stage && line.fate !== "gone";
          return (
            <li key={line.stage}>
              <button
                type="button"
                onClick={() => show(line)}
                aria-current={isHere ? "step" : undefined}
                className={`flex w-full items-start gap-2 rounded px-1 py-1 text-left hover:bg-hover ${isHere ? "bg-accent-soft" : ""} ${line.fate === "kept" ? "text-ink-3" : "text-ink"}`}
              >
                <Icon size={13} aria-hidden className="mt-[3px] shrink-0 text-ink-3" />
                <span className="min-w-0 break-words">
                  <span className={line.fate === "kept" ? "" : "font-medium"}>{line.pass}</span>: <Prose text={line.text} />
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

type Run = readonly [LineageLine, ...LineageLine[]];

/** Lines in order. Consecutive passes that left the node unchanged share a line. */
function inRuns(lines: readonly LineageLine[]): readonly Run[] {
  const runs: [LineageLine, ...LineageLine[]][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last && last[0].fate === "kept" && line.fate === "kept") last.push(line);
    else runs.push([line]);
  }
  return runs;
}

/** How many names of consecutive passes are listed before the rest is counted. */
const mostNamed = 2;

function KeptRun({ run }: { readonly run: Run }) {
  const names = run.map(({ pass }) => pass);
  const more = names.length - mostNamed;
  const text = more > 0 ? `${names.slice(0, mostNamed).join(", ")} and ${more} more` : names.join(" and ");
  return (
    <li className="flex items-start gap-2 px-1 py-1 text-ink-3" title={names.join(", ")}>
      <Minus size={13} aria-hidden className="mt-[3px] shrink-0" />
      <span>{text}: unchanged</span>
    </li>
  );
}

const icons: Readonly<Record<LineageLine["fate"], LucideIcon>> = {
  text: CircleDot,
  kept: Minus,
  changed: Pencil,
  made: Sparkles,
  became: ArrowRight,
  composite: Combine,
  region: Box,
  host: House,
  folded: Flame,
  gone: Trash2,
};
