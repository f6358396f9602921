/** What goes from the page when another document takes the place of the one on screen. */
import { nothingSelected, type PageDocument, type PageState } from "../model.ts";

/** Notices that speak of the page or of an address that was not opened; all others speak of the document on screen. */
const ofPage: ReadonlySet<string> = new Set(["catalog", "link", "version", "worker"]);

/** Notices that speak of the document's text as it stood: an edit makes them untrue. */
const ofText: ReadonlySet<string> = new Set(["language", "look", "welcome", "applied"]);

/** The notices that stay when another document is put on screen. */
export function withoutDocument({ notices }: Pick<PageState, "notices">): Pick<PageState, "notices"> {
  return { notices: notices.filter((notice) => ofPage.has(notice.id)) };
}

/** The notices that stay when the document's text is edited. */
export function withoutText({ notices }: Pick<PageState, "notices">): Pick<PageState, "notices"> {
  return { notices: notices.filter((notice) => !ofText.has(notice.id)) };
}

/** The document without title and note, which are words about another text. */
export function untitled({ title: _, note: __, ...document }: PageDocument): PageDocument {
  return document;
}

/** What changes in the state, besides document and view, wherever another document is put on screen. */
export function newDocument(state: PageState): Pick<PageState, "documentNumber" | "notices"> & typeof nothingSelected {
  return { documentNumber: state.documentNumber + 1, ...withoutDocument(state), ...nothingSelected };
}
