/** What all actions are made over. */
import type { Engine } from "@relayscope/engine";
import type { StoreApi } from "zustand/vanilla";
import type { GraphCache } from "../graphCache.ts";
import type { Notice, PageState, PageView } from "../model.ts";
import type { Runner } from "../runner.ts";
import type { PageStorage } from "../storage.ts";
import type { Viewports } from "../viewports.ts";
import { withoutDocument } from "./newDocument.ts";

/** How many edits can be undone. */
export const undoDepth = 200;

/** The parts of the page that actions reach. */
export interface ActionParts {
  readonly store: StoreApi<PageState>;
  readonly engine: Engine;
  readonly runner: Runner;
  readonly viewports: Viewports;
  readonly storage: PageStorage;
  readonly graphs: GraphCache;
}

export type ActionContext = ReturnType<typeof createActionContext>;

/** The parts, with what actions of every topic do: change the view, and tell the user something. */
export function createActionContext({ store, ...parts }: ActionParts) {
  const { getState, setState } = store;
  return {
    ...parts,
    store,
    getState,
    setState,
    setView: (change: Partial<PageView>) => setState((state) => ({ view: { ...state.view, ...change } })),
    notify: (notice: Notice) => setState((state) => ({ notices: [...state.notices.filter((n) => n.id !== notice.id), notice] })),
    dismiss: (id: string) => setState((state) => ({ notices: state.notices.filter((n) => n.id !== id) })),
    /** Puts away all that was said of the document on screen. */
    dismissOfDocument: () => setState(withoutDocument),
  };
}
