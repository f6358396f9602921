export { createWorkerEngine, type WorkerEngineOptions } from "./client.ts";
export type * from "./contract.ts";
export { createEngine } from "./engine.ts";
export { semanticLegend } from "./language/semanticLegend.ts";
export type { Port, WorkerLike } from "./messages.ts";
export { type CaseError, type CaseResult, type ReplayOptions, replayCase } from "./replay.ts";
export { serveEngine } from "./serve.ts";
