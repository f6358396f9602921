import { causes as causeTexts, changeSigns, type GraphAnswer, type RegionLine } from "@relayscope/engine";
import { paletteOf } from "@relayscope/palette";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useAnswer } from "../hooks/useAnswer.ts";
import { useGraph } from "../hooks/useGraph.ts";
import { useSize } from "../hooks/useSize.ts";
import { useTheme } from "../hooks/useTheme.ts";
import { hasMark } from "../picture/changes.ts";
import { coloringOf } from "../picture/colors/allColors.ts";
import { type Coloring, sharesColors, tintsOnLine, usualColoring } from "../picture/colors/colors.ts";
import { endsOf } from "../picture/words/endsOf.ts";
import { chosenColors, shownStage } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { noFilter } from "../state/slices/panels.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { grouped, regionsText } from "../ui/format.ts";
import { Select } from "../ui/Select.tsx";
import { TargetMark } from "../ui/TargetMark.tsx";
import { NoRegions } from "./NoRegions.tsx";
import { Numbers } from "./Numbers.tsx";
import { countOf, operatorsOf, regionLegend } from "./numbers.ts";
import { RegionRow } from "./RegionRow.tsx";
import { meetable, type RegionFilter, type RegionOrder, regionOrders, shownRegions } from "./regionOrder.ts";

const rowHeight = 46;
/** With fewer regions there is nothing to sort or filter. */
const leastSorted = 4;
/** Represents "no choice", as an empty value can't. */
const all = "all";

/** The legend, and every region of the shown stage with its size, what crosses its boundary, and why it ends. */
export function RegionsTab() {
  const stage = usePageState(shownStage);
  const graph = useGraph(stage)?.answer.graph;
  const palette = paletteOf(useTheme());
  const summary = usePageState((s) => s.run.stages[stage]?.summary);
  const legend = useMemo(() => (graph && summary ? regionLegend(graph.regions, summary) : []), [graph, summary]);
  const { value: lines } = useAnswer({ key: `regions/${stage}`, stage, ask: (engine, epoch) => engine.regions(epoch, stage) });
  const coloring = useColoring(graph, lines);
  if (!summary || summary.regions.length === 0) return <NoRegions />;
  if (!graph) return null;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ul aria-label="Legend" className="flex max-h-[30%] shrink-0 flex-col gap-1 overflow-y-auto border-b border-line px-3 py-2">
        {legend.map((entry) => (
          <li key={`${entry.noun} ${entry.target}`} className="flex items-center gap-2">
            <TargetMark color={entry.noun === "composite" ? -1 : entry.color} />
            <span className="min-w-0 flex-1 truncate font-medium">
              {entry.color < 0 ? `${entry.target}: left to the host` : entry.target}
            </span>
            <span className="text-ink-3">
              {countOf(entry)}, {operatorsOf(entry)}
            </span>
          </li>
        ))}
        <li className="flex flex-wrap items-center gap-x-2 text-ink-3">
          {graph.nodes.some(hasMark) && (
            <>
              <span className="inline-flex size-4 items-center justify-center" aria-hidden>
                <span className="size-2 rounded-full" style={{ background: palette.fresh }} />
              </span>
              made or changed by this pass
            </>
          )}
          <span className="ml-auto whitespace-pre">{signsOf(graph.regions)}</span>
        </li>
      </ul>
      <Numbers />
      {lines && coloring && <RegionList lines={lines} stage={stage} regions={graph.regions} coloring={coloring} />}
    </div>
  );
}

/** The colors of the stage's picture, so that a row's mark is that of its region. */
function useColoring(graph: GraphAnswer["graph"] | undefined, lines: readonly RegionLine[] | undefined): Coloring | undefined {
  const { colorPlaces } = usePage();
  const palette = paletteOf(useTheme());
  const chosen = usePageState(chosenColors);
  return useMemo(() => {
    if (!graph || !lines) return undefined;
    const ends = endsOf(lines);
    return coloringOf(graph, chosen ?? usualColoring(graph, { ends, isAwaited: false, isLate: false }), palette, ends, colorPlaces);
  }, [graph, lines, chosen, palette, colorPlaces]);
}

type Regions = GraphAnswer["graph"]["regions"];

/** The signs of regions, with their meanings: `∪ merged  ≈ renamed`. */
function signsOf(regions: Regions): string {
  const found = new Set(regions.flatMap(({ change }) => change ?? []));
  return [...found].map((change) => `${changeSigns[change]} ${change}`).join("  ");
}

interface ListProps {
  readonly lines: readonly RegionLine[];
  readonly stage: number;
  /** The regions in the picture, by place, with how they changed. */
  readonly regions: Regions;
  readonly coloring: Coloring;
}

