import { isOpenedCard } from "@relayscope/engine/titles";
import { useStoreApi } from "@xyflow/react";
import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef } from "react";
import { idsOf } from "../state/drawn.ts";
import { usePage } from "../state/page.ts";
import { steppedStack } from "./repetitions.ts";
import { indicesOf, type Scene } from "./scene.ts";

/**
 * What takes the focus in the next scene: the nodes of a card that was opened, or the card that replaces a closed
 * frame.
 */
interface Awaited {
  readonly before: Scene;
  /** The frame that opened or closed. */
  readonly frame: number;
  readonly ids: readonly number[];
  /** Whether it is also selected. */
  readonly isSelected?: boolean;
}

/**
 * The index of the node with one of the awaited ids, else of the first node in the frame. Undefined if there is
 * neither.
 */
function nodeAwaited(scene: Scene, { frame, ids }: Awaited): number | undefined {
  const { nodes, frames } = scene.answer.graph;
  const [first] = indicesOf(scene, ids);
  const isIn = (index: number) => {
    for (let at = frames[index]; at; at = frames[at.parent]) if (at.id === frame) return true;
    return false;
  };
  const index = first ?? nodes.findIndex((node) => isIn(node.frame) && !node.summary?.rest);
  return index < 0 ? undefined : index;
}

/**
 * The opened card that a frame is or is in, else the frame itself or the frame around a closed one. Undefined for a
 * function, which has no frame around it.
 */
function frameToClose({ frames }: Scene["answer"]["graph"], index: number): Scene["answer"]["graph"]["frames"][number] | undefined {
  for (let frame = frames[index]; frame; frame = frames[frame.parent]) {
    if (isOpenedCard(frame) && frame.repeat === undefined) return frame;
  }
  const own = frames[index]?.isCollapsed ? frames[frames[index].parent] : frames[index];
  return own && own.parent >= 0 ? own : undefined;
}

/** The nearest frame around that shows one run of a stack; undefined if there is none. */
function runAround({ frames }: Scene["answer"]["graph"], index: number): Scene["answer"]["graph"]["frames"][number] | undefined {
  for (let frame = frames[index]; frame; frame = frames[frame.parent]) if (frame.repeat !== undefined) return frame;
  return undefined;
}

/** A node that stays selected while the keys go to another one, which you then ask about with it. */
interface Kept {
  readonly stage: number;
  readonly ids: readonly number[];
  /** The id of the node that the keys are at. */
  readonly at: number;
}

/** The share of the pane by which a page key scrolls: some of what was in sight stays. */
const pageShare = 0.85;

interface WalkProps {
  readonly scene: Scene;
  readonly stage: number;
  readonly selected: ReadonlySet<number>;
  readonly picture: RefObject<HTMLElement | null>;
  /** The picture calls its key handler through this. */
  readonly keys: RefObject<((event: KeyboardEvent) => void) | undefined>;
  /** The keys that were pressed before this code was there. */
  readonly early: RefObject<KeyboardEvent[]>;
}

/**
 * The keys of a focused picture. Up and Down walk along edges; with Shift, among the siblings reached the same way.
 * Enter opens a card, Shift+Enter the stack around it. Space keeps a node selected while you walk to a second one. Page
 * Up and Page Down step through a stack's repetitions, and scroll the picture outside of a stack. Backspace closes.
 */
