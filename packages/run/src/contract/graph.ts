/** The picture and the text of a stage. */
import type { DrawableGraph, GraphLayout } from "@relayscope/graph";
import type { PackedPlaces } from "@relayscope/graph/places";

/** Switches for the picture of a stage. Links contain them, too. */
export interface GraphFlags {
  readonly hideVariables: boolean;
  readonly hideConstants: boolean;
  /** Draws `compiler_begin` and `compiler_end` as nodes; else the regions alone show them. */
  readonly showAnnotations: boolean;
}

/** An open stack, by the id of its frame, and which of its repetitions it shows. */
export interface Repetition {
  readonly stack: number;
  readonly at: number;
}

export interface GraphRequest extends GraphFlags {
  readonly epoch: number;
  readonly stage: number;
  /** The map draws a card a region and a card a host stretch; `operators`, which is the default, a box a call. */
  readonly view?: "map" | "operators";
  /** Ids of cards and stacks of the map that are opened in place, which are the ids of the resulting frames. */
  readonly opened?: readonly number[];
  /** Which repetition open stacks show, from 0 on: the first of those that are not in it. */
  readonly repetitions?: readonly Repetition[];
  /** The pane in CSS pixels. A wrapped picture fills it, and the map folds until its text is readable in it. */
  readonly paneSize?: { readonly width: number; readonly height: number };
  /** Whether a tall picture continues in a further column, like text in a newspaper. Needs the pane's size. */
  readonly wrap?: boolean;
  /**
   * The stage to compare with: an earlier one marks what is new here, a later one what is gone there. By default none.
   */
  readonly against?: number;
  /** Ids of collapsed frames. */
  readonly collapsed: readonly number[];
  /**
   * Which of two panes the picture is for. `before` is next to the result of the next pass and shows what that pass
   * will group.
   */
  readonly pane?: "before" | "after";
}

export interface GraphAnswer {
  readonly graph: DrawableGraph;
  readonly layout: GraphLayout;
  /** Indices of nodes that differ from the compared stage, in reading order, for `next change`. Empty without one. */
  readonly changes: readonly number[];
  /** For a large picture: where its boxes and lines are. */
  readonly places?: PackedPlaces;
  /** Whether some names would be cut if the pane showed the whole picture. */
  readonly isCut: boolean;
}

export interface StageText {
  readonly text: string;
  /** Where nodes are in it: id, start, end, id, start, end, ... sorted by start. */
  readonly places: Uint32Array;
}

/** Two texts in one order of lines. */
export interface TextDiff {
  readonly before: string;
  readonly after: string;
  /**
   * Pairs of line numbers, from 1: in the text before and in the text after; 0 for a line that only the other text has.
   */
  readonly lines: Int32Array;
}
