export { limits, mostInflated } from "./limits.ts";
