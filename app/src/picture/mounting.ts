/** What of a picture React Flow holds: what is to be shown, a few more of its nodes each turn, so that no frame waits for all of them. */
import type { ReactFlowState } from "@xyflow/react";
import { flushSync } from "react-dom";
import type { Turns } from "../state/turns.ts";
import type { Elements, Look, PictureNode, Shown, TensorEdge } from "./elements.ts";
import type { Scene } from "./scene.ts";

/** How many nodes are mounted in the first turn. */
const firstStep = 32;

/** How many nodes are mounted in a turn at least and at most, and how long it may be busy with them, in milliseconds: as many come next as the last ones say. */
interface Pace {
  readonly least: number;
  readonly most: number;
  readonly share: number;
}

/** Who waits for another picture waits for its nodes; once it stood, they come on a move, from beyond the pane, and each frame has to move what is there, too. */
const paces: Readonly<Record<"picture" | "move", Pace>> = {
  picture: { least: 12, most: 80, share: 8 },
  move: { least: 8, most: 40, share: 4 },
};

/** React Flow's store, which is filled from here: as properties, nodes would have all of the picture rendered with each step. */
type FlowStore = Pick<ReactFlowState<PictureNode, TensorEdge>, "setNodes" | "setEdges">;

/** What is to be shown of a scene, and how it looks. */
interface Wanted {
  readonly scene: Scene;
  readonly goal: Shown;
  readonly look: Look;
}

/** What of it stands. */
export interface Standing {
  /** Whether anything does. */
  readonly isBegun: boolean;
  /** The goal of which all does. */
  readonly whole: Shown | undefined;
}

export const nothing: Standing = { isBegun: false, whole: undefined };

export class Mounting {
  private wanted: Wanted | undefined;
  /** The goal of which some stands: the one before until the first turn. */
  private base: Shown | undefined;
  /** Of what stands, which is the same for the same node of another stage. */
  private names: ReadonlySet<string> = new Set();
  private count: number = firstStep;
  private pace = paces.picture;
  private held: ReturnType<Elements["make"]> = { nodes: [], edges: [] };
  private standing = nothing;
  /** The goal whose labels of edges were placed before its first edge came. */
  private labeled: Shown | undefined;
  private giveUp: (() => void) | undefined;

  constructor(
    private readonly elements: Elements,
    private readonly store: () => FlowStore,
    private readonly turns: Turns,
    /** Its pane's first nodes come before the other's. */
    private readonly isLeading: boolean,
    private readonly tell: (standing: Standing) => void,
  ) {}

  /** Another scene is begun at once, with what was there before of it; of another part of the same, what is out of sight goes in one turn, and what is new comes in the next ones. */
  readonly show = (wanted: Wanted): void => {
    const before = this.wanted;
    this.wanted = wanted;
    const isOther = before?.scene !== wanted.scene;
    if (isOther) this.pace = paces.picture;
    else if (this.standing.whole) this.pace = paces.move;
    if (isOther) this.base = wanted.goal;
    if (isOther || before.look !== wanted.look) this.put();
    this.goOn();
  };

  /** Lets go of what is under way. */
  readonly stop = (): void => {
    this.giveUp?.();
    this.giveUp = undefined;
  };

  private goOn(): void {
    const { wanted, base } = this;
    if (!wanted) return;
    const names = namesOf(wanted);
    const isWhole = base === wanted.goal && names.every((name) => this.names.has(name));
    // Ends of edges beyond it are held, too, and not seen.
    const isBegun = base?.isPainted === true || names.some((name) => this.names.has(name));
    const whole = isWhole ? wanted.goal : undefined;
    if (isBegun !== this.standing.isBegun || whole !== this.standing.whole) {
      this.standing = { isBegun, whole };
      this.tell(this.standing);
    }
    if (!isWhole) this.giveUp ??= this.turns.ask(this.turn, this.isLeading && !isBegun);
  }

  private readonly turn = (): void => {
    this.giveUp = undefined;
    if (!this.wanted) return;
    const begin = performance.now();
    const isAdded = this.step(this.wanted);
    // Rendered in this task: later it would be with the next frame.
    flushSync(() => this.put());
    if (isAdded) this.count = nextCount(this.pace, this.count, performance.now() - begin);
    this.goOn();
  };

  /** Takes what is out of sight, or, where nothing is, adds some of what is to come; says whether it added. Labels are placed before the first edges. */
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
 * The names of all that a goal mounts, in the order in which it comes: what is in the pane before what is around it, and edges last, so that most steps
 * are about nodes or edges alone.
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

/** What of a goal stands once what has these names is mounted. */
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
