/** A pass played decision by decision. */
import type { PassStep } from "@relayscope/engine";
import type { PaneMode } from "@relayscope/share";
import type { BoardPlace } from "../board.ts";
import { shownMode } from "../graphRequests.ts";
import { playAt, playOf } from "../play.ts";
import type { ActionContext } from "./context.ts";

/** Played passes are shown with the stage before them. */
const played = (panes: PaneMode): PaneMode => (panes === "across" || panes === "down" ? panes : "split");

/** Leaves the played pass. What the user did not change meanwhile is as before it was entered. */
export function leavePass({ getState, setState, setView, viewports }: ActionContext): void {
  const state = getState();
  const { view, play, run } = state;
  const outside = play?.outside;
  setState({ play: undefined, pointed: [] });
  if (!outside) return;
  const mode = view.mode === "operators" ? outside.mode : view.mode;
  setView({ mode, panes: view.panes === played(outside.panes) ? outside.panes : view.panes });
  if (shownMode(getState()) === shownMode(state)) return;
  if (outside.place) viewports.place(outside.place);
  else viewports.release(run.epoch);
}

/** Enters a pass, steps through its decisions and leaves it. */
export function playActions(context: ActionContext) {
  const { getState, setState, setView, requests, viewports } = context;
  return {
    /** Plays a stage's pass from its first decision on; the other pane shows the stage before. */
    enterPass: (stage: number) => {
      const state = getState();
      const { mode, panes } = state.view;
      const isMap = shownMode(state) === "map";
      const outside = state.play?.outside ?? { mode, panes, place: isMap ? viewports.snapshot() : undefined };
      setView({ stage, mode: "operators", panes: played(panes) });
      setState({ play: { ...playOf(stage), outside } });
      if (isMap) viewports.release(state.run.epoch);
    },
    /** Shows a place of the blackboard: a decision, or the result of a pass. */
    goToPlace: ({ stage, step }: BoardPlace) => {
      setView({ stage, mode: "operators" });
      setState(({ play }) => ({
        play:
          step === undefined
            ? undefined
            : play?.stage === stage
              ? { ...play, at: step }
              : { ...playOf(stage), at: step, outside: play?.outside },
        pointed: [],
      }));
    },
    leavePass: () => leavePass(context),
    goToStep: (at: number) =>
      setState(({ play }) => (play && at >= 0 && (play.last === 0 || at <= play.last) ? { play: { ...play, at } } : {})),
    /** Shows a step of the played pass in the picture; does nothing if the pass was left meanwhile. */
    showStep: (stage: number, steps: readonly PassStep[], at: number) => {
      const before = getState().play;
      if (before?.stage !== stage) return;
      const play = { ...playAt(stage, steps, at), outside: before.outside };
      const pointed = [...play.nodes, ...play.blockers];
      setState({ play, pointed });
      if (pointed.length > 0) requests.ask("reveal", { isCloseUp: false });
    },
  };
}
