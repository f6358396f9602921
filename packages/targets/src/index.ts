/** Targets as Python files: loading them, and what their functions answer. */
export { answerOwnTarget, type OwnTargetAnswer } from "./answers/ownTarget.ts";
