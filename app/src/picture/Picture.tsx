import { endTexts, regionsByNode } from "@relayscope/engine";
import { paletteOf } from "@relayscope/palette";
import { type EdgeTypes, type NodeTypes, ReactFlow, ReactFlowProvider, SelectionMode } from "@xyflow/react";
import { type KeyboardEvent, memo, Suspense, useCallback, useEffect, useMemo, useRef } from "react";
import { useFonts } from "../hooks/useFonts.ts";
import type { ShownGraph } from "../hooks/useGraph.ts";
import { useInTurn } from "../hooks/useInTurn.ts";
import { useLoaded } from "../hooks/useLoaded.ts";
import { useTheme } from "../hooks/useTheme.ts";
import { command } from "../state/commands/command.ts";
import { chosenColors } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { zoomLimits } from "../state/pictureSizes.ts";
import { part } from "../ui/part.ts";
import { afterPaint } from "./afterPaint.ts";
import { BoxView } from "./BoxView.tsx";
import { CardView } from "./CardView.tsx";
import { type Coloring, firstColoring, needsLegend, tintsOnLine, usualColoring } from "./colors/colors.ts";
import type { Marks, PictureNode, TensorEdge } from "./elementData.ts";
import { FrameView } from "./FrameView.tsx";
import { HullView, LabelView } from "./HullView.tsx";
import { Hatches } from "./hatch.tsx";
import { PictureTools } from "./PictureTools.tsx";
import { paletteVariables } from "./paletteVariables.ts";
import { indicesOf, type Scene, sceneOf } from "./scene.ts";
import { type EdgeWords, shownIn } from "./shown.ts";
import { TensorView } from "./TensorView.tsx";
import { useEnds } from "./useEnds.ts";
import { useFilter } from "./useFilter.ts";
import { useFitting } from "./useFitting.ts";
import { useFocused } from "./useFocused.ts";
import { useGestures } from "./useGestures.ts";
import { useHandlers } from "./useHandlers.ts";
import { useHovered } from "./useHovered.ts";
import { useMarks } from "./useMarks.ts";
import { useMounting } from "./useMounting.ts";
import { useMoving } from "./useMoving.ts";
import { useWindow } from "./useWindow.ts";
import "./picture.css";

const Lines = part(() => import("./HoverLine.tsx").then((m) => m.Lines));
const LegendBar = part(() => import("./Legend.tsx").then((m) => m.LegendBar));
const FilterBar = part(() => import("./FilterBar.tsx").then((m) => m.FilterBar));
const Silhouettes = part(() => import("./painter/Silhouettes.tsx").then((m) => m.Silhouettes));
const RegionAround = part(() => import("./RegionAround.tsx").then((m) => m.RegionAround));
const Walk = part(() => import("./Walk.ts").then((m) => m.Walk));
const Minimap = part(() => import("./painter/Minimap.tsx").then((m) => m.Minimap));

const nodeTypes: NodeTypes = { box: BoxView, card: CardView, frame: FrameView, hull: HullView, label: LabelView };
const edgeTypes: EdgeTypes = { tensor: TensorView };

const withoutAttribution = { hideAttribution: true };

interface PictureProps {
  readonly shown: ShownGraph;
  /** Ids of the selected nodes, at the shown stage. */
  readonly selectedIds: readonly number[];
  readonly pane: "before" | "after";
  readonly label: string;
  /** Reports whether everything in sight is mounted: nodes are mounted a few per frame. */
  readonly onComplete: (isComplete: boolean) => void;
}

/** A pane's picture: React Flow over the boxes that the engine laid out. */
export const Picture = memo(function Picture(props: PictureProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
});

/** What a first picture does without. */
type Later = EdgeWords & typeof import("./words/spokenKeys.ts") & typeof import("./colors/allColors.ts");

