export type { BoxKind, DrawableEdge, DrawableFrame, DrawableGraph, DrawableNode, DrawableRegion, FrameKind, GraphLayout } from "./drawable.ts";
