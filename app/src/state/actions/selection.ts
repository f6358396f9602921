/** The selection, and its marks in the text and the picture. */
import type { Range } from "@relayscope/engine";
import { grouped } from "../../ui/format.ts";
import { graphRequest } from "../graphRequests.ts";
import { type PageState, shownStage } from "../model.ts";
import type { ActionContext } from "./context.ts";
import { markInText } from "./markInText.ts";

/** Only nodes are selected: no pair, no region, no visited change. */
const nothingBesides = { selectedPair: undefined, selectedRegion: undefined, difference: undefined } as const;

type SelectedPair = NonNullable<PageState["selectedPair"]>;

interface AroundPair {
  /** Everything that is selected; by default the consumer of the tensor between the two. */
  readonly nodes?: readonly number[];
  /** The region whose list the pair belongs to. */
  readonly region?: number;
  readonly reveal?: boolean;
}

/** Selects nodes, regions, tensors and places of the text. */
export function selectionActions(context: ActionContext) {
  const { getState, setState, setView, engine, graphs, requests } = context;

  /** Selects nodes of a stage, marks them in the text, and brings them into view. */
  function select(stage: number, nodes: readonly number[], reveal = false): void {
    const first = nodes[0];
    setView({ selection: first === undefined ? undefined : { stage, nodes } });
    setState(nothingBesides);
    if (first === undefined) {
      setState({ textMark: undefined });
      return;
    }
    if (reveal) requests.ask("reveal", { isCloseUp: false });
    void markInText(context, stage, nodes);
  }

  /**
   * Selects two nodes to ask about, and the other nodes that belong to the answer. A region whose list the pair is from
   * stays selected.
   */
  function selectPair(selectedPair: SelectedPair, { nodes = [selectedPair.consumer], region, reveal = false }: AroundPair = {}): void {
    select(selectedPair.stage, nodes, reveal);
    setState({ selectedPair, selectedRegion: region === undefined ? undefined : { stage: selectedPair.stage, region } });
  }

  /**
   * Selects everything in a region, by its place in the stage's graph, and marks its row. With `adds` it is added to
   * the selection: then no region is marked, and the question is about the two.
   */
  async function selectRegion(stage: number, region: number, reveal = false, adds = false): Promise<void> {
    const { graph } = await graphs.load(graphRequest(getState(), stage, "after", "operators"));
    const held = (graph.regions[region]?.nodes ?? []).flatMap((i) => graph.nodes[i] ?? []);
    const idOf = ({ id }: { readonly id: number }) => id;
    const operators = held.filter((node) => node.card === "operator").map(idOf);
    const others = held.filter((node) => node.card !== "operator").map(idOf);
    const { selection } = getState().view;
    const before =
      adds && selection?.stage === stage ? selection.nodes.filter((id) => !operators.includes(id) && !others.includes(id)) : [];
    const nodes = [...operators, ...others];
    const [first, last] = [before[0], nodes[0]];
    if (first !== undefined && last !== undefined) {
      selectPair({ stage, producer: first, consumer: last }, { nodes: [...before, ...nodes], reveal });
      return;
    }
    select(stage, nodes, reveal);
    setState({ selectedRegion: { stage, region } });
  }

  /** Selects the next or the previous node that the pass changed, and announces it. The first follows the last. */
  async function goToChange(by: 1 | -1): Promise<void> {
    const state = getState();
    if (state.view.panes === "diff") {
      requests.ask("change", by);
      return;
    }
    const stage = shownStage(state);
    const answer = graphs.peek(graphRequest(state, stage, "after"));
    const { differencesOf } = await import("../differences.ts");
    const found = answer ? differencesOf(answer) : [];
    if (found.length === 0) {
      setState({ difference: { stage, at: -1, words: "This pass changed nothing in the picture." } });
      return;
    }
    const { selection } = state.view;
    const at =
      state.difference?.stage === stage
        ? state.difference.at
        : found.findIndex(({ nodes }) => selection?.stage === stage && selection.nodes.includes(nodes[0] ?? -1));
    const next = (at + by + (at < 0 && by < 0 ? 1 : 0) + found.length) % found.length;
    const difference = found[next];
    if (!difference) return;
    select(stage, difference.nodes, true);
    setState({
      difference: { stage, at: next, words: `Change ${grouped(next + 1)} of ${grouped(found.length)}: ${difference.words}` },
      ...(difference.region === undefined ? {} : { selectedRegion: { stage, region: difference.region } }),
    });
  }

  async function selectText(range: Range): Promise<void> {
    const state = getState();
    if (state.run.epoch === 0) return;
    const stage = Math.min(shownStage(state), state.run.stages.length - 1);
    if (state.run.status === "running") return;
    const nodes = await engine.nodesAt(state.run.epoch, stage, range).catch(() => []);
    if (nodes.length === 0) return;
    setState((now) => ({
      view: { ...now.view, selection: { stage, nodes } },
      ...nothingBesides,
      textMark: { range, others: [], from: "text" },
    }));
    requests.ask("reveal", { isCloseUp: false });
  }

  return {
    select,
    selectText,
    selectRegion,
    selectPair,
    goToChange,
  };
}