function useLater(isStarted: boolean): Later | undefined {
  // Labels are placed again when fonts of other widths load.
  const fonts = useFonts();
  return useLoaded(isStarted && `${fonts}`, async (): Promise<Later> => {
    const [words, keys, colors] = await Promise.all([
      import("./words/tensorLabel.ts"),
      import("./words/spokenKeys.ts"),
      import("./colors/allColors.ts"),
    ]);
    return { ...words, ...keys, ...colors };
  })?.value;
}

function Flow({ shown, selectedIds, pane, label, onComplete }: PictureProps) {
  const page = usePage();
  const { actions } = page;
  const palette = paletteOf(useTheme());
  const chosen = usePageState(chosenColors);
  const isMinimapShown = usePageState((s) => s.preferences.isMinimapShown);
  const gestures = useGestures();
  const isFiltered = usePageState((s) => s.filter !== undefined);
  const ref = useRef<HTMLElement>(null);
  const scene = sceneOf(shown.answer);
  const { graph } = shown.answer;
  const { hovered, hover, watched } = useHovered(scene);
  const selected = useMemo(() => indicesOf(scene, selectedIds), [scene, selectedIds]);
  const play = usePageState((s) => (s.play?.stage === shown.stage + 1 ? s.play : undefined));
  const causes = useEnds(shown);
  const { ends } = causes;
  const colorBy = chosen ?? usualColoring(graph, causes);
  const isStarted = usePageState((s) => s.isStarted);
  const later = useLater(isStarted);
  const furtherColors = play || (colorBy !== "target" && colorBy !== "cause") ? later : undefined;
  const coloring = useMemo(() => {
    if (!furtherColors) return firstColoring(graph, colorBy, palette, ends);
    if (play) return furtherColors.playColoring(graph, play, palette);
    return furtherColors.coloringOf(graph, colorBy, palette, ends, page.colorPlaces);
  }, [graph, colorBy, palette, play, ends, page, furtherColors]);
  const endings = useMemo(() => (ends ? endTexts(graph, ends) : []), [graph, ends]);
  const filtered = useFilter(scene, shown.stage);
  const ownMarks = useMarks(scene, shown.stage, selected, hovered, filtered);
  const legendLine = usePageState((s) => s.legendLine);
  const marks = useMemo(() => stressed(ownMarks, graph, coloring, legendLine), [ownMarks, graph, coloring, legendLine]);
  const window = useWindow(useCallback(() => onComplete(false), [onComplete]));
  const { detail } = window;
  const always = useMemo(() => [...selected], [selected]);
  const goal = useMemo(
    () => shownIn(scene, coloring, window, { always, ends, words: later }),
    [scene, coloring, window, always, ends, later],
  );
  const look = useMemo(() => ({ coloring, marks, ends: endings }), [coloring, marks, endings]);
  const { isBegun, whole } = useMounting(scene, goal, look, pane);
  const isWhole = whole === goal;
  const isComplete = isWhole && window.width > 0;
  useEffect(() => onComplete(isComplete), [isComplete, onComplete]);
  useFitting(scene, shown, pane, marks);
  useMoving(ref);
  const keys = useRef<(event: KeyboardEvent) => void>(undefined);
  const early = useRef<KeyboardEvent[]>([]);
  const onFocus = useFocused(scene);
  const [way = 0] = selected;
  const hasWayIn = goal.nodes.includes(way);

  const isDrawn = pane === "after" && isBegun;
  useEffect(() => (isDrawn ? afterPaint(actions.pictured) : undefined), [isDrawn, actions]);

  const difference = usePageState((s) => (pane === "after" && s.difference?.stage === shown.stage ? s.difference.words : ""));
  const style = useMemo(() => paletteVariables(palette), [palette]);
  // The tools come after the picture itself.
  const hasTools = useInTurn(pane === "after");
  const handlers = useHandlers({ scene, stage: shown.stage, selected, hover });
  return (
    <section
      ref={ref}
      {...watched}
      aria-label={label}
      className="picture absolute inset-0"
      data-detail={detail}
      data-play={play?.state}
      style={style}
      onKeyDown={(event) => {
        if (keys.current) keys.current(event);
        else if (!event.repeat) early.current.push(event);
      }}
      onFocus={onFocus}
      onKeyDownCapture={(event) => {
        if (event.key !== "Escape") return;
        // React Flow would clear the selection as well as close what the page closes first.
        event.stopPropagation();
        command("letGo", page);
      }}
    >
      <p role="status" className="sr-only">
        {difference}
      </p>
      {!hasWayIn && graph.nodes.length > 0 && (
        <button type="button" className="way-in sr-only focus-visible:not-sr-only focus-visible:absolute">
          Walk the picture with ↑ and ↓
        </button>
      )}
      <Hatches pane={pane} palette={palette} legend={coloring.legend} />
      <Suspense>
        {isStarted && <Walk scene={scene} stage={shown.stage} selected={selected} picture={ref} keys={keys} early={early} />}
      </Suspense>
      <Suspense>
        {isStarted && (
          <Silhouettes
            isShown={goal.isPainted || detail === "far" || !isWhole}
            scene={scene}
            coloring={coloring}
            palette={palette}
            kept={marks.kept}
          />
        )}
      </Suspense>
      <ReactFlow<PictureNode, TensorEdge>
        id={pane}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        {...handlers}
        minZoom={zoomLimits.min}
        maxZoom={zoomLimits.max}
        {...gestures}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        edgesReconnectable={false}
        elevateNodesOnSelect={false}
        autoPanOnNodeFocus={false}
        deleteKeyCode={null}
        panActivationKeyCode={null}
        // React Flow gives edges this class, and a drag may begin on an edge. With a space in it, the selector matches
        // nothing.
        noPanClassName="holds pan"
        multiSelectionKeyCode={["Control", "Meta"]}
        selectionMode={SelectionMode.Partial}
        {...(later ? { ariaLabelConfig: later.spokenKeys } : {})}
        // The attribution is in the menu of colors.
        proOptions={withoutAttribution}
      >
        <Suspense>
          {isStarted && <Lines graph={graph} hovered={hovered} ends={ends} endings={endings} change={difference} />}
          {isStarted && isWhole && <RegionAround scene={scene} coloring={coloring} labels={goal.labels} />}
        </Suspense>
        <Suspense>
          {isStarted && !play && needsLegend(colorBy, coloring) && (
            <LegendBar coloring={coloring} colorBy={colorBy} hasTools={pane === "after"} />
          )}
        </Suspense>
        <Suspense>{pane === "after" && isFiltered && <FilterBar stage={shown.stage} />}</Suspense>
        <Suspense>
          {pane === "after" && isMinimapShown && (
            <Minimap
              scene={scene}
              coloring={coloring}
              palette={palette}
              isAllMounted={isWhole && goal.nodes.length === graph.nodes.length}
            />
          )}
        </Suspense>
        {hasTools && <PictureTools hasSelection={selected.size > 0} coloring={coloring} colorBy={colorBy} />}
      </ReactFlow>
    </section>
  );
}

/**
 * Marks while a line of the legend is stressed. Nodes of its color are not faded, nor are stacks that hold such
 * regions.
 */
function stressed(marks: Marks, graph: Scene["answer"]["graph"], coloring: Coloring, label: string | undefined): Marks {
  const isLine = tintsOnLine(coloring, label);
  if (!isLine) return marks;
  const isPlain = isLine(undefined);
  const held = regionsByNode(graph);
  return {
    ...marks,
    kept: (i) =>
      isLine(coloring.ofNode(i)) ||
      (!isPlain &&
        (coloring.barOf(i).some((segment) => isLine(segment.tint)) || (held[i] ?? []).some((r) => isLine(coloring.ofRegion(r))))),
    keptRegion: (r) => isLine(coloring.ofRegion(r)),
  };
}
