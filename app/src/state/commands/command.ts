import type { Page } from "../page.ts";

/** Runs a command of the page, whose code is loaded where it is not here yet. */
export function command(id: string, page: Page): void {
  void import("./commands.ts").then(({ runCommand }) => runCommand(id, page));
}
