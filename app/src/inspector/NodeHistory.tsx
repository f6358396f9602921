import type { LineageLine } from "@relayscope/engine";
import { ArrowRight, Box, CircleDot, Combine, Flame, House, type LucideIcon, Minus, Pencil, Sparkles, Trash2 } from "lucide-react";
import { useAnswer } from "../hooks/useAnswer.ts";
import { usePage } from "../state/page.ts";
import { Prose } from "../ui/Prose.tsx";
import { Section } from "./Facts.tsx";
import { inRuns, type Run, runText } from "./historyRuns.ts";

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
          if (run.length > 1) return <QuietRun key={line.stage} run={run} />;
          const Icon = icons[line.fate];
          const isQuiet = line.fate === "kept" || line.fate === "idle";
          const isHere = line.at === stage && line.fate !== "gone";
          return (
            <li key={line.stage}>
              <button
                type="button"
                onClick={() => show(line)}
                aria-current={isHere ? "step" : undefined}
                className={`flex w-full items-start gap-2 rounded px-1 py-1 text-left hover:bg-hover ${isHere ? "bg-accent-soft" : ""} ${isQuiet ? "text-ink-3" : "text-ink"}`}
              >
                <Icon size={13} aria-hidden className="mt-[3px] shrink-0 text-ink-3" />
                <span className="min-w-0 break-words">
                  <span className={isQuiet ? "" : "font-medium"}>{line.pass}</span>: <Prose text={line.text} />
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

function QuietRun({ run }: { readonly run: Run }) {
  return (
    <li className="flex items-start gap-2 px-1 py-1 text-ink-3" title={run.map(({ pass }) => pass).join(", ")}>
      <Minus size={13} aria-hidden className="mt-[3px] shrink-0" />
      <span>{runText(run)}</span>
    </li>
  );
}

const icons: Readonly<Record<LineageLine["fate"], LucideIcon>> = {
  text: CircleDot,
  kept: Minus,
  idle: Minus,
  changed: Pencil,
  made: Sparkles,
  became: ArrowRight,
  composite: Combine,
  region: Box,
  host: House,
  folded: Flame,
  gone: Trash2,
};
