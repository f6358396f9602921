/** Runs checks; loaded with the first of them. */
import type { CheckAnswer, Engine } from "@relayscope/engine";
import type { StoreApi } from "zustand/vanilla";
import type { PageState } from "../model.ts";
import type { ChecksState, PassCheck } from "./checksState.ts";

interface RunningChecks {
  start(stage: number): Promise<void>;
  startAll(stages: readonly number[]): Promise<void>;
  cancel(): void;
  putAway(): void;
}

/** Checks over an engine, with their store. `turn` counts requests. */
export function checksOver(
  page: StoreApi<PageState>,
  engine: Engine,
  store: StoreApi<ChecksState>,
  turn: { asked: number },
): RunningChecks {
  function put(stage: number, check: PassCheck | undefined): void {
    const byStage = new Map(store.getState().byStage);
    if (check) byStage.set(stage, check);
    else byStage.delete(stage);
    store.setState({ byStage });
  }

  function forgetRunning(): void {
    for (const [stage, check] of store.getState().byStage) if (check.status === "running") put(stage, undefined);
  }

  /** Asks for one stage, unless there was a newer request. */
  async function ask(stage: number, own: number): Promise<void> {
    if (own !== turn.asked) return;
    forgetRunning();
    put(stage, { status: "running", answer: undefined });
    const answer = await engine.check(page.getState().run.epoch, stage).catch((error: unknown): CheckAnswer => {
      const sentence = error instanceof Error ? error.message : String(error);
      return { kind: "unknown", sentence, notes: [] };
    });
    if (own === turn.asked) put(stage, { status: "done", answer });
  }

  return {
    start: async (stage) => {
      store.setState({ all: [stage] });
      await ask(stage, ++turn.asked);
    },
    startAll: async (all) => {
      const own = ++turn.asked;
      forgetRunning();
      store.setState({ all });
      for (const stage of all) {
        const known = store.getState().byStage.get(stage)?.answer;
        if (known && known.kind !== "canceled") continue;
        await ask(stage, own);
      }
    },
    cancel: () => {
      turn.asked++;
      engine.cancelCheck();
      forgetRunning();
      store.setState({ all: [] });
    },
    putAway: () => store.setState({ all: [] }),
  };
}
