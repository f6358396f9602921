/** Why a question has no answer: it was stopped, together with the worker. Repeating it would give the same. */
export class HaltError extends Error {}
