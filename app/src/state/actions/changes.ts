/** Tried changes. Their code is loaded when the first one is applied. */
import type { BoundaryNodes, Cure } from "@relayscope/engine";
import type { AppliedChange } from "../model.ts";
import type { ActionContext } from "./context.ts";
import type { settingsActions } from "./settings.ts";

/** Applies changes, undoes them, and reduces a module. Each promise resolves once its run has started. */
export function changeActions(context: ActionContext, { offerUndo }: Pick<ReturnType<typeof settingsActions>, "offerUndo">) {
  const load = async () => (await import("./cures.ts")).cureActions(context, offerUndo);
  return {
    applyChange: async (cure: Cure): Promise<void> => (await load()).applyChange(cure),
    takeBack: async (change: AppliedChange): Promise<void> => (await load()).takeBack(change),
    reduce: async (boundary: BoundaryNodes): Promise<void> => (await load()).reduce(boundary),
  };
}
