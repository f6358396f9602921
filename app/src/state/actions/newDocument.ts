/** The state and notices that are dropped when another document replaces the one on screen. */
import { nothingSelected, type PageDocument, type PageState, type PastEntry, type WholeDocument, weightsOf } from "../model.ts";

/** Notices about the page or about an address that was not opened. All others are about the document on screen. */
const ofPage: ReadonlySet<string> = new Set(["catalog", "link", "version", "worker"]);

/** Notices about the document's text at that moment: an edit makes them untrue. */
const ofText: ReadonlySet<string> = new Set(["language", "look", "welcome", "applied", "flow", "python", "undone"]);

/** Notices about the settings at that moment: a change makes them untrue. */
const ofSettings: ReadonlySet<string> = new Set(["applied", "flow", "look", "pasted", "target", "undone", "welcome"]);

/** The notices that stay when another document is put on screen. */
export function withoutDocument({ notices }: Pick<PageState, "notices">): Pick<PageState, "notices"> {
  return { notices: notices.filter((notice) => ofPage.has(notice.id)) };
}

/** The notices that stay when the document's text is edited. */
export function withoutText({ notices }: Pick<PageState, "notices">): Pick<PageState, "notices"> {
  return { notices: notices.filter((notice) => !ofText.has(notice.id)) };
}

/** The notices that stay when the settings change. */
export function withoutSettings({ notices }: Pick<PageState, "notices">): Pick<PageState, "notices"> {
  return { notices: notices.filter((notice) => !ofSettings.has(notice.id)) };
}

/** How many edits can be undone. */
const undoDepth = 200;

/** One more step of undo, which restores `entry`. */
export function stepFrom({ past }: Pick<PageState, "past">, entry: PastEntry): Pick<PageState, "past" | "future"> {
  return { past: [...past.slice(1 - undoDepth), entry], future: [] };
}

/** The document without title and note, which describe another text. */
export function untitled({ title: _, note: __, ...document }: PageDocument): PageDocument {
  return document;
}

/** The document, its view and the values of its weights, for undo of what replaces them. */
export function wholeOf(state: Pick<PageState, "document" | "view" | "weights" | "documentNumber">): WholeDocument {
  return { ...state.document, view: state.view, values: weightsOf(state) };
}

type NewDocument = Pick<PageState, "documentNumber" | "notices" | "preferences" | "legendLine"> & typeof nothingSelected;

/**
 * What changes in the state, apart from document and view, when another document is put on screen. Its regions decide
 * what colors represent.
 */
export function newDocument(state: PageState): NewDocument {
  const preferences = { ...state.preferences, colorBy: undefined };
  return { documentNumber: state.documentNumber + 1, preferences, legendLine: undefined, ...withoutDocument(state), ...nothingSelected };
}
