/** What of the view survives a link and a reload: each field of the state is in a list, so that none is forgotten. */
import { decodeFile, decodeFragment, encodeFile, encodeFragment, type Snapshot } from "@relayscope/share";
import { expect, test } from "vitest";
import { initialPreferences, type PageState, type PageView, type Preferences } from "../../src/state/model.ts";
import { playOf } from "../../src/state/play.ts";
import type { PanelsSlice } from "../../src/state/slices/panels.ts";
import type { SelectionSlice } from "../../src/state/slices/selection.ts";
import { lastStage, type ViewSlice } from "../../src/state/slices/view.ts";
import { snapshotOf, surroundingNames } from "../../src/state/snapshots.ts";
import { makePage, pageOf, until } from "../makePage.ts";

/** For each field of the picture's view a value that is not its first one. */
const view: { readonly [Name in keyof PageView]-?: NonNullable<PageView[Name]> } = {
  stage: 3,
  selection: { stage: 2, nodes: [1, 2] },
  panes: "down",
  pinned: 1,
  collapsed: [11],
  mode: "operators",
  opened: [12, 13],
  repetitions: [{ stack: 12, at: 4 }],
  expanded: ["causes", "evidence 1 2", "search 4/5"],
  hideVariables: true,
  hideConstants: true,
  showAnnotations: true,
};

/** Preferences that a link carries; `own`: the reader's stay, a reload has them from the browser's memory. */
const preferences: { readonly [Name in keyof Preferences]-?: { readonly shared: Preferences[Name] } | "own" } = {
  theme: "own",
  // What is folded is not kept open: the third test has both.
  isLeftOpen: { shared: true },
  isInspectorOpen: { shared: true },
  isProblemsOpen: "own",
  isMinimapShown: "own",
  colorBy: { shared: "cause" },
  isWheelZoom: "own",
  isWrapped: { shared: false },
};

type Around = Omit<ViewSlice & SelectionSlice & PanelsSlice, "view" | "preferences">;

/** The rest of what is on screen: a value that a link carries, or why it does not. */
const around: {
  readonly [Name in keyof Around]-?: { readonly shared: Around[Name] } | "passing" | "of the window" | "of its own address";
} = {
  play: { shared: { ...playOf(3), at: 2 } },
  legendLine: "passing",
  leadingLegend: "of the window",
  isOnlyChanges: "passing",
  paneSize: "of the window",
  awaitedBanners: "passing",
  leftTab: { shared: "target" },
  listFilter: { shared: { words: "conv", target: "dnnl", cause: "no-rule" } },
  inspectorTab: { shared: "improve" },
  part: "of the window",
  dialog: "passing",
  openMenu: "passing",
  typedAhead: "passing",
  learning: "of its own address",
  modelFile: "passing",
  isBoard: { shared: true },
  guide: "of its own address",
  isDrawerOpen: { shared: true },
  isLeftKept: { shared: true },
  isInspectorWanted: "passing",
  notices: "passing",
  textMark: "passing",
  draftProblems: "passing",
  codeMark: "passing",
  stressed: "passing",
  pointed: "passing",
  patterns: { shared: { isOpen: true, entry: 4 } },
  selectedPair: { shared: { stage: 3, producer: 1, consumer: 2 } },
  selectedRegion: { shared: { stage: 3, region: 0 } },
  difference: "passing",
  filter: { shared: { query: "conv", isInverted: true } },
  isTraced: "passing",
};

/** The shared values of a list. */
function sharedOf<T>(list: { readonly [name: string]: { readonly shared: T } | string }): { readonly [name: string]: T } {
  return Object.fromEntries(Object.entries(list).flatMap(([name, entry]) => (typeof entry === "string" ? [] : [[name, entry.shared]])));
}

const ways: { readonly [name: string]: (snapshot: Snapshot) => ReturnType<typeof decodeFragment> } = {
  "a link": (snapshot) => decodeFragment(encodeFragment(snapshot)),
  "a reload": (snapshot) => decodeFile(encodeFile(snapshot)),
};

