export { decodeFile, decodeStored } from "./decodeFile.ts";
export { encodeFile, encodeStored } from "./encodeFile.ts";
export { decodeFragment, encodeFragment, encodeInSteps, type Opened } from "./fragment.ts";
export { decodeEmbedded, htmlFile } from "./htmlFile.ts";
export { iframe } from "./iframe.ts";
export { decodeLesson, encodeLesson, type OpenedLesson } from "./lessonLink.ts";
export type { ColorBy, InspectorTab, LeftTab, ListFilter, PaneMode, Snapshot, SnapshotChange, SnapshotView, ViewMode } from "./snapshot.ts";
