/** The module that was on the page before. */
import type { Snapshot } from "@relayscope/share";
import { snapshotOf } from "../snapshots.ts";
import type { ActionContext } from "./context.ts";

/** Puts the previous module in the place of the document, which becomes the previous one; nothing if none is stored. */
export async function openPrevious(context: ActionContext, open: (snapshot: Snapshot) => void): Promise<void> {
  const { storage, store, viewports, notify, beginOpening } = context;
  const swap = (snapshot: Snapshot) => {
    const left = snapshotOf(store.getState(), viewports);
    storage.savePrevious(left);
    open(snapshot);
    notify({ id: "previous", tone: "info", text: "Your last module is back.", action: { label: "Undo", run: () => swap(left) } });
  };
  const { isWanted } = beginOpening();
  const previous = await storage.loadPrevious();
  if (previous && isWanted()) swap(previous);
}
