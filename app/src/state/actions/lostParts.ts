/** Sentences about stored documents with parts that could not be read. */
import type { Snapshot } from "@relayscope/share";
import type { Page } from "../page.ts";

const named = (paths: readonly string[]) => paths.map((path) => `\`${path}\``).join(", ");

/**
 * Names the unreadable parts of the document on the page and of the document stored in the browser. The two differ if
 * the page restored the document of its tab.
 */
export function notRestored(shown: readonly string[], stored: readonly string[]): string {
  const here = "Your module is here again";
  return [
    shown.length > 0 ? `${here}, without what could not be read of its stored form: ${named(shown)}.` : `${here}, as this tab had it.`,
    ...(stored.length > 0 ? [`The module that the browser stored last lacks what could not be read: ${named(stored)}.`] : []),
  ].join(" ");
}

/** Names the parts that are missing of what is shown, and of what is stored if that is another document. */
export function sayLost({ storage, actions }: Page, shown: Snapshot, stored: Snapshot | undefined): void {
  const here = storage.lost.get(shown) ?? [];
  const there = (stored && stored.text !== shown.text && storage.lost.get(stored)) || [];
  if (here.length + there.length > 0) actions.notify({ id: "stored", tone: "warning", text: notRestored(here, there) });
}
