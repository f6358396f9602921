import { useEffect, useRef, useState } from "react";
import type { Shown } from "./elements.ts";
import type { Scene } from "./scene.ts";

/** How many nodes are mounted in one frame, at first, at least and at most, so that no frame waits for all of them. */
const step = { first: 32, least: 8, most: 64 } as const;
/** How long a frame may take that mounts nodes, in milliseconds: as many come next as the last ones say. */
const share = 12;

interface Mounted {
  readonly scene: Scene;
  readonly goal: Shown;
  /** By name, which is the same for the same node of another stage. */
  readonly names: ReadonlySet<string>;
}

/**
 * What is to be shown of a scene, a few more of its nodes each frame. Another scene is begun at once, with what was there before of it; for another
 * part of the same, what is out of sight goes in one frame, and what is new comes in the next ones.
 */
export function useGradual(scene: Scene, goal: Shown): Shown {
  const [mounted, setMounted] = useState<Mounted>({ scene, goal, names: new Set() });
  const latest = useRef({ scene, goal });
  const frame = useRef(0);
  const count = useRef<number>(step.first);
  const base = mounted.scene === scene ? mounted.goal : goal;
  const now = partOf(scene, base, mounted.names);
  const isDone = now === goal;
  useEffect(() => {
    latest.current = { scene, goal };
    if (isDone || frame.current !== 0) return;
    const timed = (act: () => void) => {
      const begin = performance.now();
      act();
      const channel = new MessageChannel();
      // Told after the frame is drawn.
      channel.port1.onmessage = () => {
        const next = (count.current * share) / Math.max(1, performance.now() - begin);
        count.current = Math.round(Math.min(step.most, 2 * count.current, Math.max(step.least, next)));
        channel.port1.close();
      };
      channel.port2.postMessage(undefined);
    };
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      timed(() => setMounted((before) => nextOf(before, latest.current.scene, latest.current.goal, count.current)));
    });
  });
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return now;
}

/** What of a goal stands once the nodes of these names are mounted: they, and the edges whose ends are, as far as these are to be. */
function partOf(scene: Scene, goal: Shown, names: ReadonlySet<string>): Shown {
  const missing = new Set(goal.nodes.filter((i) => !names.has(scene.nodeNames[i] ?? "")));
  if (missing.size === 0) return goal;
  const { edges } = scene.answer.graph;
  return {
    ...goal,
    nodes: goal.nodes.filter((i) => !missing.has(i)),
    edges: goal.edges.filter((e) => !missing.has(edges[e]?.from ?? -1) && !missing.has(edges[e]?.to ?? -1)),
  };
}

function nextOf(before: Mounted, scene: Scene, goal: Shown, count: number): Mounted {
  const names = goal.nodes.map((i) => scene.nodeNames[i] ?? "");
  const kept = new Set(names.filter((name) => before.names.has(name)));
  const isTaken = before.scene === scene && kept.size < before.names.size;
  if (isTaken) return { scene, goal, names: kept };
  let more = count;
  for (const name of names) {
    if (more === 0) break;
    if (kept.has(name)) continue;
    kept.add(name);
    more--;
  }
  return { scene, goal, names: kept };
}
