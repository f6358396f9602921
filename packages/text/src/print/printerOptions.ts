import type { Attrs, Call, Expr, Var } from "@relayscope/ir";

/** What a printer records in addition to the text, and what it leaves out. */
export interface PrinterOptions {
  /** Its documents note where each node is. */
  readonly hasPlaces?: boolean;
  /** The name of what a node was made from, written as the reference writes spans: `/* span=NAME:0:0 *\/`. */
  readonly sourceOf?: (expr: Expr) => string | undefined;
  /**
   * Which types are in comments: all that are known; none, as in the text of a module before inference; or those alone
   * that nothing else in the text says, of constants in the metadata and of unknown operators.
   */
  readonly types?: "all" | "needed" | "none";
  /** Called with each variable where it is bound, and its name in the text. */
  readonly onBinding?: (variable: Var, name: string) => void;
  /** A call's attributes as they are written, where that differs from what they are. */
  readonly attrsOf?: (call: Call) => Attrs | undefined;
}
