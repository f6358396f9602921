export { causeBetween } from "./between.ts";
export { type Block, type Guide, type GuidePage, guideOf, type LiveRun, type Room, rooms } from "./guide.ts";
export { type Found, searchOf } from "./search.ts";
