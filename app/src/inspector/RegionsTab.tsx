import type { GraphAnswer } from "@relayscope/engine";
import { paletteOf } from "@relayscope/palette";
import { useMemo } from "react";
import { shownStage } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { useGraph } from "../state/useGraph.ts";
import { useTheme } from "../state/useTheme.ts";
import { Empty } from "../ui/Empty.tsx";
import { plural } from "../ui/format.ts";
import { RegionMark } from "../ui/RegionMark.tsx";
import { operatorsOf, regionLegend } from "./numbers.ts";

type Region = GraphAnswer["graph"]["regions"][number];

const mostShown = 300;

/** The legend, and every region of the shown stage with its size, inputs and outputs. */
export function RegionsTab() {
  const stage = usePageState(shownStage);
  const shown = useGraph(stage);
  const graph = shown?.answer.graph;
  const selected = usePageState((s) => s.selectedRegion);
  const palette = paletteOf(useTheme());
  const summary = usePageState((s) => s.run.stages[stage]?.summary);
  const legend = useMemo(() => (graph && summary ? regionLegend(graph.regions, summary) : []), [graph, summary]);
  if (!graph || !shown || graph.regions.length === 0) {
    return <Empty title="No regions at this stage">AnnotateTarget draws the first ones; step there with the arrow keys.</Empty>;
  }
  return (
    <div>
      <ul aria-label="Legend" className="flex flex-col gap-1 border-b border-line px-3 py-2.5">
        {legend.map((entry) => (
          <li key={`${entry.noun} ${entry.target}`} className="flex items-center gap-2">
            <RegionMark color={entry.color} />
            <span className="min-w-0 flex-1 truncate font-medium">{entry.target}</span>
            <span className="text-ink-3">
              {plural(entry.count, entry.noun)}, {operatorsOf(entry)}
            </span>
          </li>
        ))}
        <li className="flex items-center gap-2 text-ink-3">
          <span className="inline-flex size-4 items-center justify-center" aria-hidden>
            <span className="size-2 rounded-full" style={{ background: palette.fresh }} />
          </span>
          made or changed by this pass
        </li>
      </ul>
      <ol aria-label="Regions" className="py-1">
        {graph.regions.slice(0, mostShown).map((region, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a region is its index in the graph
          <li key={i}>
            <RegionRow
              region={region}
              index={i}
              stage={shown.stage}
              graph={graph}
              isSelected={selected?.stage === shown.stage && selected.region === i}
            />
          </li>
        ))}
      </ol>
      {graph.regions.length > mostShown && <p className="px-3 pb-3 text-ink-3">and {graph.regions.length - mostShown} more</p>}
    </div>
  );
}

interface RegionRowProps {
  readonly region: Region;
  readonly index: number;
  readonly stage: number;
  readonly graph: GraphAnswer["graph"];
  readonly isSelected: boolean;
}

function RegionRow({ region, index, stage, graph, isSelected }: RegionRowProps) {
  const { actions } = usePage();
  const operators = region.nodes.flatMap((i) => {
    const node = graph.nodes[i];
    if (node?.summary) return node.summary.operators.map((o) => (o.count > 1 ? `${o.name} ×${o.count}` : o.name));
    return node && (node.kind === "call" || node.kind === "composite-call") ? [node.label] : [];
  });
  return (
    <button
      type="button"
      onMouseEnter={() => actions.stress({ stage, region: index })}
      onMouseLeave={() => actions.stress(undefined)}
      onFocus={() => actions.stress({ stage, region: index })}
      onBlur={() => actions.stress(undefined)}
      aria-pressed={isSelected}
      onClick={() => void actions.selectRegion(stage, index, true)}
      className={`flex w-full items-start gap-2 px-3 py-1.5 text-left ${isSelected ? "bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]" : "hover:bg-hover"}`}
    >
      <span className="mt-0.5">
        <RegionMark color={region.color} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{region.label}</span>
          <span className="shrink-0 text-[11.5px] text-ink-3">
            {region.inputs} in, {region.outputs} out
          </span>
        </span>
        <span className="block truncate text-[12px] text-ink-3">{operators.join(", ")}</span>
      </span>
    </button>
  );
}