function RegionList({ lines, stage, regions, coloring }: ListProps) {
  const listFilter = usePageState((s) => s.listFilter);
  const hasTools = lines.length >= leastSorted;
  const filter = useMemo(() => (hasTools ? meetable(lines, listFilter) : noFilter), [hasTools, lines, listFilter]);
  const [order, setOrder] = useState<RegionOrder>("place");
  const marked = regions.filter((region) => region.isMarked).length;
  const { actions } = usePage();
  const label = usePageState((s) => s.legendLine);
  const isOnLine = useMemo(() => tintsOnLine(coloring, label), [coloring, label]);
  const shown = useMemo(
    () => shownRegions(isOnLine ? lines.filter(({ region }) => isOnLine(coloring.ofRegion(region))) : lines, filter, order),
    [lines, filter, order, isOnLine, coloring],
  );
  return (
    <>
      {isOnLine && label !== undefined && (
        <p className="flex shrink-0 items-center gap-1.5 border-b border-line bg-accent-soft px-3 py-1 text-small">
          <span className="min-w-0 flex-1 truncate">
            {grouped(shown.length)} of {regionsText(lines.length)}: <b className="font-semibold">{label}</b>
          </span>
          <Button look="outline" onClick={() => actions.stressLegend(label)}>
            Show all
          </Button>
        </p>
      )}
      {hasTools && (
        <RegionTools
          lines={lines}
          marked={marked}
          shown={shown.length}
          filter={filter}
          onFilter={actions.filterList}
          order={order}
          onOrder={setOrder}
        />
      )}
      {shown.length === 0 ? <Empty title="No region matches">Change the words, or choose all targets and all causes.</Empty> : null}
      <Rows lines={shown} stage={stage} regions={regions} coloring={coloring} />
    </>
  );
}

interface RegionToolsProps {
  readonly marked: number;
  readonly lines: readonly RegionLine[];
  readonly shown: number;
  readonly filter: RegionFilter;
  readonly onFilter: (filter: RegionFilter) => void;
  readonly order: RegionOrder;
  readonly onOrder: (order: RegionOrder) => void;
}

function RegionTools({ lines, marked, shown, filter, onFilter, order, onOrder }: RegionToolsProps) {
  const targets = useMemo(() => [...new Set(lines.map((line) => line.target))], [lines]);
  const causes = useMemo(() => [...new Set(lines.flatMap((line) => line.causes))], [lines]);
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1.5 border-b border-line px-3 py-1.5 text-small">
      <input
        type="search"
        aria-label="Filter regions"
        placeholder="Operator, name, cause"
        maxLength={200}
        value={filter.words}
        onChange={(event) => onFilter({ ...filter, words: event.target.value })}
        className="h-7 min-w-48 flex-1 rounded-md border border-line-strong bg-panel px-2 placeholder:text-ink-3"
      />
      <span role="status" className="text-ink-3">
        {shown === lines.length ? regionsText(shown, marked) : `${grouped(shown)} of ${grouped(lines.length)}`}
      </span>
      <Select label="Order of regions" value={order} options={regionOrders} onChange={(value) => onOrder(orderOf(value))} />
      {targets.length > 1 && (
        <Select
          label="Target"
          value={filter.target || all}
          options={[{ value: all, label: "All targets" }, ...targets.map((target) => ({ value: target, label: target }))]}
          onChange={(value) => onFilter({ ...filter, target: value === all ? "" : value })}
        />
      )}
      {causes.length > 1 && (
        <Select
          label="Cause"
          value={filter.cause || all}
          options={[{ value: all, label: "All causes" }, ...causes.map((cause) => ({ value: cause, label: causeTexts[cause].name }))]}
          onChange={(value) => onFilter({ ...filter, cause: value === all ? "" : value })}
        />
      )}
    </div>
  );
}

function orderOf(value: string): RegionOrder {
  return regionOrders.find((o) => o.value === value)?.value ?? "place";
}

/** The visible rows. Up and Down step through them. */
function Rows({ lines, stage, regions, coloring }: ListProps) {
  const { store } = usePage();
  const selected = usePageState((s) => (s.selectedRegion?.stage === stage ? s.selectedRegion.region : undefined));
  const hasHatch = useMemo(() => sharesColors(coloring), [coloring]);
  const scrollRef = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useSize(scrollRef, ({ clientWidth }) => flushSync(() => setWidth(clientWidth)));
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  useEffect(() => {
    const at = lines.findIndex((line) => line.region === selected);
    if (at >= 0 && selected === store.getState().selectedRegion?.region) virtual.scrollToIndex(at, { align: "auto" });
  }, [lines, selected, store, virtual]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const row = event.target instanceof Element ? event.target.closest("li") : null;
    if (by === 0 || !row) return;
    event.preventDefault();
    event.stopPropagation();
    const next = by > 0 ? row.nextElementSibling : row.previousElementSibling;
    next?.querySelector("button")?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows take the keys
    <div ref={scrollRef} onKeyDown={onKeyDown} className="min-h-0 flex-1 overflow-y-auto">
      <ol aria-label="Regions" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (!line) return null;
          return (
            <li
              key={line.region}
              aria-setsize={lines.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0"
              style={{ top: item.start, height: rowHeight }}
            >
              <RegionRow
                line={line}
                stage={stage}
                drawn={regions[line.region]}
                tint={coloring.ofRegion(line.region)}
                hasHatch={hasHatch}
                isSelected={selected === line.region}
                width={width}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}
