import type { Range } from "@relayscope/engine";

/** What the page's actions ask once of what is on screen. */
export interface Asked {
  /** Brings what is pointed at, else the selection, into view; with `isCloseUp` it fills the pane. */
  readonly reveal: { readonly isCloseUp: boolean };
  /** Shows the whole picture. */
  readonly fit: undefined;
  /** The frame with this id was opened. If it shows a repetition it is shown whole once it is there. */
  readonly opened: number;
  /** Brings the list of patterns into view. */
  readonly patterns: undefined;
  /** Moves the focus to a place of the text. */
  readonly text: Range;
  /** Goes to the next or to the previous change of the text difference. */
  readonly change: 1 | -1;
}

export interface Request<Kind extends keyof Asked> {
  readonly what: Asked[Kind];
}

/** Requests by kind. The latest of each is kept, as what answers it may come later, and knows what it answered. */
export class Requests {
  private asked: { readonly [Kind in keyof Asked]?: Request<Kind> } = {};
  private readonly watchers = new Set<() => void>();

  readonly ask = <Kind extends keyof Asked>(kind: Kind, what: Asked[Kind]): void => {
    this.asked = { ...this.asked, [kind]: { what } };
    for (const act of this.watchers) act();
  };

  readonly latest = <Kind extends keyof Asked>(kind: Kind): Request<Kind> | undefined => this.asked[kind];

  /** Calls `act` after each request, until the returned function is called. */
  readonly watch = (act: () => void): (() => void) => {
    this.watchers.add(act);
    return () => this.watchers.delete(act);
  };
}
