import { targetsOf } from "@relayscope/engine";
import { paletteOf } from "@relayscope/palette";
import {
  Background,
  type Edge,
  type EdgeTypes,
  type Node,
  type NodeChange,
  type NodeTypes,
  ReactFlow,
  ReactFlowProvider,
  SelectionMode,
} from "@xyflow/react";
import { lazy, memo, type MouseEvent as ReactMouseEvent, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { commandOf } from "../state/commands.ts";
import { idsOf } from "../state/drawn.ts";
import { usePage, usePageState } from "../state/page.ts";
import type { ShownGraph } from "../state/useGraph.ts";
import { useTheme } from "../state/useTheme.ts";
import { type Covered, zoomLimits } from "../state/viewports.ts";
import { afterPaint } from "./afterPaint.ts";
import { BoxView } from "./BoxView.tsx";
import { CardView } from "./CardView.tsx";
import { type Coloring, coloringOf, playColoring, type Tint } from "./colors.ts";
import { Elements, type Marks, type PictureNode, type TensorEdge } from "./elements.ts";
import { endTexts, regionsByNode } from "./ends.ts";
import { FrameView } from "./FrameView.tsx";
import { HoverLine } from "./HoverLine.tsx";
import { HullView, LabelView } from "./HullView.tsx";
import { Hatches } from "./hatch.tsx";
import { Minimap } from "./Minimap.tsx";
import { PictureTools } from "./PictureTools.tsx";
import { paletteVariables } from "./paletteVariables.ts";
import { Silhouettes } from "./Silhouettes.tsx";
import { indicesOf, type Scene, sceneOf } from "./scene.ts";
import { shownIn } from "./shown.ts";
import { TensorView } from "./TensorView.tsx";
import { whenFontsCome } from "./text.ts";
import { useEnds } from "./useEnds.ts";
import { useFilter } from "./useFilter.ts";
import { useFitting } from "./useFitting.ts";
import { useGradual } from "./useGradual.ts";
import { type Marked, useMarks } from "./useMarks.ts";
import { useWalk } from "./useWalk.ts";
import { useWindow } from "./useWindow.ts";
import "./picture.css";

const FilterBar = lazy(() => import("./FilterBar.tsx").then((m) => ({ default: m.FilterBar })));

const nodeTypes: NodeTypes = { box: BoxView, card: CardView, frame: FrameView, hull: HullView, label: LabelView };
const edgeTypes: EdgeTypes = { tensor: TensorView };

const spokenKeys = {
  "node.a11yDescription.default": "Enter opens or tells more, up and down go to producers and consumers, Escape lets go.",
  "node.a11yDescription.keyboardDisabled": "Enter opens or tells more, up and down go to producers and consumers, Escape lets go.",
};

interface PictureProps {
  readonly shown: ShownGraph;
  /** Ids, at the shown stage. */
  readonly selectedIds: readonly number[];
  readonly pane: "before" | "after";
  readonly label: string;
  /** What of the pane lies under the inspector's sheet, from the right and from the bottom, in CSS pixels. */
  readonly covered: Covered;
  /** Told whether all that is in sight stands: nodes come a few a frame. */
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

function Flow({ shown, selectedIds, pane, label, covered, onComplete }: PictureProps) {
  const page = usePage();
  const { actions } = page;
  const palette = paletteOf(useTheme());
  const colorBy = usePageState((s) => s.preferences.colorBy);
  const isMinimapShown = usePageState((s) => s.preferences.isMinimapShown);
  const isWheelZoom = usePageState((s) => s.preferences.isWheelZoom);
  const isFiltered = usePageState((s) => s.filter !== undefined);
  const [fonts, setFonts] = useState(0);
  const [hovered, setHovered] = useState<number>();
  const ref = useRef<HTMLElement>(null);
  const scene = sceneOf(shown.answer);
  const { graph } = shown.answer;
  const selected = useMemo(() => indicesOf(scene, selectedIds), [scene, selectedIds]);
  const play = usePageState((s) => (s.play?.stage === shown.stage + 1 ? s.play : undefined));
  const ends = useEnds(shown);
  const coloring = useMemo(
    () => (play ? playColoring(graph, play, palette) : coloringOf(graph, colorBy, palette, ends)),
    [graph, colorBy, palette, play, ends],
  );
  const endings = useMemo(() => ({ ofNode: ends ? endTexts(graph, ends) : [], isFirst: colorBy === "cause" }), [graph, ends, colorBy]);
  const filtered = useFilter(scene, shown.stage);
  const ownMarks = useMarks(scene, shown.stage, selected, hovered, filtered);
  const legendLine = usePageState((s) => s.legendLine);
  const marks = useMemo(() => stressed(ownMarks, graph, coloring, legendLine), [ownMarks, graph, coloring, legendLine]);
  const window = useWindow();
  const always = useMemo(() => [...selected], [selected]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other fonts have other widths
  const goal = useMemo(() => shownIn(scene, coloring, window, always), [scene, coloring, window, always, fonts]);
  const now = useGradual(scene, goal);
  const isComplete = now === goal;
  useEffect(() => onComplete(isComplete), [isComplete, onComplete]);
  const [elements] = useState(() => new Elements(pane));
  const { nodes, edges } = useMemo(
    () => elements.make(scene, now, coloring, marks, endings),
    [elements, scene, now, coloring, marks, endings],
  );
  useFitting(scene, shown, pane === "after", marks, covered);
  const onKeyDown = useWalk(scene, shown.stage, selected, ref, pane);

  useEffect(() => whenFontsCome(() => setFonts((n) => n + 1)), []);
  const isStanding = pane === "after" && (now.nodes.length > 0 || now.isPainted);
  useEffect(() => (isStanding ? afterPaint(actions.pictured) : undefined), [isStanding, actions]);
  useEffect(() => setHovered((h) => (h !== undefined && h < graph.nodes.length ? h : undefined)), [graph]);

  const onNodesChange = (changes: readonly NodeChange<PictureNode>[]) => {
    const next = changedSelection(scene, selected, changes);
    if (next) actions.select(shown.stage, next);
  };
  const onNodeClick = (event: ReactMouseEvent, node: Node) => {
    const isTitle = node.type === "label" && node.id.startsWith("t");
    if (node.type === "frame" || isTitle) actions.toggleFrame(Number(node.id.slice(1)));
    const drawn = graph.nodes[scene.nodeOfName.get(node.id) ?? -1];
    const region = drawn?.card === "region" && drawn.region >= 0 ? drawn.region : regionOf(scene, node);
    if (region !== undefined) {
      void actions.selectRegion(shown.stage, region, false, event.ctrlKey || event.metaKey);
      actions.tell("why", pane);
    } else if (drawn) actions.tell("node", pane);
  };
  const onNodeDoubleClick = (_: unknown, node: Node) => {
    const index = scene.nodeOfName.get(node.id);
    const drawn = index === undefined ? undefined : graph.nodes[index];
    if (drawn?.summary) actions.openCard(-drawn.id);
    else if (regionOf(scene, node) !== undefined) actions.reveal();
  };
  const onEdgeClick = (_: unknown, edge: Edge) => {
    const drawn = graph.edges[scene.edgeOfName.get(edge.id) ?? -1];
    if (!drawn) return;
    actions.selectEdge({ stage: shown.stage, producer: drawn.producer, consumer: drawn.consumer });
    actions.tell("why", pane);
  };
  return (
    <section
      ref={ref}
      aria-label={label}
      className="picture absolute inset-0"
      data-detail={window.detail}
      data-play={play?.state}
      style={{ ...paletteVariables(palette), "--covered": `${covered.right}px` }}
      onKeyDown={onKeyDown}
      onKeyDownCapture={(event) => {
        if (event.key !== "Escape") return;
        // React Flow would let go of the selection besides what the page closes first.
        event.stopPropagation();
        commandOf("Escape")?.run(page);
      }}
    >
      <Hatches pane={pane} palette={palette} />
      {(goal.isPainted || now !== goal) && <Silhouettes scene={scene} coloring={coloring} palette={palette} kept={marks.kept} />}
      <ReactFlow<PictureNode, TensorEdge>
        id={pane}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onNodeClick={onNodeClick}
        onNodeDoubleClick={onNodeDoubleClick}
        onNodeMouseEnter={(_, node) => setHovered(scene.nodeOfName.get(node.id))}
        onNodeMouseLeave={() => setHovered(undefined)}
        onEdgeClick={onEdgeClick}
        onPaneClick={() => {
          actions.select(shown.stage, []);
          actions.tellNothing();
        }}
        onMoveStart={(event) => event && page.viewports.held()}
        minZoom={zoomLimits.min}
        maxZoom={zoomLimits.max}
        panOnScroll={!isWheelZoom}
        panOnScrollSpeed={1}
        zoomOnScroll={isWheelZoom}
        zoomOnDoubleClick={false}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        edgesReconnectable={false}
        elevateNodesOnSelect={false}
        autoPanOnNodeFocus={false}
        deleteKeyCode={null}
        panActivationKeyCode={null}
        noPanClassName="holds-pan"
        multiSelectionKeyCode={["Control", "Meta"]}
        selectionMode={SelectionMode.Partial}
        ariaLabelConfig={spokenKeys}
        attributionPosition="bottom-left"
      >
        <Background color={palette.dots} gap={24} size={1.4} bgColor="transparent" />
        <HoverLine graph={graph} index={hovered} end={endings.ofNode[hovered ?? -1] ?? ""} />
        <Suspense>{pane === "after" && isFiltered && <FilterBar stage={shown.stage} />}</Suspense>
        {pane === "after" && <PictureTools hasSelection={selected.size > 0} coloring={coloring} />}
        {pane === "after" && isMinimapShown && (
          <Minimap scene={scene} coloring={coloring} palette={palette} isAllMounted={now.nodes.length === graph.nodes.length} />
        )}
      </ReactFlow>
    </section>
  );
}

/** Marks where a line of the legend is stressed: what has its color is not faded, nor a stack that holds such regions. */
function stressed(marks: Marks, graph: Scene["answer"]["graph"], coloring: Coloring, label: string | undefined): Marks {
  const line = label === undefined ? undefined : coloring.legend.find((l) => l.label === label);
  if (!line) return marks;
  const { tint } = line;
  // Causes of one family have one color, and letters of their own.
  const isLine = (own: Tint | undefined) => own?.place === tint?.place && own?.letter === tint?.letter;
  const held = regionsByNode(graph);
  return {
    ...marks,
    kept: (i) =>
      isLine(coloring.ofNode(i)) ||
      (tint !== undefined &&
        (targetsOf(graph.nodes[i]?.summary).some((color) => isLine(coloring.ofTarget(color))) ||
          (held[i] ?? []).some((r) => isLine(coloring.ofRegion(r))))),
    keptRegion: (r) => isLine(coloring.ofRegion(r)),
  };
}

/** The region that a hull or a label stands for. */
function regionOf(scene: Scene, node: Node): number | undefined {
  if (node.type !== "hull" && !(node.type === "label" && node.id.startsWith("l"))) return undefined;
  const index = Number(node.id.slice(1));
  return scene.answer.graph.regions[index] ? index : undefined;
}

/** The ids that are selected after changes by React Flow; undefined where none is about the selection. */
function changedSelection(scene: Scene, selected: Marked, changes: readonly NodeChange<PictureNode>[]): readonly number[] | undefined {
  let isChanged = false;
  const added: number[] = [];
  const left = new Set(selected);
  for (const change of changes) {
    if (change.type !== "select") continue;
    isChanged = true;
    const index = scene.nodeOfName.get(change.id);
    if (index === undefined) continue;
    if (change.selected) added.push(index);
    else left.delete(index);
  }
  if (!isChanged) return undefined;
  return [...new Set([...added, ...left])].flatMap((i) => {
    const node = scene.answer.graph.nodes[i];
    return node ? idsOf(node) : [];
  });
}
