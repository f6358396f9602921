/** Results of a search in a stage. */

export interface SearchHit {
  /** `frame`: a composite or another function that is drawn in its call's place. */
  readonly kind: "node" | "region" | "frame";
  /** The operator as the text spells it, `tinyai 37`, `@tvmgen_default_dnnl_main_0`. */
  readonly title: string;
  /** The searched name if a text binds it: `%25 of the input`. Else empty. */
  readonly name: string;
  /** Ids of the nodes that it represents, at the stage searched. */
  readonly nodes: readonly number[];
  /** Its place among the regions of the stage's picture; undefined for something that is not a region. */
  readonly region: number | undefined;
  /** The region that it is in, `tinyai 37`; empty for the host. */
  readonly regionLabel: string;
  /** The salient attributes, in short. */
  readonly detail: string;
  /** The checked type, in short: `float32 1×64×56×56`. */
  readonly type: string;
  /** The line of the input text, from 1. */
  readonly line: number | undefined;
}

/** An answer to a question in words. */
export interface WordAnswer {
  /** About a cause of boundaries, a call, or the whole stage. */
  readonly kind: "cause" | "call" | "note";
  /** `add, right_shift: 48 boundaries`, `nn.conv2d on line 30`. */
  readonly title: string;
  /** Shown first; names are in backquotes. */
  readonly sentence: string;
  /** Ids at the stage asked about: the two sides of the cause's first boundary, or the call. A note may have none. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Whether the question names a call, a line or regions of the module, and this is the answer for them. */
  readonly isExact?: boolean;
}

export interface SearchAnswer {
  /** Regions first, then frames, then nodes; best first, at most 60 a kind. */
  readonly hits: readonly SearchHit[];
  /** How many nodes were found. */
  readonly total: number;
  /** Ids of all nodes that were found, including the content of regions and frames. */
  readonly ids: readonly number[];
}
