import type { Page } from "../page.ts";

let loading: Promise<typeof import("./commands.ts")> | undefined;

/** Runs a command of the page and loads its code if needed. Commands run in the order of the calls. */
export function command(id: string, page: Page): void {
  // At once, as the next typed characters belong to the search.
  if (id === "search") {
    page.actions.showDialog("search");
    return;
  }
  // One promise for all: a second import may finish before the first.
  loading ??= import("./commands.ts");
  loading.then(
    ({ runCommand }) => runCommand(id, page),
    () => {
      loading = undefined;
    },
  );
}
