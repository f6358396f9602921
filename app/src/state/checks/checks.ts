/**
 * Checks of passes: whether the module still computes the same. Kept next to the page's state, as long as their run.
 */
import type { Engine } from "@relayscope/engine";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { PageState } from "../model.ts";
import type { ChecksState } from "./checksState.ts";

export interface Checks {
  readonly store: StoreApi<ChecksState>;
  /** Checks the pass of a stage and cancels any other check. */
  start(stage: number): Promise<void>;
  /** Checks every pass that ran and has no result yet, one after the other. */
  startAll(): Promise<void>;
  /** Cancels the present check; earlier results stay. */
  cancel(): void;
  /** Hides the progress of checking all. */
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
  const turn = { asked: 0 };
  page.subscribe((state, before) => {
    if (state.run.epoch === before.run.epoch) return;
    turn.asked++;
    store.setState(none);
  });
  const load = async () => (await import("./runChecks.ts")).checksOver(page, engine, store, turn);
  return {
    store,
    start: async (stage) => (await load()).start(stage),
    startAll: async () => {
      const stages = page.getState().run.stages.flatMap((s) => (s.stage > 0 && isCheckable(s.status) ? [s.stage] : []));
      await (await load()).startAll(stages);
    },
    cancel: () => void load().then((checks) => checks.cancel()),
    putAway: () => void load().then((checks) => checks.putAway()),
  };
}
