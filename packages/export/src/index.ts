export { markdownReport, type Report, type ReportRegion } from "./markdown.ts";
export { dotGraph } from "./picture/dot.ts";
export { svgPicture } from "./picture/svg.ts";
export type { ScriptModel } from "./python/pythonImport.ts";
export { pythonScript, type ScriptPattern, type ScriptRun, type ScriptStep, type ScriptTarget } from "./python/pythonScript.ts";
export type { ScriptFlow } from "./python/pythonTarget.ts";
