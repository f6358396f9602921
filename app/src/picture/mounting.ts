/** Mounts a picture in React Flow: a few more nodes each turn, so that no frame waits for all of them. */
import type { ReactFlowState } from "@xyflow/react";
import { flushSync } from "react-dom";
import { type Controller, differs } from "../hooks/useController.ts";
import type { Turns } from "../state/turns.ts";
import type { Look, PictureNode, Shown, TensorEdge } from "./elementData.ts";
import type { Elements } from "./elements.ts";
import type { Scene } from "./scene.ts";

/** How many nodes are mounted in the first turn. */
const firstStep = 32;

/**
 * How many nodes are mounted in a turn at least and at most, and how long a turn may take, in milliseconds. The time of
 * the last turns decides how many come next.
 */
interface Pace {
  readonly least: number;
  readonly most: number;
  readonly share: number;
}

/**
 * For a new picture the user waits for its nodes. On a move, nodes come from beyond the pane, and each frame also has
 * to move what is mounted.
 */
const paces: Readonly<Record<"picture" | "move", Pace>> = {
  picture: { least: 12, most: 80, share: 8 },
  move: { least: 8, most: 40, share: 4 },
};

/** React Flow's store, which is filled directly: nodes as properties would render the whole picture at each step. */
type FlowStore = Pick<ReactFlowState<PictureNode, TensorEdge>, "setNodes" | "setEdges">;

/** What to show of a scene, and how it looks. */
interface Wanted {
  readonly scene: Scene;
  readonly goal: Shown;
  readonly look: Look;
}

/** The mounted part of a scene. */
export interface Mounted {
  /** Whether anything is mounted. */
  readonly isBegun: boolean;
  /** The goal that is mounted completely. */
  readonly whole: Shown | undefined;
}

export const nothing: Mounted = { isBegun: false, whole: undefined };

export class Mounting implements Controller<Wanted> {
  private wanted: Wanted | undefined;
  /** The goal that is mounted in part: the previous one until the first turn. */
  private base: Shown | undefined;
  /** Names of what is mounted. A node has the same name in another stage. */
  private names: ReadonlySet<string> = new Set();
  private count: number = firstStep;
  private pace = paces.picture;
  private held: ReturnType<Elements["make"]> = { nodes: [], edges: [] };
  private mounted = nothing;
  /** The goal whose edge labels were placed before its first edge was mounted. */
  private labeled: Shown | undefined;
  private cancel: (() => void) | undefined;

  constructor(
    private readonly elements: Elements,
    private readonly store: () => FlowStore,
    private readonly turns: Turns,
    /** The first nodes of its pane come before those of the other pane. */
    private readonly isLeading: boolean,
    private readonly report: (mounted: Mounted) => void,
  ) {}

  /**
   * Starts to show a goal. Another scene starts at once, with what it shares with the previous one. For another part of
   * the same scene, what is out of sight is removed in one turn, and what is new comes in the next ones.
   */
  place(wanted: Wanted): void {
    const before = this.wanted;
    if (!differs(wanted, before, ["scene", "goal", "look"])) return;
    this.wanted = wanted;
    const isOther = before?.scene !== wanted.scene;
    if (isOther) this.pace = paces.picture;
    else if (this.mounted.whole) this.pace = paces.move;
    if (isOther) this.base = wanted.goal;
    if (isOther || before.look !== wanted.look) this.put();
    this.goOn();
  }

  /** Cancels what is under way. */
  close(): void {
    this.cancel?.();
    this.cancel = undefined;
  }

  private goOn(): void {
    const { wanted, base } = this;
    if (!wanted) return;
    const names = namesOf(wanted);
    const isWhole = base === wanted.goal && names.every((name) => this.names.has(name));
    // Ends of edges beyond the window are mounted, too, but hidden.
    const isBegun = base?.isPainted === true || names.some((name) => this.names.has(name));
    const whole = isWhole ? wanted.goal : undefined;
    if (isBegun !== this.mounted.isBegun || whole !== this.mounted.whole) {
      this.mounted = { isBegun, whole };
      this.report(this.mounted);
    }
    if (!isWhole) this.cancel ??= this.turns.ask(this.turn, this.isLeading && !isBegun);
  }

  private readonly turn = (): void => {
    this.cancel = undefined;
    if (!this.wanted) return;
    const begin = performance.now();
    const isAdded = this.step(this.wanted);
    // Rendered in this task: otherwise it would wait for the next frame.
    flushSync(() => this.put());
    if (isAdded) this.count = nextCount(this.pace, this.count, performance.now() - begin);
    this.goOn();
  };

  /**
   * Removes what is out of sight or, if there is nothing to remove, adds a part of what is missing. Returns whether it
   * added. Labels are placed before the first edges.
   */
  private step(wanted: Wanted): boolean {
    const names = namesOf(wanted);
    const kept = new Set(names.filter((name) => this.names.has(name)));
    const isTaken = kept.size < this.names.size;
    this.base = wanted.goal;
    this.names = kept;
    if (isTaken) return false;
    const added = names.filter((name) => !kept.has(name)).slice(0, Math.min(this.count, this.pace.most));
    const bringsEdges = names.length - kept.size - added.length < wanted.goal.edges.length;
    if (bringsEdges && this.held.edges.length === 0 && this.labeled !== wanted.goal) {
      this.labeled = wanted.goal;
      wanted.goal.tensors(wanted.look.marks);
      return false;
    }
    for (const name of added) kept.add(name);
    return true;
  }

  private put(): void {
    const { wanted, base, held } = this;
    if (!wanted || !base) return;
    this.held = this.elements.make(wanted.scene, partOf(wanted.scene, base, this.names), wanted.look);
    const { setNodes, setEdges } = this.store();
    if (this.held.nodes !== held.nodes) setNodes(this.held.nodes);
    if (this.held.edges !== held.edges) setEdges(this.held.edges);
  }
}

function nextCount({ least, most, share }: Pace, count: number, time: number): number {
  return Math.round(Math.min(most, 2 * count, Math.max(least, (count * share) / Math.max(1, time))));
}

/**
 * The names of everything that a goal mounts, in mounting order: first what is in the pane, then what is around it, and
 * edges last, so that most steps concern nodes or edges alone.
 */
function namesOf({ scene, goal }: Wanted): readonly string[] {
  return [
    ...[...new Set([...goal.inPane, ...goal.nodes])].map((i) => scene.nodeNames.of(i)),
    ...goal.regions.map((i) => `r${i}`),
    ...goal.frames.map((i) => `f${i}`),
    ...goal.labels.map(({ id }) => id),
    ...goal.edges.map((i) => scene.edgeNames.of(i)),
  ];
}

/** The part of a goal that is shown once these names are mounted. */
function partOf(scene: Scene, goal: Shown, names: ReadonlySet<string>): Shown {
  return {
    ...goal,
    nodes: goal.nodes.filter((i) => names.has(scene.nodeNames.of(i))),
    edges: goal.edges.filter((i) => names.has(scene.edgeNames.of(i))),
    regions: goal.regions.filter((i) => names.has(`r${i}`)),
    frames: goal.frames.filter((i) => names.has(`f${i}`)),
    labels: goal.labels.filter(({ id }) => names.has(id)),
  };
}
