export { actSentence, actTask } from "./actWords.ts";
export { afterAct, afterActs, afterSetup, importOf, type Start, textsOf } from "./applyAct.ts";
export { filled, filledBlocks, hasValues } from "./fill.ts";
export { isAboutDocument, isAboutPlace, judge } from "./judge.ts";
export {
  type Act,
  type Choice,
  type Guess,
  isActing,
  type Lesson,
  type LessonDocument,
  type LessonProblem,
  type NodeName,
  type OpenDialog,
  type Panel,
  type Pointer,
  type Prediction,
  type Step,
} from "./lesson.ts";
export { type ReadLesson, readLesson } from "./readLesson.ts";
export { guessText, nodeText, readAct } from "./readParts.ts";
export { callsOf, graphOf, nodeOf, type Remark, type Seen, stageOf } from "./seen.ts";
export { shuffled } from "./shuffle.ts";
export { firstRegions, missingOf, placeOf } from "./things.ts";
