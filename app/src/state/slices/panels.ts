/** The page around the picture: panels, tabs, dialogs, preferences. */
import type { CodePlace } from "@relayscope/engine";
import type { ArchivedFile } from "@relayscope/files";
import type { ColorBy, InspectorTab, LeftTab, ListFilter } from "@relayscope/share";
import type { DocumentSlice } from "./document.ts";

export type { LeftTab };

export type DialogName = "search" | "share" | "help" | "compare" | "model";

export type MenuName = "Examples" | "Target" | "Learn" | "View";

export type PagePart = "picture" | "text" | "inspector";

export type Theme = "system" | "light" | "dark";

/** What the browser remembers for the page; not shared. */
export interface Preferences {
  readonly theme: Theme;
  readonly isLeftOpen: boolean;
  readonly isInspectorOpen: boolean;
  /** Undefined if not chosen: the list is open unless all problems are notes. */
  readonly isProblemsOpen: boolean | undefined;
  readonly isMinimapShown: boolean;
  /** What colors represent; undefined if not chosen: the picture's regions decide. */
  readonly colorBy: ColorBy | undefined;
  /** Whether the wheel zooms; else it pans, and zooms with Ctrl. */
  readonly isWheelZoom: boolean;
  /** Whether tall pictures continue in a further column. */
  readonly isWrapped: boolean;
}

/** What a notice's button does. */
export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
  /** Whether it still does what the notice says; always by default. */
  readonly isOffered?: (now: Pick<DocumentSlice, "past" | "future" | "document">) => boolean;
}

export interface Notice {
  readonly id: string;
  readonly tone: "info" | "warning" | "error";
  readonly text: string;
  /** Whether the text is a stranger's, so that its backquotes and line breaks are literal. */
  readonly isPlain?: boolean;
  readonly action?: NoticeAction;
  /** A line of a target's file, which a button shows. */
  readonly place?: CodePlace;
  /** Whether it offers the reasons why nothing is offloaded. */
  readonly hasReasons?: boolean;
  /** Whether it offers the lesson on the user's own module, if the user finished no lesson yet. */
  readonly hasLesson?: boolean;
  /** Whether it offers to paste, to open a file, and the examples. */
  readonly hasWaysIn?: boolean;
}

/** What is open of the course next to the picture: its list, one of its lessons, or a lesson given as text. */
export type Learning =
  | { readonly kind: "list" }
  | { readonly kind: "course"; readonly name: string }
  /** From a file of its author's, who can check it, or from a link. */
  | { readonly kind: "text"; readonly text: string; readonly isFromFile: boolean };

export interface ModelFile {
  readonly file: File;
  readonly target: string | undefined;
  readonly sizes: ReadonlyMap<string, string>;
  /** The zip archive that the file is from, and all models in it. */
  readonly archive?: ModelArchive;
}

/** A model file that is opened, with what is known about how. */
export type OpenedModel = Pick<ModelFile, "file"> & Partial<ModelFile>;

export interface ModelArchive {
  readonly file: File;
  readonly models: readonly ArchivedFile[];
}

export const initialPreferences: Preferences = {
  theme: "system",
  isLeftOpen: true,
  isInspectorOpen: true,
  isProblemsOpen: undefined,
  isMinimapShown: false,
  colorBy: undefined,
  isWheelZoom: false,
  isWrapped: true,
};

export const noFilter: ListFilter = { words: "", target: "", cause: "" };

export interface PanelsSlice {
  readonly preferences: Preferences;
  readonly leftTab: LeftTab;
  /** An entry of `inspector/tabs.ts`. */
  readonly inspectorTab: InspectorTab;
  /** The filter of the list of regions. */
  readonly listFilter: ListFilter;
  /** Which part a narrow window shows. */
  readonly part: PagePart;
  readonly dialog: DialogName | undefined;
  /** The open menu of the header. The keys that follow belong to it, also before its code is there. */
  readonly openMenu: MenuName | undefined;
  /** What was typed after the search was requested and before it opened. The search begins with it. */
  readonly typedAhead: string;
  readonly learning: Learning | undefined;
  /** The model file that the dialog `model` opens. */
  readonly modelFile: ModelFile | undefined;
  /** Whether the picture is on the blackboard: large, without the rest of the page. */
  readonly isBoard: boolean;
  /** Address of the open page of the guide, such as `pass/MergeComposite`; empty for its first page. */
  readonly guide: string | undefined;
  /** Whether the inspector is open in a window that has no column for it. */
  readonly isDrawerOpen: boolean;
  /** Whether the user opened the editor next to it; otherwise the editor is folded meanwhile. */
  readonly isLeftKept: boolean;
  /** Whether the focus goes to the inspector as soon as it is there. */
  readonly isInspectorWanted: boolean;
  readonly notices: readonly Notice[];
}

export const panelsAtFirst: PanelsSlice = {
  preferences: initialPreferences,
  leftTab: "relay",
  inspectorTab: "regions",
  listFilter: noFilter,
  part: "picture",
  dialog: undefined,
  openMenu: undefined,
  typedAhead: "",
  learning: undefined,
  modelFile: undefined,
  isBoard: false,
  guide: undefined,
  isDrawerOpen: false,
  isLeftKept: false,
  isInspectorWanted: false,
  notices: [],
};
