/** What the page does by a key or through the search: one table for search and help. Keys are in `shortcuts.ts`. */
import { inspectorColumn, isLeftShown } from "../../hooks/useWidth.ts";
import { leaveText } from "../../left/leaveText.ts";
import { shownMode } from "../graphRequests.ts";
import { isInLesson, printLessonEvent } from "../lessonAddress.ts";
import { shownStage } from "../model.ts";
import type { Page } from "../page.ts";
import { isEmbedded } from "../site.ts";
import { flagNames, viewFlags } from "../viewFlags.ts";
import { goToBoundary } from "./goToBoundary.ts";
import { shortcuts } from "./shortcuts.ts";

export interface Command {
  readonly id: string;
  readonly title: string;
  /** Its keys, as in `shortcuts.ts`; empty if it has none. */
  readonly keys: readonly string[];
  readonly run: (page: Page) => void;
}

function turnPanes({ actions, store }: Page): void {
  actions.setPanes(store.getState().view.panes === "across" ? "down" : "across");
}

function stepInside({ actions, store }: Page): void {
  const state = store.getState();
  if (state.play) actions.leavePass();
  else actions.enterPass(shownStage(state));
}

function stepDecision({ actions, store }: Page, by: number): void {
  const { play } = store.getState();
  if (play) actions.goToStep(play.at + by);
}

function pinShown({ actions, store }: Page): void {
  const state = store.getState();
  actions.pin(state.view.pinned === undefined ? shownStage(state) : undefined);
}

function checkShown({ checks, store }: Page): void {
  const stage = shownStage(store.getState());
  if (stage > 0) void checks.start(stage);
}

function printShown(page: Page): void {
  if (isInLesson(page.store.getState())) {
    dispatchEvent(new Event(printLessonEvent));
    return;
  }
  import("../../print/printPicture.tsx")
    .then(({ printPicture }) => printPicture(page))
    .catch((error: unknown) =>
      page.actions.notify({ id: "print", tone: "error", text: `Nothing was printed: ${error instanceof Error ? error.message : error}` }),
    );
}

function letGo({ actions, store }: Page): void {
  if (store.getState().isDrawerOpen && innerWidth < inspectorColumn(store.getState())) actions.setDrawer(false);
  else if (store.getState().view.selection ?? store.getState().difference) actions.select(0, []);
  else if (store.getState().play) actions.leavePass();
  else if (store.getState().filter) actions.setFilter(undefined);
  else if (store.getState().legendLine !== undefined) actions.stressLegend(undefined);
  else if (document.activeElement === document.body) leaveText();
}

/** A page within another page does not open the guide over itself. */
function openGuide({ actions }: Page): void {
  if (!isEmbedded()) actions.showGuide("");
}

function showBoard({ actions }: Page): void {
  if (!isEmbedded()) actions.showBoard(true);
}

