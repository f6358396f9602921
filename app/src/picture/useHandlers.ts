/** What a picture does on a press or a pointer move. */
import type { Edge, Node, NodeChange } from "@xyflow/react";
import { type MouseEvent as ReactMouseEvent, useState } from "react";
import { useController } from "../hooks/useController.ts";
import { inspectorColumn, sideBySide } from "../hooks/useWidth.ts";
import { idsOf } from "../state/drawn.ts";
import { type Page, usePage } from "../state/page.ts";
import type { PictureNode } from "./elementData.ts";
import { regionOf, type Scene } from "./scene.ts";
import { twice } from "./twice.ts";
import { type Hovered, nowhere } from "./useHovered.ts";
import type { Marked } from "./useMarks.ts";

interface Handled {
  readonly scene: Scene;
  readonly stage: number;
  /** By index. */
  readonly selected: Marked;
  /** Called with what the pointer is on. */
  readonly hover: (on: Hovered) => void;
}

/**
 * React Flow's handlers. The functions never change, as a change renders all nodes and edges again. They act on the
 * latest picture.
 */
export function useHandlers(shown: Handled) {
  const page = usePage();
  const [{ controller, handlers }] = useState(() => {
    let latest = shown;
    const place = (now: Handled) => {
      latest = now;
    };
    return { controller: { place }, handlers: handlersOf(page, () => latest) };
  });
  useController(controller, shown);
  return handlers;
}

function handlersOf({ actions, store, viewports }: Page, latest: () => Handled) {
  let coming: ReturnType<typeof setTimeout> | undefined;
  /**
   * Shows what was pressed. If the inspector takes room from the picture, it opens only after a second press could have
   * come, so that the press meets the same node.
   */
  function inspect(): void {
    const state = store.getState();
    clearTimeout(coming);
    if (state.isDrawerOpen || innerWidth >= inspectorColumn(state)) actions.inspect();
    else coming = setTimeout(() => store.getState().view.selection && actions.inspect(), twice);
  }
  return {
    onNodesChange: (changes: readonly NodeChange<PictureNode>[]) => {
      const { scene, stage, selected } = latest();
      const next = changedSelection(scene, selected, changes);
      if (!next) return;
      const [first, second, ...others] = next;
      const [producer, consumer] = [first?.[0], second?.[0]];
      if (producer === undefined || consumer === undefined || others.length > 0) actions.select(stage, next.flat());
      else actions.selectPair({ stage, producer, consumer }, { nodes: next.flat() });
    },
    onNodeClick: (event: ReactMouseEvent, node: Node) => {
      const { scene, stage, selected } = latest();
      const { nodes } = scene.answer.graph;
      const isMore = event.ctrlKey || event.metaKey;
      const title = titledFrame(scene, node);
      const isArrow = event.target instanceof Element && event.target.closest(".fold") !== null;
      const named = title ? regionOfTitle(title, isArrow) : -1;
      if (title && named < 0) {
        if (title.repeat !== undefined) actions.openCard(title.id);
        else actions.toggleFrame(title.id);
      }
      const index = scene.nodeNames.find(node.id) ?? -1;
      const drawn = nodes[index];
      // A layer is a part of its region.
      const own = drawn?.card === "region" && !drawn.summary?.isLayer ? drawn.region : named;
      const region = own >= 0 ? own : regionOf(scene, node);
      if (region !== undefined) {
        void actions.selectRegion(stage, region, false, isMore);
        inspect();
      } else if (drawn) {
        // React Flow keeps a selection of several nodes when you press one of them.
        if (!isMore && selected.size > 1 && selected.has(index)) actions.select(stage, idsOf(drawn));
        inspect();
      }
    },
    onNodeDoubleClick: (_: unknown, node: Node) => {
      const { scene } = latest();
      const drawn = scene.answer.graph.nodes[scene.nodeNames.find(node.id) ?? -1];
      if (drawn?.summary) actions.openNode(drawn);
      else if (regionOf(scene, node) !== undefined) actions.closeUp();
    },
    onNodeMouseEnter: (_: unknown, node: Node) => {
      const { scene, hover } = latest();
      hover(hoveredOn(scene, node));
    },
    onNodeMouseLeave: () => latest().hover(nowhere),
    onEdgeMouseEnter: (_: unknown, edge: Edge) => {
      const { scene, hover } = latest();
      hover({ edge: scene.edgeNames.find(edge.id) });
    },
    onEdgeMouseLeave: () => latest().hover(nowhere),
    onEdgeClick: (_: unknown, edge: Edge) => {
      const { scene, stage } = latest();
      const drawn = scene.answer.graph.edges[scene.edgeNames.find(edge.id) ?? -1];
      if (!drawn) return;
      actions.selectPair({ stage, producer: drawn.producer, consumer: drawn.consumer });
      inspect();
    },
    onPaneClick: () => {
      clearTimeout(coming);
      actions.select(latest().stage, []);
      // In a wide window the inspector stays: closing it would move the picture and the editor.
      if (innerWidth < sideBySide) actions.stopInspecting();
    },
    onMoveStart: (event: unknown) => {
      if (event) viewports.held();
    },
  };
}

/** The region that a press on the title of a frame selects; -1 if the press folds or unfolds the frame. */
export function regionOfTitle(
  { kind, region }: Pick<Scene["answer"]["graph"]["frames"][number], "kind" | "region">,
  isArrow: boolean,
): number {
  return kind === "region" && !isArrow ? region : -1;
}

/** The frame whose title a label is. */
function titledFrame({ answer }: Scene, { type, id }: Node): Scene["answer"]["graph"]["frames"][number] | undefined {
  return type === "label" && id.startsWith("t")
    ? answer.graph.frames.find((frame) => frame.id === Number.parseInt(id.slice(1), 10))
    : undefined;
}

function hoveredOn(scene: Scene, node: Node): Hovered {
  const [index, region] = [scene.nodeNames.find(node.id), regionOf(scene, node)];
  if (index !== undefined) return { node: index };
  if (region !== undefined) return { region };
  const { frames } = scene.answer.graph;
  return node.type === "label" ? { frame: frames.findIndex((frame) => frame.id === Number.parseInt(node.id.slice(1), 10)) } : nowhere;
}

/** The ids of what is selected after changes by React Flow; undefined if no change concerns the selection. */
function changedSelection(
  scene: Scene,
  selected: Marked,
  changes: readonly NodeChange<PictureNode>[],
): readonly (readonly number[])[] | undefined {
  let isChanged = false;
  const added: number[] = [];
  const left = new Set(selected);
  for (const change of changes) {
    if (change.type !== "select") continue;
    isChanged = true;
    const index = scene.nodeNames.find(change.id);
    if (index === undefined) continue;
    if (change.selected) added.push(index);
    else left.delete(index);
  }
  if (!isChanged) return undefined;
  return [...new Set([...added, ...left])].flatMap((i) => {
    const node = scene.answer.graph.nodes[i];
    return node ? [idsOf(node)] : [];
  });
}
