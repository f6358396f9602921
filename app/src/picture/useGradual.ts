import { useEffect, useRef, useState } from "react";
import type { Shown } from "./elements.ts";
import type { Scene } from "./scene.ts";

/** How many nodes are mounted in one frame, at first, at least and at most, so that no frame waits for all of them. */
const step = { first: 32, least: 16, most: 80 } as const;
/** How long a frame may be busy with mounting nodes, in milliseconds: as many come next as the last ones say. */
const share = 8;

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
  const begin = useRef(0);
  const base = mounted.scene === scene ? mounted.goal : goal;
  const now = partOf(scene, base, mounted.names);
  const isDone = now === goal;
  useEffect(() => {
    latest.current = { scene, goal };
    // The nodes stand once React Flow has taken them from here, which it does before the next task.
    if (begin.current !== 0) afterThis(() => (count.current = nextCount(count.current, performance.now() - begin.current)));
    begin.current = 0;
    if (isDone || frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      begin.current = performance.now();
      setMounted((before) => nextOf(before, latest.current.scene, latest.current.goal, count.current));
    });
  });
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return now;
}

function nextCount(count: number, time: number): number {
  return Math.round(Math.min(step.most, 2 * count, Math.max(step.least, (count * share) / Math.max(1, time))));
}

function afterThis(act: () => void): void {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    channel.port1.close();
    act();
  };
  channel.port2.postMessage(undefined);
}

/** The names of all that a goal mounts, in the order in which it comes. */
function namesOf(scene: Scene, goal: Shown): readonly string[] {
  return [
    ...goal.nodes.map((i) => scene.nodeNames.of(i)),
    ...goal.regions.map((i) => `r${i}`),
    ...goal.frames.map((i) => `f${i}`),
    ...goal.labels.map(({ id }) => id),
    ...goal.edges.map((i) => scene.edgeNames.of(i)),
  ];
}

/** What of a goal stands once what has these names is mounted. Edges come last, so that most steps are about nodes or edges alone. */
function partOf(scene: Scene, goal: Shown, names: ReadonlySet<string>): Shown {
  if (namesOf(scene, goal).every((name) => names.has(name))) return goal;
  return {
    ...goal,
    nodes: goal.nodes.filter((i) => names.has(scene.nodeNames.of(i))),
    edges: goal.edges.filter((i) => names.has(scene.edgeNames.of(i))),
    regions: goal.regions.filter((i) => names.has(`r${i}`)),
    frames: goal.frames.filter((i) => names.has(`f${i}`)),
    labels: goal.labels.filter(({ id }) => names.has(id)),
  };
}

function nextOf(before: Mounted, scene: Scene, goal: Shown, count: number): Mounted {
  const names = namesOf(scene, goal);
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
