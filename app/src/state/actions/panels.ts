/** Panels, tabs, dialogs and preferences: the page around the picture. */
import type { Range } from "@relayscope/engine";
import type { DialogName, LeftTab, PagePart, Preferences } from "../model.ts";
import type { ActionContext } from "./context.ts";

/** Opens and turns the panels beside the picture. */
export function panelActions({ setState }: ActionContext) {
  return {
    setPreferences: (change: Partial<Preferences>) => setState((state) => ({ preferences: { ...state.preferences, ...change } })),
    showLeft: (leftTab: LeftTab) =>
      setState((state) => ({ leftTab, part: "text", preferences: { ...state.preferences, isLeftOpen: true } })),
    showInspector: (inspectorTab: string) =>
      setState((state) => ({
        inspectorTab,
        part: "inspector",
        isDrawerOpen: true,
        preferences: { ...state.preferences, isInspectorOpen: true },
      })),
    setDrawer: (isDrawerOpen: boolean) => setState({ isDrawerOpen }),
    setInspectorTab: (inspectorTab: string) => setState({ inspectorTab }),
    showDialog: (dialog: DialogName | undefined) => setState({ dialog }),
    /** Shows a place of the input text in the editor. */
    showText: (range: Range) => {
      setState((state) => ({
        textMark: { range, from: "graph" },
        leftTab: "relay",
        part: "text",
        preferences: { ...state.preferences, isLeftOpen: true },
      }));
    },
    showPart: (part: PagePart) => setState({ part }),
    /** Lists the patterns at the selected node in the inspector, with one of them open. */
    showPatterns: (entry: string) =>
      setState((state) => ({ inspectorTab: "why", patterns: { isOpen: true, entry, request: state.patterns.request + 1 } })),
    openPattern: (entry: number | undefined) => setState((state) => ({ patterns: { ...state.patterns, entry } })),
    setPatternsOpen: (isOpen: boolean) =>
      setState(({ patterns }) => ({ patterns: { entry: undefined, isOpen, request: patterns.request + (isOpen ? 1 : 0) } })),
  };
}
