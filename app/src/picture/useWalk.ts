import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { idsOf } from "../state/drawn.ts";
import type { Pane } from "../state/model.ts";
import { usePage } from "../state/page.ts";
import type { Scene } from "./scene.ts";

/** The keys of a picture that has the focus: up and down walk along edges, with Shift among those that were reached so; Enter opens. */
export function useWalk(
  scene: Scene,
  stage: number,
  selected: ReadonlySet<number>,
  ref: RefObject<HTMLElement | null>,
  pane: Pane,
): (event: KeyboardEvent) => void {
  const { actions } = usePage();
  const reached = useRef<readonly number[]>([]);
  const focused = useRef<string | undefined>(undefined);

  // The focus goes along, as soon as the node is there.
  useEffect(() => {
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

  function go(index: number | undefined): void {
    const node = index === undefined ? undefined : scene.answer.graph.nodes[index];
    if (!node || index === undefined) return;
    focused.current = scene.nodeNames.of(index);
    actions.select(stage, idsOf(node), true);
  }

  return (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { graph } = scene.answer;
    const own = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>(".react-flow__node")?.dataset.id : undefined;
    const [first] = selected;
    const at = first ?? (own === undefined ? undefined : scene.nodeNames.find(own));
    const isUp = event.key === "ArrowUp";
    if (isUp || event.key === "ArrowDown") {
      if (at === undefined) go(0);
      else if (event.shiftKey) {
        const among = reached.current;
        const place = among.indexOf(at);
        if (place >= 0) go(among[(place + (isUp ? -1 : 1) + among.length) % among.length]);
      } else {
        const edges = (isUp ? scene.incoming : scene.outgoing)[at] ?? [];
        reached.current = edges.flatMap((e) => graph.edges[e]?.[isUp ? "from" : "to"] ?? []);
        go(reached.current[0]);
      }
    } else if (event.key === "Enter" && at !== undefined) {
      const node = graph.nodes[at];
      if (node?.summary) actions.openCard(-node.id);
      else {
        go(at);
        actions.tell("node", pane, true);
      }
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
