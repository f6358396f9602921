import type { Page } from "./page.ts";

/** Asks for the catalog. If that fails, asks once more after the next successful run. */
export function loadCatalog(page: Page): void {
  const { engine, store, actions } = page;
  engine.catalog().then(
    (catalog) => {
      store.setState({ catalog });
      actions.dismiss("catalog");
    },
    (error: unknown) => {
      actions.notify({
        id: "catalog",
        tone: "error",
        text: `The list of targets and passes could not be loaded: ${error instanceof Error ? error.message : error}`,
      });
      const stop = store.subscribe(({ run }, before) => {
        if (run.status !== "finished" || before.run.status === "finished") return;
        stop();
        loadCatalog(page);
      });
    },
  );
}
