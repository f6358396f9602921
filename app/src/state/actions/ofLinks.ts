/** Notices about the link that opened the page. */
import type { Snapshot } from "@relayscope/share";
import type { Page } from "../page.ts";

const instead = {
  own: "Your own module is shown instead.",
  example: "The first example is shown instead.",
  nothing: "Open a file, or paste a module.",
} as const;

/** Says why a link could not be opened, and what is on the page instead. */
export function sayNotOpened({ actions }: Page, message: string, shown: keyof typeof instead): void {
  actions.notify({ id: "link", tone: "error", text: `${message} ${instead[shown]}` });
}

/** Offers to restore the user's own module, which a link replaced. */
export function offerBack({ actions }: Page, stored: Snapshot): void {
  actions.notify({
    id: "previous",
    tone: "info",
    text: "This is a shared picture. Your own module is kept.",
    action: { label: "Back to mine", run: () => actions.open(stored) },
  });
}
