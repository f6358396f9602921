import type { Page } from "../page.ts";

/** Runs a command of the page, whose code is loaded where it is not here yet. */
export function command(id: string, page: Page): void {
  // At once: the letters that are typed next belong to the search.
  if (id === "search") page.actions.showDialog("search");
  else void import("./commands.ts").then(({ runCommand }) => runCommand(id, page));
}
