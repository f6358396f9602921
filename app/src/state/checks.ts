/** Checks of passes: whether the module still computes the same. Kept next to the page's state, for as long as the run they were made of. */
import type { CheckAnswer, Engine } from "@relayscope/engine";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { PageState } from "./model.ts";

export interface PassCheck {
  readonly status: "running" | "done";
  readonly answer: CheckAnswer | undefined;
}

export interface ChecksState {
  /** By stage. */
  readonly byStage: ReadonlyMap<number, PassCheck>;
  /** Stages that are checked one after the other, where all were asked for; empty again once that is put away. */
  readonly all: readonly number[];
}

export interface Checks {
  readonly store: StoreApi<ChecksState>;
  /** Checks the pass of a stage; another check that is under way ends. */
  start(stage: number): Promise<void>;
  /** Checks every pass that ran and has no answer yet, one after the other. */
  startAll(): Promise<void>;
  /** Ends what is under way; answers that were given stay. */
  cancel(): void;
  /** No more says how far the check of all is. */
  putAway(): void;
}

const none: ChecksState = { byStage: new Map(), all: [] };

/** Whether there is something to check: the pass ran. */
export function isCheckable(status: PageState["run"]["stages"][number]["status"] | undefined): boolean {
  return status === "done" || status === "unchanged";
}

/** Checks over an engine; a new run of the page forgets them. */
export function createChecks(page: StoreApi<PageState>, engine: Engine): Checks {
  const store = createStore<ChecksState>()(() => none);
  let asked = 0;

  page.subscribe((state, before) => {
    if (state.run.epoch === before.run.epoch) return;
    asked++;
    store.setState(none);
  });

  function put(stage: number, check: PassCheck | undefined): void {
    const byStage = new Map(store.getState().byStage);
    if (check) byStage.set(stage, check);
    else byStage.delete(stage);
    store.setState({ byStage });
  }

  function forgetRunning(): void {
    for (const [stage, check] of store.getState().byStage) if (check.status === "running") put(stage, undefined);
  }

  /** Asks for one stage, unless something else was asked since. */
  async function ask(stage: number, own: number): Promise<void> {
    if (own !== asked) return;
    forgetRunning();
    put(stage, { status: "running", answer: undefined });
    const answer = await engine.check(page.getState().run.epoch, stage).catch((error: unknown): CheckAnswer => {
      const sentence = error instanceof Error ? error.message : String(error);
      return { kind: "unknown", sentence, notes: [], node: undefined };
    });
    if (own === asked) put(stage, { status: "done", answer });
  }

  return {
    store,
    start: async (stage) => {
      store.setState({ all: [] });
      await ask(stage, ++asked);
    },
    startAll: async () => {
      const own = ++asked;
      forgetRunning();
      const all = page.getState().run.stages.flatMap((s) => (s.stage > 0 && isCheckable(s.status) ? [s.stage] : []));
      store.setState({ all });
      for (const stage of all) {
        const known = store.getState().byStage.get(stage)?.answer;
        if (known && known.kind !== "canceled") continue;
        await ask(stage, own);
      }
    },
    cancel: () => {
      asked++;
      engine.cancelCheck();
      forgetRunning();
      store.setState({ all: [] });
    },
    putAway: () => store.setState({ all: [] }),
  };
}
