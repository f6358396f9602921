/**
 * The engine's messages about runs and its worker, each sentence once. `laterDiagnostics.ts` has those that are needed
 * after the first picture.
 */

/** Why runs are stopped. */
export const stops = {
  canceled: "The run was canceled.",
  timeout: (seconds: number) => `The run did not finish within ${seconds} s and was stopped. It can continue with a longer limit.`,
} as const;

/** Why a run or a question has no answer. */
export const reasons = {
  failed: (what: string) => `The run ended unexpectedly: ${what}`,
  searchEnded: "Another search replaced this one.",
  epochGone: (epoch: number) => `The results of run ${epoch} are no longer kept.`,
  checkCanceled: "The check was canceled.",
} as const;

/** The subject of a sentence about a method's question. */
const subjectOf: Readonly<Record<string, string>> = {
  graph: "The picture",
  text: "The text of the stage",
  textDiff: "The difference of the texts",
  why: "The list of causes",
  regions: "The list of regions",
  patterns: "The list of patterns",
  recording: "Reading the file",
  exportStage: "The export",
  search: "The search",
  check: "The check",
  compareTargets: "The comparison of targets",
  decisive: "Trying changes in the background",
};

/** The page's messages about its worker. */
export const workerReasons = {
  timeoutOf: (method: string, seconds: number) =>
    `${subjectOf[method] ?? "A question about the stage"} did not finish within ${seconds} s and was stopped. It can continue with a longer limit.`,
  canceledOf: (method: string | undefined) => `${subjectOf[method ?? ""] ?? "The worker's task"} was stopped.`,
  crash: (what: string) => `The worker stopped unexpectedly (${what}) and was restarted. Text and settings are kept.`,
  notLoaded: (what: string) => `The worker could not be loaded (${what}). Text and settings are kept; the next run loads it again.`,
  ended: "it was ended",
  silent: (seconds: number) => `no answer for ${seconds} s`,
  slowLoad: (seconds: number) => `not there after ${seconds} s`,
  unreadable: "a message could not be read",
  dropped: "The answer is no longer needed.",
  restarted: "The worker restarted before it answered.",
  disposed: "The engine was closed.",
} as const;
