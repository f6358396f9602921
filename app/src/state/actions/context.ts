/** What all actions are made over. */
import type { Engine } from "@relayscope/engine";
import type { StoreApi } from "zustand/vanilla";
import type { GraphCache } from "../graphCache.ts";
import type { Notice, PageState, PageView } from "../model.ts";
import type { Runner } from "../runner.ts";
import type { PageStorage } from "../storage.ts";
import type { Viewports } from "../viewports.ts";
import { withoutDocument } from "./newDocument.ts";

/** How many edits can be undone. */
export const undoDepth = 200;

/** The parts of the page that actions reach. */
export interface ActionParts {
  readonly store: StoreApi<PageState>;
  readonly engine: Engine;
  readonly runner: Runner;
  readonly viewports: Viewports;
  readonly storage: PageStorage;
  readonly graphs: GraphCache;
}

export type ActionContext = ReturnType<typeof createActionContext>;

/** Something on its way to the page that is to take the document's place: the newest wins. */
export interface Opening {
  /** Whether nothing newer was opened, and the text is as it was when this began. */
  isWanted(): boolean;
  /** Says that it was dropped, where what the user did meanwhile was an edit. */
  sayDropped(name: string): void;
}

/** The parts, with what actions of every topic do: change the view, and tell the user something. */
export function createActionContext({ store, ...parts }: ActionParts) {
  const { getState, setState } = store;
  const notify = (notice: Notice) => setState((state) => ({ notices: [...state.notices.filter((n) => n.id !== notice.id), notice] }));
  let opened = 0;
  return {
    ...parts,
    /** Begins to open something; what was begun before is not wanted any more. */
    beginOpening(): Opening {
      const own = ++opened;
      const { documentNumber, document } = getState();
      const isNewest = () => own === opened && getState().documentNumber === documentNumber;
      return {
        isWanted: () => isNewest() && getState().document.text === document.text,
        sayDropped(name) {
          if (isNewest())
            notify({ id: "file", tone: "warning", text: `\`${name}\` was not opened: the text was edited meanwhile. Open it once more.` });
        },
      };
    },
    store,
    getState,
    setState,
    setView: (change: Partial<PageView>) => setState((state) => ({ view: { ...state.view, ...change } })),
    notify,
    dismiss: (id: string) => setState((state) => ({ notices: state.notices.filter((n) => n.id !== id) })),
    /** Puts away all that was said of the document on screen. */
    dismissOfDocument: () => setState(withoutDocument),
  };
}
