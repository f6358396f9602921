/** Panels, tabs, dialogs and preferences: the page around the picture. */
import type { CodePlace, Range } from "@relayscope/engine";
import type { InspectorTab } from "@relayscope/share";
import {
  type DialogName,
  type Learning,
  type LeftTab,
  type MenuName,
  type PagePart,
  type PageState,
  type Preferences,
  withEditor,
} from "../model.ts";
import type { ActionContext } from "./context.ts";

/**
 * Opens or closes an inspector without a column of its own. When it opens the editor folds; when it closes the editor
 * returns.
 */
function drawer(before: PageState, isDrawerOpen: boolean): Pick<PageState, "isDrawerOpen" | "isLeftKept"> {
  return { isDrawerOpen, isLeftKept: isDrawerOpen && before.isDrawerOpen && before.isLeftKept };
}

/** Opens and turns the panels next to the picture. */
export function panelActions({ setState, requests }: ActionContext) {
  return {
    setPreferences: (change: Partial<Preferences>) =>
      setState((state) => ({
        preferences: { ...state.preferences, ...change },
        // Other colors have other lines in their legend.
        ...("colorBy" in change ? { legendLine: undefined } : {}),
      })),
    showLeft: (leftTab: LeftTab) => setState((state) => ({ leftTab, part: "text", ...withEditor(state) })),
    /** Opens the editor, or folds it away. */
    showEditor: (isShown: boolean) =>
      setState((state) => (isShown ? withEditor(state) : { preferences: { ...state.preferences, isLeftOpen: false } })),
    showInspector: (inspectorTab: InspectorTab) =>
      setState((state) => ({
        inspectorTab,
        part: "inspector",
        ...drawer(state, true),
        preferences: { ...state.preferences, isInspectorOpen: true },
      })),
    /** Shows the facts of the selection. `isFocused` also moves the focus there. */
    inspect: (isFocused = false) =>
      setState((state) => ({
        inspectorTab: "selection",
        ...drawer(state, true),
        isInspectorWanted: isFocused,
        preferences: { ...state.preferences, isInspectorOpen: true },
      })),
    /** Records that the focus has reached the inspector. */
    inspectorReached: () => setState({ isInspectorWanted: false }),
    /** Closes the inspector if it shows a selection that no longer exists. */
    stopInspecting: () => setState((state) => drawer(state, state.isDrawerOpen && state.inspectorTab !== "selection")),
    setDrawer: (isDrawerOpen: boolean) => setState((state) => drawer(state, isDrawerOpen)),
    /** Folds the inspector away, or shows it again, where it has a column of its own or not. */
    foldInspector: (isFolded: boolean, hasColumn: boolean) =>
      setState((state) => ({
        ...drawer(state, !isFolded),
        ...(hasColumn ? { preferences: { ...state.preferences, isInspectorOpen: !isFolded } } : {}),
      })),
    filterList: (listFilter: PageState["listFilter"]) => setState({ listFilter }),
    setInspectorTab: (inspectorTab: InspectorTab) => setState({ inspectorTab }),
    /** Opens the course or a lesson next to the picture, or closes it. */
    learn: (learning: Learning | undefined) =>
      setState((state) => ({ learning, dialog: undefined, isLeftKept: state.isLeftKept && learning?.kind !== "list" })),
    showDialog: (dialog: DialogName | undefined) => setState({ dialog, typedAhead: "" }),
    /** Opens a menu of the header, in place of another one, or closes it. */
    showMenu: (name: MenuName, isOpen = true) =>
      setState(({ openMenu }) => ({ openMenu: isOpen ? name : openMenu === name ? undefined : openMenu })),
    typeAhead: (text: string) => setState(({ typedAhead }) => ({ typedAhead: typedAhead + text })),
    /** Shows the picture on the blackboard, or the page again. */
    showBoard: (isBoard: boolean) => setState({ isBoard, dialog: undefined }),
    /** Opens a page of the guide over everything, or closes the guide. */
    showGuide: (guide: string | undefined) => setState({ guide, dialog: undefined }),
    /** Shows a place of the input text in the editor. */
    showText: (range: Range) => {
      requests.ask("text", range);
      setState((state) => ({
        textMark: { range, others: [], from: "graph" },
        leftTab: "relay",
        part: "text",
        ...withEditor(state),
      }));
    },
    /** Shows a line of a file of the chosen target. Each call moves the focus there. */
    showCode: (place: CodePlace) =>
      setState((state) => ({ codeMark: { ...place }, leftTab: "target", part: "text", ...withEditor(state) })),
    /** Records the problems of the text in the file editor. */
    setDraftProblems: (draftProblems: PageState["draftProblems"]) => setState({ draftProblems }),
    showPart: (part: PagePart) => setState({ part, isDrawerOpen: false }),
    /** Lists the patterns at the selected node in the inspector, with one of them open. */
    showPatterns: (entry: string) => {
      setState({ inspectorTab: "selection", patterns: { isOpen: true, entry } });
      requests.ask("patterns", undefined);
    },
    openPattern: (entry: number | undefined) => setState((state) => ({ patterns: { ...state.patterns, entry } })),
    setPatternsOpen: (isOpen: boolean) => {
      setState({ patterns: { entry: undefined, isOpen } });
      if (isOpen) requests.ask("patterns", undefined);
    },
  };
}
