/** What the picture shows of the current stage, and where its camera goes. */
import type { GraphAnswer } from "@relayscope/engine";
import type { PaneMode, ViewMode } from "@relayscope/share";
import { idsOf } from "../drawn.ts";
import { graphRequest, shownMode } from "../graphRequests.ts";
import { type PageState, shownStage } from "../model.ts";
import type { ActionContext } from "./context.ts";
import { leavePass } from "./play.ts";

/** Turns the picture to stages, cards, frames and modes. */
export function viewActions(context: ActionContext) {
  const { getState, setState, setView, viewports, graphs, requests } = context;
  /** Ids of what is nearest to the middle of the pane; empty if the picture was not moved since it was fitted. */
  function inTheMiddle(state: PageState): readonly number[] {
    const answer = graphs.peek(graphRequest(state, shownStage(state), "after"));
    if (!answer || !state.paneSize || viewports.isFitted || !viewports.isPlaced) return [];
    const { x, y, zoom } = viewports.current;
    const [middleX, middleY] = [(state.paneSize.width / 2 - x) / zoom, (state.paneSize.height / 2 - y) / zoom];
    const { nodes } = answer.layout;
    const distance = (i: number) => {
      const [left = 0, top = 0, width = 0, height = 0] = nodes.subarray(4 * i, 4 * i + 4);
      return Math.hypot(left + width / 2 - middleX, top + height / 2 - middleY);
    };
    const [nearest] = answer.graph.nodes
      .map((node, i) => ({ node, far: distance(i) }))
      .filter(({ node }) => node.card !== "constant" && node.card !== "variable")
      .sort((a, b) => a.far - b.far);
    return nearest ? idsOf(nearest.node).slice(0, 1) : [];
  }

  /** Goes to a stage. A played pass is left when another one is shown. */
  function showStage(stage: number): void {
    const { play } = getState();
    setView({ stage });
    if (play && play.stage !== stage) leavePass(context);
  }

  /** Opens a card of the map in place. */
  function openCard(id: number): void {
    const { opened } = getState().view;
    if (opened.includes(id)) return;
    setView({ opened: [...opened, id] });
    requests.ask("opened", id);
  }

  /** Shows one repetition of a stack, opening the stack if needed. */
  function showRepetition(stack: number, at: number): void {
    const { repetitions } = getState().view;
    setView({ repetitions: [...repetitions.filter((other) => other.stack !== stack), { stack, at }] });
    openCard(stack);
    requests.ask("opened", stack);
  }

  return {
    showStage,
    /** Expands a part of the inspector, or folds it. Of parts with names that begin with `group`, no other stays. */
    expand: (part: string, isExpanded: boolean, group?: string) => {
      const { expanded } = getState().view;
      if (expanded.includes(part) === isExpanded) return;
      const others = expanded.filter((name) => name !== part && (group === undefined || !name.startsWith(group)));
      setView({ expanded: isExpanded ? [...others, part] : others });
    },
    /** Moves along the strip; stops at its ends. */
    step: (by: number) => {
      const state = getState();
      const stage = shownStage(state) + by;
      if (stage >= 0 && stage <= state.document.pipeline.length) showStage(stage);
    },
    openCard,
    showRepetition,
    /**
     * Opens a node that contains more: a card in place; runs that an open stack does not show, as the nearest of them.
     */
    openNode: ({ id, summary }: GraphAnswer["graph"]["nodes"][number]) => {
      if (summary?.rest) showRepetition(summary.rest.stack, summary.rest.at);
      else openCard(-id);
    },
    /** Folds or unfolds a frame. The frame of an opened card closes to the card. */
    toggleFrame: (id: number) => {
      const { collapsed, opened } = getState().view;
      if (opened.includes(id)) setView({ opened: opened.filter((o) => o !== id) });
      else setView({ collapsed: collapsed.includes(id) ? collapsed.filter((c) => c !== id) : [...collapsed, id] });
    },
    setPanes: (panes: PaneMode) => setView({ panes }),
    /** Keeps a stage in the other pane while you step, or lets that pane follow again. */
    pin: (pinned: number | undefined) => {
      const { panes } = getState().view;
      const isApart = panes === "after" || panes === "text" || panes === "beside";
      setView({ pinned, panes: pinned !== undefined && isApart ? "split" : panes });
    },
    setMode: (mode: ViewMode) => {
      const state = getState();
      if (shownMode(state) === mode) return;
      const lookedAt = state.view.selection?.nodes ?? inTheMiddle(state);
      setView({ mode });
      viewports.release(state.run.epoch, lookedAt);
    },
    /** Fades everything except what a line of the legend describes. The same line again, or none, shows all. */
    stressLegend: (line: string | undefined) => setState(({ legendLine }) => ({ legendLine: legendLine === line ? undefined : line })),
    /** Reports what the legend of the leading pane says. */
    setLegend: (leadingLegend: string) => setState({ leadingLegend }),
    /** The first picture is drawn, or there will be none: the parts that load after it are loaded now. */
    pictured: () => {
      if (!getState().isStarted) setState({ isStarted: true });
    },
    /** Reports the size of the leading pane, which pictures are laid out for. */
    setPaneSize: (width: number, height: number) => {
      const { paneSize } = getState();
      if (paneSize?.width !== width || paneSize.height !== height) setState({ paneSize: { width, height } });
    },
    stress: (stressed: PageState["stressed"]) => setState({ stressed }),
    /** Rings nodes in the picture; with `reveal`, also brings them into view. */
    point: (pointed: readonly number[], reveal = false) => {
      setState({ pointed });
      if (reveal && pointed.length > 0) requests.ask("reveal", { isCloseUp: false });
    },
    reveal: () => requests.ask("reveal", { isCloseUp: false }),
    /** Zooms to the selection. */
    closeUp: () => requests.ask("reveal", { isCloseUp: true }),
    fit: () => requests.ask("fit", undefined),
    /** Highlights the paths from the selection to the inputs and the outputs, or stops to. */
    trace: () => setState((state) => ({ isTraced: !state.isTraced })),
    /** Highlights the results of a query in the picture; without one, everything. */
    setFilter: (filter: PageState["filter"]) => setState({ filter }),
    invertFilter: () => setState(({ filter }) => ({ filter: filter && { ...filter, isInverted: !filter.isInverted } })),
    toggleOnlyChanges: () => setState((state) => ({ isOnlyChanges: !state.isOnlyChanges })),
  };
}
