/** What is selected, pointed at and highlighted. */
import type { CodePlace, Range } from "@relayscope/engine";

/** The selection apart from nodes, when nothing is selected. */
export const nothingSelected = {
  textMark: undefined,
  codeMark: undefined,
  selectedPair: undefined,
  selectedRegion: undefined,
  difference: undefined,
  isTraced: false,
  pointed: [],
  filter: undefined,
};

/** A problem of a target's file that is being written. */
export interface DraftProblem extends CodePlace {
  readonly message: string;
}

export interface SelectionSlice {
  /**
   * Where the selection is in the input text: the first place and the others. The editor reveals the first unless the
   * selection came from the editor.
   */
  readonly textMark: { readonly range: Range; readonly others: readonly Range[]; readonly from: "graph" | "text" } | undefined;
  /** The line of a target's file that the editor of files shows. */
  readonly codeMark: CodePlace | undefined;
  /** What is wrong with the text in the file editor that is not applied. */
  readonly draftProblems: readonly DraftProblem[];
  /** The region that the pointer or focus is on in a list; the picture stresses it. */
  readonly stressed: { readonly stage: number; readonly region: number } | undefined;
  /** Ids of the nodes that the pointer or focus is on in a list; the picture rings them. */
  readonly pointed: readonly number[];
  /**
   * Whether the inspector lists the patterns at the selected node, and which entry is open, by place or (from a link)
   * by name.
   */
  readonly patterns: { readonly isOpen: boolean; readonly entry: number | string | undefined };
  /**
   * The two nodes that the question is about: producer and consumer of a selected tensor, or two chosen nodes or
   * regions.
   */
  readonly selectedPair: { readonly stage: number; readonly producer: number; readonly consumer: number } | undefined;
  /** The selected region, by its place in the stage's graph. */
  readonly selectedRegion: { readonly stage: number; readonly region: number } | undefined;
  /** The change that the user went to: its place among those of the stage, and its words. */
  readonly difference: { readonly stage: number; readonly at: number; readonly words: string } | undefined;
  /** The results of a search are highlighted in the picture and the rest fades; inverted, the other way round. */
  readonly filter: { readonly query: string; readonly isInverted: boolean } | undefined;
  /** Whether the picture shows the paths from the selection to inputs and outputs. */
  readonly isTraced: boolean;
}

export const noSelection: SelectionSlice = {
  ...nothingSelected,
  draftProblems: [],
  stressed: undefined,
  patterns: { isOpen: false, entry: undefined },
};
