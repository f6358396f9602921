/** Panels, tabs, dialogs and preferences: the page around the picture. */
import type { Range } from "@relayscope/engine";
import type { DialogName, Learning, LeftTab, PagePart, Pane, Preferences } from "../model.ts";
import type { ActionContext } from "./context.ts";

/** Tabs that tell of a node, or of a boundary. */
const tellsOf: Readonly<Record<"node" | "why", ReadonlySet<string>>> = {
  node: new Set(["node", "why", "whatIf"]),
  why: new Set(["why", "whatIf"]),
};

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
    /**
     * Shows what there is to say of what was selected by a press in a pane: its details, or why it is where it is. A tab that tells it already stays.
     * With `isFocused` the focus goes there.
     */
    tell: (tab: "node" | "why", pane: Pane, isFocused = false) =>
      setState((state) => ({
        inspectorTab: tellsOf[tab].has(state.inspectorTab) ? state.inspectorTab : tab,
        isDrawerOpen: true,
        drawerPane: pane === "after" ? "before" : "after",
        isInspectorWanted: isFocused,
        preferences: { ...state.preferences, isInspectorOpen: true },
      })),
    /** The focus went to the inspector. */
    inspectorReached: () => setState({ isInspectorWanted: false }),
    /** Closes the sheet where it told of what is no more selected. */
    tellNothing: () =>
      setState((state) => ({ isDrawerOpen: state.isDrawerOpen && state.inspectorTab !== "node" && state.inspectorTab !== "why" })),
    setDrawer: (isDrawerOpen: boolean) => setState({ isDrawerOpen }),
    setInspectorTab: (inspectorTab: string) => setState({ inspectorTab }),
    /** Opens the course or a lesson beside the picture, or closes it. */
    learn: (learning: Learning | undefined) => setState({ learning, dialog: undefined }),
    showDialog: (dialog: DialogName | undefined) => setState({ dialog, typedAhead: "" }),
    typeAhead: (text: string) => setState(({ typedAhead }) => ({ typedAhead: typedAhead + text })),
    /** Shows the picture on the blackboard, or the page again. */
    showBoard: (isBoard: boolean) => setState({ isBoard, dialog: undefined }),
    /** Lays a page of the guide over all, or takes the guide away. */
    showGuide: (guide: string | undefined) => setState({ guide, dialog: undefined }),
    /** Shows a place of the input text in the editor. */
    showText: (range: Range) => {
      setState((state) => ({
        textMark: { range, others: [], from: "graph" },
        leftTab: "relay",
        part: "text",
        preferences: { ...state.preferences, isLeftOpen: true },
      }));
    },
    showPart: (part: PagePart) => setState({ part, isDrawerOpen: false }),
    /** Lists the patterns at the selected node in the inspector, with one of them open. */
    showPatterns: (entry: string) =>
      setState((state) => ({ inspectorTab: "why", patterns: { isOpen: true, entry, request: state.patterns.request + 1 } })),
    openPattern: (entry: number | undefined) => setState((state) => ({ patterns: { ...state.patterns, entry } })),
    setPatternsOpen: (isOpen: boolean) =>
      setState(({ patterns }) => ({ patterns: { entry: undefined, isOpen, request: patterns.request + (isOpen ? 1 : 0) } })),
  };
}