test.each(Object.entries(ways))("%s keeps each field of the view", async (_, carried) => {
  const page = await pageOf("def @main(%x: Tensor[(1, 8), float32]) { tan(nn.relu(%x)) }");
  const shared = { preferences: sharedOf<unknown>(preferences), around: sharedOf<unknown>(around) };
  page.store.setState((state: PageState) => ({ view, preferences: { ...state.preferences, ...shared.preferences }, ...shared.around }));
  const opened = carried(snapshotOf(page.store.getState(), { snapshot: () => ({ x: 1, y: 2, zoom: 0.5 }) }));
  if (opened.kind !== "ok") throw new Error("the snapshot opens");
  expect(opened.snapshot.view.camera).toEqual({ x: 1, y: 2, zoom: 0.5 });
  const other = makePage();
  other.actions.open(opened.snapshot, true);
  const state = other.store.getState();
  expect(state.view).toEqual(view);
  expect(state.preferences).toEqual({ ...initialPreferences, ...shared.preferences });
  expect(state).toMatchObject(shared.around);
  await until(other, (s) => s.run.status === "finished");
  expect(other.store.getState().view.expanded).toEqual(view.expanded);
});

test("a link with words explains its selection, unless the inspector was open on something else", async () => {
  const page = await pageOf("def @main(%x: Tensor[(1, 8), float32]) { tan(nn.relu(%x)) }");
  for (const isDrawerOpen of [true, false]) {
    page.store.setState((state) => ({
      isDrawerOpen,
      inspectorTab: "regions",
      view: { ...state.view, selection: { stage: 0, nodes: [1] } },
    }));
    const other = makePage();
    other.actions.open({ ...snapshotOf(page.store.getState(), undefined), title: "Look" }, true);
    expect(other.store.getState()).toMatchObject({ isDrawerOpen: true, inspectorTab: isDrawerOpen ? "regions" : "selection" });
  }
});

test("what changes with a link is what the address follows", () => {
  const followed = new Set<string>(["play", "isBoard", ...surroundingNames]);
  expect(Object.keys(sharedOf<unknown>(around)).filter((name) => !followed.has(name))).toEqual([]);
});

test("an editor that is folded or kept open next to the inspector stays so, and an old link leaves the reader's", () => {
  const page = makePage();
  for (const [isLeftOpen, isLeftKept] of [
    [false, false],
    [true, false],
    [true, true],
  ] as const) {
    page.store.setState((state) => ({ isLeftKept, preferences: { ...state.preferences, isLeftOpen } }));
    const snapshot = snapshotOf(page.store.getState(), undefined);
    const other = makePage();
    other.actions.open(snapshot);
    expect(other.store.getState()).toMatchObject({ isLeftKept, preferences: { isLeftOpen } });
    const { editor: _, inspector: __, ...old } = snapshot.view;
    const third = makePage();
    third.actions.showEditor(false);
    third.actions.setDrawer(true);
    third.actions.open({ ...snapshot, view: { ...old, stage: lastStage } });
    expect(third.store.getState()).toMatchObject({ isDrawerOpen: true, preferences: { isLeftOpen: false } });
  }
});

test("another run leaves what is expanded, and does not repeat searches", async () => {
  const page = await pageOf("def @main(%x: Tensor[(1, 8), float32]) { tan(nn.relu(%x)) }");
  page.actions.expand("causes", true);
  page.actions.expand("search 4/5", true);
  page.actions.expand("cause a", true, "cause ");
  page.actions.expand("cause b", true, "cause ");
  expect(page.store.getState().view.expanded).toEqual(["causes", "search 4/5", "cause b"]);
  page.actions.runAgain();
  expect(page.store.getState().view.expanded).toEqual(["causes", "cause b"]);
  page.actions.expand("causes", false);
  expect(page.store.getState().view.expanded).toEqual(["cause b"]);
});
