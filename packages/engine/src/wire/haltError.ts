/** Why a question has no answer: it was stopped, with the worker that was at it. To ask it again by itself would come to the same. */
export class HaltError extends Error {}
