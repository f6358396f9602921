import { useEffect, useState } from "react";
import type { Shown } from "./elements.ts";

/** How many nodes are mounted in one frame, so that no frame waits for all of them. */
const step = 48;

/** What is to be shown, a few more of its nodes each frame; what was shown before stays. `nameOf` tells nodes apart across scenes. */
export function useGradual(goal: Shown, nameOf: (index: number) => string): Shown {
  const [mounted, setMounted] = useState<{ readonly goal: Shown; readonly names: ReadonlySet<string> }>({ goal, names: new Set() });
  const present = mounted.names;
  const nodes = goal.nodes.filter((i) => present.has(nameOf(i)));
  const missing = goal.nodes.length - nodes.length;
  useEffect(() => {
    if (missing === 0) {
      // What went out of sight is forgotten, so that it comes back gradually, too.
      if (present.size > goal.nodes.length + step) setMounted({ goal, names: new Set(goal.nodes.map(nameOf)) });
      return;
    }
    const frame = requestAnimationFrame(() => {
      const names = new Set<string>();
      let more = step;
      for (const i of goal.nodes) {
        const name = nameOf(i);
        if (present.has(name) || more-- > 0) names.add(name);
      }
      setMounted({ goal, names });
    });
    return () => cancelAnimationFrame(frame);
  }, [goal, missing, nameOf, present]);
  if (missing === 0) return goal;
  const shown = new Set(nodes);
  return {
    ...goal,
    nodes,
    edges: goal.edges.slice(0, shown.size === 0 ? 0 : Math.ceil((goal.edges.length * shown.size) / goal.nodes.length)),
    isPainted: goal.isPainted,
  };
}
