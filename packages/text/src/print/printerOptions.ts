import type { Attrs, Call, Expr, Var } from "@relayscope/ir";

/** Additional records of a printer, and the parts that it leaves out. */
export interface PrinterOptions {
  /** Its documents note where each node is. */
  readonly hasPlaces?: boolean;
  /** The name of the origin of a node, written in the form of the reference's spans: `/* span=NAME:0:0 *\/`. */
  readonly sourceOf?: (expr: Expr) => string | undefined;
  /**
   * Which types are in comments: all that are known; none, as in the text of a module before inference; or those alone
   * that nothing else in the text says, of constants in the metadata and of unknown operators.
   */
  readonly types?: "all" | "needed" | "none";
  /** Called with each variable where it is bound, and its name in the text. */
  readonly onBinding?: (variable: Var, name: string) => void;
  /** A call's attributes as they should be printed, if that differs from its attributes. */
  readonly attrsOf?: (call: Call) => Attrs | undefined;
}
