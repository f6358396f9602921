/** What all actions share. */
import type { Engine } from "@relayscope/engine";
import type { StoreApi } from "zustand/vanilla";
import type { GraphCache } from "../graphCache.ts";
import type { Notice, PageState, PageView } from "../model.ts";
import type { Requests } from "../requests.ts";
import type { Runner } from "../runner.ts";
import type { PageStorage } from "../storage.ts";
import type { Viewports } from "../viewports.ts";
import { newDocument, untitled, withoutDocument } from "./newDocument.ts";

/** The parts of the page that actions use. */
export interface ActionParts {
  readonly store: StoreApi<PageState>;
  readonly engine: Engine;
  readonly runner: Runner;
  readonly viewports: Viewports;
  readonly storage: PageStorage;
  readonly graphs: GraphCache;
  readonly requests: Requests;
}

export type ActionContext = ReturnType<typeof createActionContext>;

/** Something that is loading and will replace the document. The newest wins. */
export interface Opening {
  /** Whether nothing newer was opened, and the text has not changed since this began. */
  isWanted(): boolean;
  /** Reports that it was dropped, if an edit by the user is the reason. */
  sayDropped(name: string): void;
}

/** The parts, with what actions of every topic do: change the view, and notify the user. */
export function createActionContext({ store, ...parts }: ActionParts) {
  const { getState, setState } = store;
  const notify = (notice: Notice) => setState((state) => ({ notices: [...state.notices.filter((n) => n.id !== notice.id), notice] }));
  let opened = 0;
  return {
    ...parts,
    /** Starts to open something and cancels what was being opened before. */
    beginOpening(): Opening {
      const own = ++opened;
      const { documentNumber, document } = getState();
      const isNewest = () => own === opened && getState().documentNumber === documentNumber;
      return {
        isWanted: () => isNewest() && getState().document.text === document.text,
        sayDropped(name) {
          if (isNewest())
            notify({ id: "file", tone: "warning", text: `\`${name}\` was not opened: the text was edited meanwhile. Open it again.` });
        },
      };
    },
    store,
    getState,
    setState,
    /** Begins an untitled document with the present settings. */
    beginDocument: () => setState((state) => ({ document: untitled(state.document), ...newDocument(state) })),
    setView: (change: Partial<PageView>) => setState((state) => ({ view: { ...state.view, ...change } })),
    notify,
    dismiss: (id: string) => setState((state) => ({ notices: state.notices.filter((n) => n.id !== id) })),
    /** Dismisses all notices about the document on screen. */
    dismissOfDocument: () => setState(withoutDocument),
  };
}