const titled: readonly Omit<Command, "keys">[] = [
  { id: "back", title: "Step to the pass before", run: ({ actions }) => actions.step(-1) },
  { id: "forward", title: "Step to the next pass", run: ({ actions }) => actions.step(1) },
  { id: "inside", title: "Step inside the pass, decision by decision, or leave it", run: stepInside },
  { id: "decisionBack", title: "Inside a pass: a decision back", run: (page) => stepDecision(page, -1) },
  { id: "decisionOn", title: "Inside a pass: a decision on", run: (page) => stepDecision(page, 1) },
  {
    id: "search",
    title: "Search operators, names, types, attributes, regions, causes, problems, passes, commands",
    run: ({ actions }) => actions.showDialog("search"),
  },
  {
    id: "inspect",
    title: "Go to what the inspector says of the selection",
    run: ({ actions }) => actions.inspect(true),
  },
  { id: "invertFilter", title: "Invert the picture's filter", run: ({ actions }) => actions.invertFilter() },
  { id: "fit", title: "Fit the whole picture", run: ({ actions }) => actions.fit() },
  { id: "reveal", title: "Bring the selection into view", run: ({ actions }) => actions.reveal() },
  {
    id: "mode",
    title: "Map or operators",
    run: ({ actions, store }) => actions.setMode(shownMode(store.getState()) === "map" ? "operators" : "map"),
  },
  { id: "nextChange", title: "Next change of this pass", run: ({ actions }) => actions.goToChange(1) },
  { id: "previousChange", title: "Previous change", run: ({ actions }) => actions.goToChange(-1) },
  { id: "nextBoundary", title: "Next boundary, with its cause", run: (page) => void goToBoundary(page, 1) },
  { id: "previousBoundary", title: "Previous boundary", run: (page) => void goToBoundary(page, -1) },
  { id: "onlyChanges", title: "Only changes", run: ({ actions }) => actions.toggleOnlyChanges() },
  {
    id: "wrap",
    title: "Wrap tall pictures into columns, or not",
    run: ({ actions, store }) => actions.setPreferences({ isWrapped: !store.getState().preferences.isWrapped }),
  },
  {
    id: "wheel",
    title: "Let the wheel zoom, or pan",
    run: ({ actions, store }) => actions.setPreferences({ isWheelZoom: !store.getState().preferences.isWheelZoom }),
  },
  { id: "zoomIn", title: "Zoom in", run: ({ viewports }) => viewports.zoomBy(1.25) },
  { id: "zoomOut", title: "Zoom out", run: ({ viewports }) => viewports.zoomBy(0.8) },
  { id: "trace", title: "Light the paths to inputs and outputs", run: ({ actions }) => actions.trace() },
  { id: "panes", title: "Before and after, side by side or one above the other", run: turnPanes },
  { id: "onePane", title: "One pane", run: ({ actions }) => actions.setPanes("after") },
  { id: "difference", title: "Text difference", run: ({ actions }) => actions.setPanes("diff") },
  { id: "textBeside", title: "The stage's text next to its picture", run: ({ actions }) => actions.setPanes("beside") },
  { id: "textAlone", title: "The stage's text instead of its picture", run: ({ actions }) => actions.setPanes("text") },
  { id: "pin", title: "Pin the shown stage next to the others, or let it go", run: pinShown },
  ...flagNames.map((name) => ({
    id: name,
    title: `Show or hide ${viewFlags[name].what}`,
    run: ({ actions, store }: Page) => actions.setView({ [name]: !store.getState().view[name] }),
  })),
  {
    id: "minimap",
    title: "Show or hide the minimap",
    run: ({ actions, store }) => actions.setPreferences({ isMinimapShown: !store.getState().preferences.isMinimapShown }),
  },
  { id: "check", title: "Check that the shown pass keeps the meaning", run: checkShown },
  { id: "checkAll", title: "Check all passes: does the module still compute the same?", run: ({ checks }) => void checks.startAll() },
  { id: "paste", title: "Paste Relay or a target from the clipboard", run: ({ actions }) => void actions.pasteFromClipboard() },
  { id: "open", title: "Open a file, a model or an example", run: ({ actions }) => actions.showMenu("Examples") },
  { id: "chooseTarget", title: "Choose a target, or open your own", run: ({ actions }) => actions.showMenu("Target") },
  { id: "undo", title: "Undo a change of pipeline or target", run: ({ actions }) => actions.undo() },
  { id: "redo", title: "Redo it", run: ({ actions }) => actions.redo() },
  {
    id: "letGo",
    title: "Close, let go of the selection, leave a pass, end the filter, show all colors, then go to the picture",
    run: letGo,
  },
  {
    id: "bind",
    title: "Bind or unbind parameters",
    run: ({ actions, store }) => actions.editSettings({ bindParameters: !store.getState().document.bindParameters }),
  },
  { id: "unfold", title: "Unfold all frames, close all cards", run: ({ actions }) => actions.setView({ collapsed: [], opened: [] }) },
  {
    id: "editor",
    title: "Show the editor, or fold it away",
    run: ({ actions, store }) => {
      const state = store.getState();
      actions.showEditor(!isLeftShown(state, innerWidth >= inspectorColumn(state)));
    },
  },
  { id: "outline", title: "Show the outline", run: ({ actions }) => actions.showLeft("outline") },
  { id: "pipeline", title: "Edit the pipeline", run: ({ actions }) => actions.showLeft("pipeline") },
  { id: "target", title: "Edit the target", run: ({ actions }) => actions.showLeft("target") },
  { id: "learn", title: "Learn: the course", run: ({ actions }) => actions.learn({ kind: "list" }) },
  { id: "compare", title: "Compare targets on this module", run: ({ actions }) => actions.showDialog("compare") },
  { id: "whatIf", title: "What would help?", run: ({ actions }) => actions.showInspector("improve") },
  { id: "print", title: "Print the picture and the list of regions", run: printShown },
  { id: "share", title: "Share or export this picture", run: ({ actions }) => actions.showDialog("share") },
  {
    id: "theme",
    title: "Light or dark theme",
    run: ({ actions, store }) => actions.setPreferences({ theme: store.getState().preferences.theme === "dark" ? "light" : "dark" }),
  },
  {
    id: "board",
    title: "Blackboard: the picture for a room, decision by decision",
    run: showBoard,
  },
  { id: "guide", title: "Guide: pages that explain", run: openGuide },
  { id: "help", title: "Help", run: ({ actions }) => actions.showDialog("help") },
];

/** All commands, in the order in which help lists them. */
export const commands: readonly Command[] = titled.map((command) => ({ ...command, keys: shortcuts.get(command.id)?.keys ?? [] }));

/** Runs a command by its id. */
export function runCommand(id: string, page: Page): void {
  commands.find((command) => command.id === id)?.run(page);
}
