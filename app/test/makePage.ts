/** A page without a browser: the store and its actions over the engine in process, and a memory for a storage. */
// Loaded at once: what is stored or said while a test ends would else be loaded after its end.
import "@relayscope/share";
import "../src/state/actions/outcomes.ts";
import { createEngine, type Engine } from "@relayscope/engine";
import { createPage, type Page } from "../src/state/page.ts";
import { createStorage } from "../src/state/storage.ts";
import type { WeightStore } from "../src/state/weights/weightStore.ts";

/** A storage that forgets when the test ends. */
export function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (i) => [...kept.keys()][i] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

/** A page that nothing was opened on, over what the browser stores and what the tab does. */
export function makePage(
  backend: Storage = memory(),
  tab: Storage = memory(),
  engine: Engine = createEngine(),
  weights?: WeightStore,
): Page {
  return createPage(() => engine, createStorage(backend, tab, weights));
}

/** Waits for the state to be so. */
export function until(page: Page, holds: (state: ReturnType<Page["store"]["getState"]>) => boolean): Promise<void> {
  if (holds(page.store.getState())) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = page.store.subscribe((state) => {
      if (!holds(state)) return;
      stop();
      resolve();
    });
  });
}

/** Writes `text` into the page and waits for its run to end. */
export async function run(page: Page, text: string): Promise<void> {
  page.actions.setText(text);
  await until(page, (s) => s.run.status === "finished");
}

/** A page that has run a text. */
export async function pageOf(text: string): Promise<Page> {
  const page = makePage();
  await run(page, text);
  return page;
}
