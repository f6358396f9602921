/** Lets the selection follow its nodes into the next run, where what passes make has other numbers. */
import type { NamedNodes, NodesAgain, PipelineStep } from "@relayscope/engine";
import { graphRequest } from "./graphRequests.ts";
import type { Selection } from "./model.ts";
import type { Page } from "./page.ts";

/** Larger selections are not followed. */
const mostNodes = 2_000;

interface Kept {
  readonly selection: Selection;
  readonly named: NamedNodes;
  /** The run whose numbers the selection has. */
  readonly epoch: number;
  /** Whether it is at the last stage. */
  readonly isLast: boolean;
}

/** The last stage, by its pass. */
function lastOf(pipeline: readonly PipelineStep[]): Omit<NamedNodes, "names"> {
  const passes = pipeline.map((step) => step.pass);
  const pass = passes.at(-1) ?? "";
  return { stage: passes.length, pass, nth: passes.filter((other) => other === pass).length - 1 };
}

/** From now on, finds selected nodes again in each run of an edited document. */
export function keepSelection({ store, engine, graphs, actions }: Page): void {
  let kept: Kept | undefined;

  /** Names what is selected in a run that has ended: the numbers of an opened document are those of its own run. */
  async function remember(): Promise<void> {
    const { view, run } = store.getState();
    const { selection } = view;
    if (!selection || run.epoch === 0 || run.status === "running" || selection.nodes.length > mostNodes) return;
    const named = await engine.nodeNames(run.epoch, selection.stage, selection.nodes).catch(() => undefined);
    const now = store.getState();
    const isStill = now.view.selection === selection && now.run.epoch === run.epoch && now.run.status !== "running";
    if (named && isStill) kept = { selection, named, epoch: run.epoch, isLast: selection.stage === run.stages.length - 1 };
  }

  async function findAgain({ selection, named: before, isLast }: Kept, epoch: number): Promise<void> {
    const { document, selectedPair, selectedRegion } = store.getState();
    const isRegion = selectedRegion !== undefined && selectedPair === undefined;
    // A region of the last stage is looked for at the last stage, whatever that is now.
    const named = isRegion && isLast ? { ...before, ...lastOf(document.pipeline) } : before;
    const found = await engine.nodesNamed(epoch, named).catch(() => undefined);
    const { view, run } = store.getState();
    if (!found || view.selection !== selection || run.epoch !== epoch) return;
    if (isRegion) return await followRegion(found, epoch, selection);
    // Several names may have come to one node: the first of them is kept.
    const places = new Map<number, number>();
    for (const [at, id] of found.nodes.entries()) if (id !== undefined && !places.has(id)) places.set(id, at);
    const nodes = [...places.keys()];
    const isSame = nodes.length === selection.nodes.length && nodes.every((id, i) => id === selection.nodes[i]);
    if (isSame && found.stage === selection.stage) return;
    // A partial selection would pose another question.
    const isWhole = found.nodes.every((id) => id !== undefined);
    const again = isWhole ? { stage: found.stage, nodes } : undefined;
    const names = [...places.values()].flatMap((at) => [named.names[at] ?? []]);
    kept = again && { selection: again, named: { ...named, names }, epoch, isLast };
    const sideOf = (id: number) => found.nodes[selection.nodes.indexOf(id)];
    const [producer, consumer] = selectedPair ? [sideOf(selectedPair.producer), sideOf(selectedPair.consumer)] : [];
    const pair = producer === undefined || consumer === undefined ? undefined : { stage: found.stage, producer, consumer };
    store.setState({ view: { ...view, selection: again }, selectedPair: pair, selectedRegion: undefined, difference: undefined });
  }

  /** Instead of a selected region: the region that has the most of its nodes; none if they are in no region. */
  async function followRegion(found: NodesAgain, epoch: number, selection: Selection): Promise<void> {
    const drawn = await graphs.load(graphRequest(store.getState(), found.stage, "after", "operators")).catch(() => undefined);
    const now = store.getState();
    if (!drawn || now.view.selection !== selection || now.run.epoch !== epoch) return;
    const { graph } = drawn;
    const again = new Set(found.nodes);
    const counts = graph.regions.map(({ nodes }) => nodes.filter((i) => again.has(graph.nodes[i]?.id)).length);
    const most = Math.max(0, ...counts);
    if (most > 0) await actions.selectRegion(found.stage, counts.indexOf(most));
    else actions.select(found.stage, []);
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
