import type { ColorBy } from "@relayscope/share";
import { Panel } from "@xyflow/react";
import { useCallback, useMemo } from "react";
import { useFoot } from "../hooks/useFoot.ts";
import { shownMode } from "../state/graphRequests.ts";
import { targetsOfRun } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { HatchMark, RegionMark } from "../ui/RegionMark.tsx";
import { TargetMark } from "../ui/TargetMark.tsx";
import { type Coloring, type LegendLine, sharesColors } from "./colors/colors.ts";
import { legendTitle } from "./words/legendTitle.ts";

interface LineProps {
  readonly line: LegendLine;
  readonly hasHatch: boolean;
}

/** A line of the legend. Pressing it fades everything it does not describe, until it is pressed again or by Escape. */
export function LegendButton({ line, hasHatch }: LineProps) {
  const { actions } = usePage();
  const isStressed = usePageState((s) => s.legendLine === line.label);
  return (
    <button
      type="button"
      aria-pressed={isStressed}
      title={isStressed ? "Show all" : "Fade the rest"}
      className={`${lineLook} w-full min-h-6 text-left outline-offset-[-2px] hover:bg-hover aria-pressed:bg-hover aria-pressed:font-semibold`}
      onClick={() => actions.stressLegend(line.label)}
    >
      <LineContent line={line} hasHatch={hasHatch} />
    </button>
  );
}

const lineLook = "flex items-center gap-1.5 rounded px-1";

function LineContent({ line: { label, count, unit, tint }, hasHatch }: LineProps) {
  return (
    <>
      <RegionMark color={tint?.place ?? -1} size={14} letter={tint?.letter} />
      {hasHatch && <HatchMark color={tint?.place ?? -1} pattern={tint?.pattern} size={14} />}
      <span className="min-w-0 flex-1 truncate" title={label}>
        {label}
      </span>
      <span className="text-ink-3" title={unit}>
        {count}
      </span>
    </>
  );
}

/** The content of a legend as text, to compare legends. */
export function saidBy(name: string, { legend, note }: Pick<Coloring, "legend" | "note">): string {
  return [name, note, ...legend.map(({ label, count, tint }) => `${label} ${count} ${tint?.letter}`)].join("\n");
}

interface LegendBarProps {
  readonly coloring: Coloring;
  readonly colorBy: ColorBy;
  readonly hasTools: boolean;
}

/**
 * The legend of a pane's colors, in a line at its foot; one for both panes if theirs say the same. Where colors do not
 * show targets, it also has the letters of several targets.
 */
export function LegendBar({ coloring, colorBy, hasTools }: LegendBarProps) {
  const name = legendTitle(colorBy, usePageState(shownMode));
  const foot = useFoot();
  const hasHatch = sharesColors(coloring);
  const { actions } = usePage();
  const said = saidBy(name, coloring);
  // Until the leading pane's legend is there, it is not known whether this one would say the same.
  const isTwice = usePageState((s) => !hasTools && (s.leadingLegend === "" || s.leadingLegend === said));
  const report = useCallback(() => {
    actions.setLegend(said);
    return () => actions.setLegend("");
  }, [said, actions]);
  const stages = usePageState((s) => s.run.stages);
  const targets = useMemo(() => targetsOfRun({ stages }), [stages]);
  if (isTwice) return null;
  return (
    <Panel ref={hasTools ? foot : null} position="bottom-left" role="group" aria-label={`Colors: ${name}`} className="legend-bar nowheel">
      <b ref={hasTools ? report : null} className="shrink-0 font-semibold">
        {name}
      </b>
      {coloring.legend.length === 0 && <span className="truncate text-ink-3">{coloring.note}</span>}
      {coloring.legend.map((line) => (
        <span key={line.label} className="max-w-full">
          <LegendButton line={line} hasHatch={hasHatch} />
        </span>
      ))}
      {colorBy !== "target" && targets.length > 1 && (
        <>
          <b className="ml-1.5 shrink-0 font-semibold">Targets</b>
          {targets.map(({ target, color }) => (
            <span key={target} className={`${lineLook} max-w-full`}>
              <TargetMark color={color} size={14} />
              <span className="min-w-0 truncate">{target}</span>
            </span>
          ))}
        </>
      )}
    </Panel>
  );
}
