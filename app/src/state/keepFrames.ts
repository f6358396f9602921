/** Lets open cards and folded frames follow their nodes into the next run, where what passes make has other numbers. */
import type { NamedFrames } from "@relayscope/engine";
import type { PageView } from "./model.ts";
import type { Page } from "./page.ts";

/** More frames are not followed. */
const mostFrames = 2_000;

type Frames = Pick<PageView, "opened" | "collapsed" | "repetitions">;

interface Kept {
  readonly frames: Frames;
  /** By id of a frame. */
  readonly names: ReadonlyMap<number, NamedFrames[number]>;
  /** The run whose numbers the frames have. */
  readonly epoch: number;
}

/** From now on, finds open and folded frames again in each run of an edited document. */
export function keepFrames({ store, engine }: Page): void {
  let kept: Kept | undefined;
  const isEnded = () => store.getState().run.status === "finished";
  const isShown = (frames: Frames) => isSame(store.getState().view, frames);

  /** Names the frames in a run that has ended. */
  async function remember(): Promise<void> {
    const { view, run } = store.getState();
    const ids = idsOf(view);
    if (ids.length === 0 || ids.length > mostFrames || run.epoch === 0 || !isEnded()) return;
    const names = await engine.frameNames(run.epoch, run.stages.length - 1, ids).catch(() => undefined);
    if (!names || !isShown(view) || store.getState().run.epoch !== run.epoch || !isEnded()) return;
    kept = { frames: view, names: new Map(ids.map((id, at) => [id, names[at] ?? []])), epoch: run.epoch };
  }

  async function findAgain({ frames, names }: Kept): Promise<void> {
    const { run } = store.getState();
    const ids = [...names.keys()];
    const found = await engine.framesNamed(run.epoch, run.stages.length - 1, ids, [...names.values()]).catch(() => undefined);
    const { view, run: now } = store.getState();
    if (!found || !isShown(frames) || now.epoch !== run.epoch) return;
    const next = new Map(ids.map((id, at) => [id, found[at] ?? id]));
    const idOf = (id: number) => next.get(id) ?? id;
    const again: Frames = {
      opened: view.opened.map(idOf),
      collapsed: view.collapsed.map(idOf),
      repetitions: view.repetitions.map(({ stack, at }) => ({ stack: idOf(stack), at })),
    };
    const isMoved = ids.some((id) => idOf(id) !== id);
    kept = { frames: isMoved ? again : frames, names: new Map([...names].map(([id, name]) => [idOf(id), name])), epoch: run.epoch };
    if (isMoved) store.setState({ view: { ...view, ...again } });
  }

  store.subscribe(({ view, run }, before) => {
    if (isSame(view, before.view) && run.status === before.run.status) return;
    if (!kept || !isSame(view, kept.frames)) {
      kept = undefined;
      void remember();
    } else if (isEnded() && kept.epoch !== run.epoch) void findAgain(kept);
  });
  void remember();
}

/** The ids of all frames, each once. */
function idsOf({ opened, collapsed, repetitions }: Frames): readonly number[] {
  return [...new Set([...opened, ...collapsed, ...repetitions.map(({ stack }) => stack)])];
}

function isSame(a: Frames, b: Frames): boolean {
  return a.opened === b.opened && a.collapsed === b.collapsed && a.repetitions === b.repetitions;
}
