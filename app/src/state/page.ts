/** The page's parts, made once and handed to components through a context. */
import type { Engine } from "@relayscope/engine";
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Actions, createActions } from "./actions.ts";
import { type Checks, createChecks } from "./checks/checks.ts";
import { createGraphCache, type GraphCache } from "./graphCache.ts";
import { initialState, type PageState } from "./model.ts";
import { Requests } from "./requests.ts";
import { createRunner } from "./runner.ts";
import type { PageStorage } from "./storage.ts";
import { Turns } from "./turns.ts";
import { Viewports } from "./viewports.ts";
import { type ColorPlaces, noPlaces } from "./wordPlaces.ts";

export interface Page {
  readonly store: StoreApi<PageState>;
  readonly engine: Engine;
  /** Makes another engine, in a worker of its own. The caller disposes of it. */
  readonly makeEngine: () => Engine;
  readonly graphs: GraphCache;
  readonly viewports: Viewports;
  readonly requests: Requests;
  readonly actions: Actions;
  readonly storage: PageStorage;
  readonly checks: Checks;
  /** Shares frames among the pictures that are being mounted. */
  readonly turns: Turns;
  /** The same colors in both panes and at each stage. */
  readonly colorPlaces: ColorPlaces;
}

/** A page over an engine and a storage, empty until `startPage`. */
export function createPage(makeEngine: () => Engine, storage: PageStorage): Page {
  const engine = makeEngine();
  const store = createStore<PageState>()(() => ({ ...initialState, preferences: storage.loadPreferences() }));
  const viewports = new Viewports();
  const requests = new Requests();
  const graphs = createGraphCache(engine);
  const runner = createRunner(store, engine);
  const actions = createActions({ store, engine, runner, viewports, storage, graphs, requests });
  return {
    store,
    engine,
    makeEngine,
    viewports,
    requests,
    actions,
    storage,
    graphs,
    checks: createChecks(store, engine),
    turns: new Turns(),
    colorPlaces: noPlaces(),
  };
}

export const PageContext = createContext<Page | undefined>(undefined);

/** The page that the component is used in. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error("no page around this component");
  return page;
}

/** A part of the page's state; the component renders again when it changes. */
export function usePageState<T>(select: (state: PageState) => T): T {
  return useStore(usePage().store, select);
}
