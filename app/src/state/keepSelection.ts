/** Lets the selection follow its nodes into the next run, where what passes make has other numbers. */
import type { NamedNodes } from "@relayscope/engine";
import type { Selection } from "./model.ts";
import type { Page } from "./page.ts";

/** Larger selections are not followed. */
const mostNodes = 2_000;

interface Kept {
  readonly selection: Selection;
  readonly named: NamedNodes;
  /** The run whose numbers the selection has. */
  readonly epoch: number;
}

/** From now on, finds selected nodes again in each run of an edited document. */
export function keepSelection({ store, engine }: Page): void {
  let kept: Kept | undefined;

  /** Names what is selected in a run that has ended: the numbers of an opened document are those of its own run. */
  async function remember(): Promise<void> {
    const { view, run } = store.getState();
    const { selection } = view;
    if (!selection || run.epoch === 0 || run.status === "running" || selection.nodes.length > mostNodes) return;
    const named = await engine.nodeNames(run.epoch, selection.stage, selection.nodes).catch(() => undefined);
    const now = store.getState();
    const isStill = now.view.selection === selection && now.run.epoch === run.epoch && now.run.status !== "running";
    if (named && isStill) kept = { selection, named, epoch: run.epoch };
  }

  async function findAgain({ selection, named }: Kept, epoch: number): Promise<void> {
    const found = await engine.nodesNamed(epoch, named).catch(() => undefined);
    const { view, run, selectedPair } = store.getState();
    if (!found || view.selection !== selection || run.epoch !== epoch) return;
    // Several names may have come to one node: the first of them is kept.
    const places = new Map<number, number>();
    for (const [at, id] of found.nodes.entries()) if (id !== undefined && !places.has(id)) places.set(id, at);
    const nodes = [...places.keys()];
    const isSame = nodes.length === selection.nodes.length && nodes.every((id, i) => id === selection.nodes[i]);
    if (isSame && found.stage === selection.stage) return;
    const again = nodes.length > 0 ? { stage: found.stage, nodes } : undefined;
    kept = again && { selection: again, named: { ...named, names: [...places.values()].flatMap((at) => [named.names[at] ?? []]) }, epoch };
    const sideOf = (id: number) => found.nodes[selection.nodes.indexOf(id)];
    const [producer, consumer] = selectedPair ? [sideOf(selectedPair.producer), sideOf(selectedPair.consumer)] : [];
    const pair = producer === undefined || consumer === undefined ? undefined : { stage: found.stage, producer, consumer };
    store.setState({ view: { ...view, selection: again }, selectedPair: pair, selectedRegion: undefined, difference: undefined });
  }

  store.subscribe(({ view, run }, before) => {
    const { selection } = view;
    if (view.selection === before.view.selection && run.epoch === before.run.epoch && run.status === before.run.status) return;
    if (kept?.selection !== selection) {
      kept = undefined;
      void remember();
    } else if (kept && kept.epoch !== run.epoch) {
      kept = { ...kept, epoch: run.epoch };
      void findAgain(kept, run.epoch);
    }
  });
  void remember();
}
