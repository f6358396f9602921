export type * from "./pattern.ts";
