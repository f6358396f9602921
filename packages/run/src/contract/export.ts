/** The formats of exports. */
import type { PictureColors } from "@relayscope/graph";
import type { GraphRequest } from "./graph.ts";

/**
 * `svg`: the picture, sharp at every size; `dot`: its graph for Graphviz; `markdown`: the results, for an issue or a
 * mail; `python`: a script that runs the same pipeline in TVM 0.19.0.
 */
export type ExportFormat = "svg" | "dot" | "markdown" | "python";

export interface ExportRequest {
  readonly format: ExportFormat;
  /** A line of plain text above it. */
  readonly title: string;
  /** A link to the picture, if there is one. */
  readonly link?: string;
  readonly theme?: "light" | "dark";
  /** The picture as it is shown; by default all operators. */
  readonly picture?: Omit<GraphRequest, "epoch" | "stage">;
  /** The colors of that picture; by default those of targets. */
  readonly colors?: PictureColors;
}

export type ExportAnswer =
  | { readonly kind: "text"; readonly text: string }
  /** Why there is no export, as a sentence. */
  | { readonly kind: "refused"; readonly reason: string };
