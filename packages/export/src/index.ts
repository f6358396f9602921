export { markdownReport, type Report, type ReportStage } from "./markdown.ts";
export { dotGraph } from "./picture/dot.ts";
export { type SvgOptions, svgPicture } from "./picture/svg.ts";
export type { ScriptModel } from "./python/pythonImport.ts";
export {
  type PythonScript,
  pythonScript,
  type ScriptPattern,
  type ScriptRun,
  type ScriptStep,
  type ScriptTarget,
} from "./python/pythonScript.ts";
export type { ScriptFiles, ScriptFlow } from "./python/pythonTarget.ts";
