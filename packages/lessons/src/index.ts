export { afterAct, afterSetup } from "./applyAct.ts";
export { isAboutDocument, judge, type Remark, type Verdict } from "./judge.ts";
export {
  type Choice,
  type Foretold,
  type Guess,
  isActing,
  type Lesson,
  type LessonDocument,
  type LessonProblem,
  type NodeName,
  type Pointer,
  type Setup,
  type Step,
} from "./lesson.ts";
export { type Block, type Inline, plainText } from "./prose.ts";
export { type ReadLesson, readLesson } from "./readLesson.ts";
export { nodeText } from "./readParts.ts";
export { callsOf, graphOf, nodeOf, type Seen, stageOf } from "./seen.ts";
