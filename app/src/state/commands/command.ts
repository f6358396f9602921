import type { Page } from "../page.ts";

let loading: Promise<typeof import("./commands.ts")> | undefined;

/** Runs a command of the page, whose code is loaded where it is not here yet. Commands run in the order in which they are called. */
export function command(id: string, page: Page): void {
  // At once: the letters that are typed next belong to the search.
  if (id === "search") {
    page.actions.showDialog("search");
    return;
  }
  // One promise for all: a second import may be ready before the first.
  loading ??= import("./commands.ts");
  loading.then(
    ({ runCommand }) => runCommand(id, page),
    () => {
      loading = undefined;
    },
  );
}
