/** A pass played decision by decision. */
import type { PassStep } from "@relayscope/engine";
import type { BoardPlace } from "../board.ts";
import { playAt, playOf } from "../play.ts";
import type { ActionContext } from "./context.ts";

/** Enters a pass, steps through its decisions and leaves it. */
export function playActions({ getState, setState, setView, requests }: ActionContext) {
  return {
    /** Plays a stage's pass from its first decision on; the other pane shows the stage before. */
    enterPass: (stage: number) => {
      const { panes } = getState().view;
      setView({ stage, mode: "operators", panes: panes === "across" || panes === "down" ? panes : "split" });
      setState({ play: playOf(stage) });
    },
    /** Shows a place of the blackboard: a decision, or the result of a pass. */
    goToPlace: ({ stage, step }: BoardPlace) => {
      setView({ stage, mode: "operators" });
      setState(({ play }) => ({
        play: step === undefined ? undefined : play?.stage === stage ? { ...play, at: step } : { ...playOf(stage), at: step },
        pointed: [],
      }));
    },
    leavePass: () => setState({ play: undefined, pointed: [] }),
    goToStep: (at: number) =>
      setState(({ play }) => (play && at >= 0 && (play.last === 0 || at <= play.last) ? { play: { ...play, at } } : {})),
    /** Shows a step of the played pass in the picture; does nothing if the pass was left meanwhile. */
    showStep: (stage: number, steps: readonly PassStep[], at: number) => {
      const play = playAt(stage, steps, at);
      const pointed = [...play.nodes, ...play.blockers];
      if (getState().play?.stage !== stage) return;
      setState({ play, pointed });
      if (pointed.length > 0) requests.ask("reveal", { isCloseUp: false });
    },
  };
}