export function Walk({ scene, stage, selected, picture: ref, keys, early }: WalkProps): null {
  const { actions, store: page, viewports } = usePage();
  const store = useStoreApi();
  const reached = useRef<readonly number[]>([]);
  const focused = useRef<string | undefined>(undefined);
  const awaited = useRef<Awaited | undefined>(undefined);
  const kept = useRef<Kept | undefined>(undefined);

  const replay = ([event, ...later]: readonly KeyboardEvent[]) => {
    if (!event) return;
    keys.current?.(event);
    // Each key acts on what the one before it has changed.
    requestAnimationFrame(() => replay(later));
  };

  // The focus follows as soon as the node is mounted.
  useEffect(() => {
    const pressed = early.current.splice(0);
    // The user may have left the picture since.
    if (ref.current?.contains(document.activeElement)) replay(pressed);
    if (awaited.current && awaited.current.before !== scene) {
      const index = nodeAwaited(scene, awaited.current);
      const { isSelected = false } = awaited.current;
      awaited.current = undefined;
      const node = scene.answer.graph.nodes[index ?? -1];
      focused.current = index === undefined ? undefined : scene.nodeNames.of(index);
      if (isSelected && node) actions.select(stage, idsOf(node));
    }
    const name = focused.current;
    if (name === undefined) return;
    let tries = 30;
    const look = () => {
      const element = ref.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(name)}"]`);
      if (element) {
        element.focus({ preventScroll: true });
        focused.current = undefined;
      } else if (tries-- > 0) requestAnimationFrame(look);
    };
    look();
  });

  /** The first node in the pane, in reading order; the first of all nodes if the pane shows none. */
  function firstInView(): number {
    const { transform, width, height } = store.getState();
    const [x, y, zoom] = transform;
    const found = scene.nodesIn(-x / zoom, -y / zoom, (width - x) / zoom, (height - y) / zoom);
    return found.reduce((least, i) => Math.min(least, i), found[0] ?? 0);
  }

  function go(index: number | undefined): void {
    const node = index === undefined ? undefined : scene.answer.graph.nodes[index];
    if (!node || index === undefined) return;
    focused.current = scene.nodeNames.of(index);
    const ids = idsOf(node);
    const first = keptNow();
    const [producer, consumer] = [first?.ids[0], ids[0]];
    if (first) kept.current = { ...first, at: node.id };
    if (!first || producer === undefined || consumer === undefined || ids.includes(producer)) actions.select(stage, ids, true);
    else {
      actions.selectPair({ stage, producer, consumer }, { nodes: [...first.ids, ...ids], reveal: true });
      actions.inspect();
    }
  }

  /** The kept node, while it is selected. */
  function keptNow(): Kept | undefined {
    const { selection } = page.getState().view;
    const [first = -1] = kept.current?.ids ?? [];
    if (kept.current?.stage !== stage || !selection?.nodes.includes(first)) kept.current = undefined;
    return kept.current;
  }

  const onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { graph } = scene.answer;
    const own = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>(".react-flow__node")?.dataset.id : undefined;
    const [first] = selected;
    const at = scene.indexOf.get(keptNow()?.at ?? -1) ?? first ?? (own === undefined ? undefined : scene.nodeNames.find(own));
    const isUp = event.key === "ArrowUp";
    if (isUp || event.key === "ArrowDown") {
      if (at === undefined) go(firstInView());
      else if (event.shiftKey) {
        const among = reached.current;
        const place = among.indexOf(at);
        if (place >= 0) go(among[(place + (isUp ? -1 : 1) + among.length) % among.length]);
      } else {
        const edges = (isUp ? scene.incoming : scene.outgoing)(at);
        reached.current = edges.flatMap((e) => graph.edges[e]?.[isUp ? "from" : "to"] ?? []);
        go(reached.current[0]);
      }
    } else if (event.key === " " && at !== undefined) {
      const node = graph.nodes[at];
      kept.current = node && !keptNow() ? { stage, ids: idsOf(node), at: node.id } : undefined;
      go(at);
    } else if (event.key === "Enter" && event.shiftKey && at !== undefined) {
      const node = graph.nodes[at];
      const run = node && runAround(graph, node.frame);
      if (!run) return;
      awaited.current = { before: scene, frame: run.id, ids: idsOf(node) };
      actions.openCard(run.id);
    } else if (event.key === "Enter" && at !== undefined) {
      const node = graph.nodes[at];
      const own = graph.frames[node?.frame ?? -1];
      if (own?.isCollapsed && node) {
        awaited.current = { before: scene, frame: own.id, ids: [] };
        actions.toggleFrame(own.id);
      } else if (node?.summary) {
        awaited.current = { before: scene, frame: -node.id, ids: idsOf(node) };
        actions.openNode(node);
      } else {
        go(at);
        actions.inspect(true);
      }
    } else if (event.key === "PageUp" || event.key === "PageDown") {
      const by = event.key === "PageUp" ? -1 : 1;
      const shown = steppedStack(graph, at === undefined ? [] : [at], page.getState().view.opened);
      const next = shown ? shown.at + by : 0;
      if (!shown) {
        const { x, y, zoom } = viewports.current;
        viewports.lookAt({ x: -x / zoom, y: (by * pageShare * store.getState().height - y) / zoom, zoom });
      } else if (next >= 0 && next < shown.of) {
        awaited.current = { before: scene, frame: shown.stack, ids: [], isSelected: at !== undefined };
        actions.showRepetition(shown.stack, next);
      }
    } else if (event.key === "Backspace" && at !== undefined) {
      const node = graph.nodes[at];
      const frame = node && frameToClose(graph, node.frame);
      if (!frame) return;
      awaited.current = { before: scene, frame: frame.id, ids: [-frame.id, frame.node ?? -frame.id, ...idsOf(node)] };
      actions.toggleFrame(frame.id);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  useImperativeHandle(keys, () => onKey);
  return null;
}
