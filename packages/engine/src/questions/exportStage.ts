/** A run exported: its picture, a report, a script for TVM. */
import { alikeReasons, causes } from "@relayscope/explain";
import {
  dotGraph,
  markdownReport,
  pythonScript,
  type Report,
  type ReportRegion,
  type ScriptFlow,
  type ScriptPattern,
  type ScriptRun,
  type ScriptStep,
  type ScriptTarget,
  svgPicture,
} from "@relayscope/export";
import { type DrawableGraph, hasBoundaries, isMap, type PictureColors, type RegionEnds } from "@relayscope/graph";
import { assertNever, calledOp, type Module, postOrderList, present } from "@relayscope/ir";
import { findPass } from "@relayscope/passes/all";
import { builtInInfo, isBuiltInFile, printedText, type Run } from "@relayscope/run";
import type { ExportAnswer, ExportRequest, PipelineStep, RegionLine, TargetSpec } from "@relayscope/run/contract";
import { parsePattern } from "@relayscope/targets/patternText";
import { exportReasons } from "../laterDiagnostics.ts";
import { boundariesText, costText, crossingText, operatorNames } from "../words.ts";
import { drawStage, plainFlags } from "./drawStage.ts";
import { regionList } from "./regionList.ts";
import { scriptModelOf } from "./scriptModel.ts";
import { whyAnswer } from "./why.ts";

const plainPicture: NonNullable<ExportRequest["picture"]> = { ...plainFlags, collapsed: [] };

/** A stage in a format to be exported; or why there can be none. */
export async function exportStage(run: Run, stage: number, request: ExportRequest): Promise<ExportAnswer> {
  const drawn = () => drawStage(run, { ...(request.picture ?? plainPicture), epoch: run.request.epoch, stage });
  switch (request.format) {
    case "svg": {
      const { graph, layout } = await drawn();
      const ends = endsOf(run, stage, graph);
      const { theme = "light", title, colors } = request;
      return { kind: "text", text: svgPicture(graph, layout, { theme, title, ends, colors: colorsOf(graph, colors) }) };
    }
    case "dot":
      return { kind: "text", text: dotGraph((await drawn()).graph, request.title) };
    case "markdown":
      return { kind: "text", text: asMarkdown(run, stage, request) };
    case "python":
      return asPython(run);
    default:
      return assertNever(request.format);
  }
}

/** The colors that came with a request, if they are those of its picture. */
function colorsOf({ nodes, regions }: DrawableGraph, colors: PictureColors | undefined): PictureColors | undefined {
  return colors?.nodes.length === nodes.length && colors.regions.length === regions.length ? colors : undefined;
}

/** Why the regions of a map end, which its cards say; undefined for another picture. */
function endsOf(run: Run, stage: number, graph: DrawableGraph): RegionEnds | undefined {
  if (!isMap(graph) || !graph.regions.some(hasBoundaries)) return undefined;
  return new Map(
    regionList(run, stage).flatMap(({ region, causes: [first, ...more], isAtInputs }) =>
      first === undefined ? [] : [[region, { name: causes[first].name, others: more.map((code) => causes[code].name), isAtInputs }]],
    ),
  );
}

function asMarkdown(run: Run, stage: number, { title, link }: ExportRequest): string {
  const { target, optLevel } = run.request;
  return markdownReport({
    title,
    link,
    target,
    optLevel,
    stages: run.stages.map(({ result }, i) => ({
      pass: result.pass,
      // The input is what no pass did.
      outcome: result.reason !== "" ? `${result.status}: ${result.reason}` : i === 0 && result.status === "done" ? "" : result.status,
      operators: result.summary.operators,
      offloaded: result.summary.offloaded,
      regions: result.summary.regions,
    })),
    stage: run.stages[stage]?.pass ?? "",
    regions: regionList(run, stage).map(reportRegion),
    why: reportWhy(run, stage),
    input: run.request.text,
    text: printedText(run, stage).text,
  });
}

function reportRegion(line: RegionLine): ReportRegion {
  const { name, inputs, outputs, bytesIn, bytesOut } = line;
  return {
    name,
    operators: operatorNames(line),
    inputs: crossingText(inputs, bytesIn),
    outputs: crossingText(outputs, bytesOut),
    ends: line.causes.map((code) => causes[code].name),
  };
}

/** The causes as the page lists them. A run without a target and without regions has none. */
function reportWhy(run: Run, stage: number): Report["why"] {
  const { lines, remarks, nothing, stage: last } = whyAnswer(run, stage);
  return {
    stage: run.stages[last]?.pass ?? "",
    nothing,
    remarks: remarks.filter(({ isHeavy }) => isHeavy).map(({ sentence }) => sentence),
    causes: lines.map((line) => {
      const reasons = alikeReasons(line.reasons);
      return {
        subject: line.subject,
        names: line.codes.map((code) => causes[code].name),
        boundaries: boundariesText(line.boundaries.length),
        cost: costText(line),
        reasons: reasons.map(({ sentence, boundaries }) => ({
          of: reasons.length > 1 ? boundariesText(boundaries.length) : "",
          sentence,
        })),
      };
    }),
  };
}

/**
 * A script that runs this pipeline with these targets in TVM 0.19.0 and prints the same regions; or why there can be
 * none.
 */
function asPython(run: Run): ExportAnswer {
  const { request, stages } = run;
  const failed = stages.find((held) => held.result.status === "failed");
  if (failed) return { kind: "refused", reason: exportReasons.failed(failed.pass) };
  const steps = request.pipeline.flatMap((step) => (step.isOff ? [] : [scriptStep(step, request.target)]));
  const named = [...new Set(steps.flatMap((step) => step.targets))];
  const flow = fileFlowOf(run);
  const strange = flow ? undefined : steps.find(({ pass }) => !findPass(pass));
  if (strange) return { kind: "refused", reason: exportReasons.ofFile(strange.pass) };
  const made = flow ? undefined : named.find((name) => run.targets().find(name)?.own?.isTableOfFlow);
  if (made !== undefined) return { kind: "refused", reason: exportReasons.tableOfFlow(made) };
  const result = pythonScript({
    text: printedText(run, 0).text,
    model: scriptModelOf(request.text, stages[0]?.module),
    steps,
    flow,
    targets: named.map((name) => scriptTarget(name, run)),
    optLevel: request.optLevel,
    disabledPasses: run.context.disabledPasses,
    regions: regionOperators(present(stages.at(-1)).module),
  });
  return result.kind === "script" ? { kind: "text", text: result.text } : result;
}

/** The functions of regions, as a script finds them, with their operators. */
function regionOperators(module: Module): ScriptRun["regions"] {
  return [...module.functions.values()].flatMap((f) => {
    const target = f.attrs.get("Compiler");
    if (typeof target !== "string") return [];
    return [{ target, operators: postOrderList(f).flatMap((node) => calledOp(node) ?? []) }];
  });
}

/**
 * The partition function of the target's files, if the pipeline is equivalent to it, and the target has no additions.
 */
function fileFlowOf({ request, targets }: Run): ScriptFlow | undefined {
  const { target, pipeline, customTargets } = request;
  const spec = customTargets.find(({ name }) => name === target);
  if (!spec?.files || spec.patterns.length > 0 || spec.operators.length > 0) return undefined;
  const flow = targets().find(target)?.own?.flow();
  // A script is ASCII: names beyond it are not called.
  if (!flow || flow.problem !== undefined || !/^\w+$/.test(flow.name)) return undefined;
  if (JSON.stringify(flow.pipeline) !== JSON.stringify(pipeline)) return undefined;
  const values = spec.flowOptions ?? {};
  const takesWeights = flow.options.some(({ name }) => name === "params");
  // A parameter without a default gets None, as when the flow was recorded.
  const others = flow.options.filter(
    ({ name, default: otherwise }) => name !== "params" && (Object.hasOwn(values, name) || otherwise === null),
  );
  const given = Object.fromEntries(others.map(({ name }) => [name, values[name] ?? null]));
  return { target, callee: flow.name, given, hasWeights: takesWeights && values.params !== false };
}

/** A step as TVM is given it: with the options that the pass has. */
function scriptStep({ pass, options: given }: PipelineStep, target: string): ScriptStep {
  const known = findPass(pass)?.options ?? {};
  const read = Object.entries(given).filter(([name]) => Object.hasOwn(known, name));
  const options = Object.fromEntries(read.filter(([name]) => known[name]?.config === undefined));
  const config = Object.fromEntries(read.flatMap(([name, value]) => (known[name]?.config ? [[known[name].config, value]] : [])));
  const takesTargets = pass === "MergeComposite" || pass === "AnnotateTarget";
  const named = Array.isArray(options.targets) ? options.targets.filter((name): name is string => typeof name === "string") : undefined;
  const patterns = pass === "MergeComposite" && Array.isArray(options.patterns) ? options.patterns.flatMap(readPattern) : [];
  return { pass, options, config, targets: takesTargets ? (named ?? (target ? [target] : [])) : [], patterns };
}

/** A target as in the run. The tutorial's is not part of TVM, so it is written out. */
function scriptTarget(name: string, run: Run): ScriptTarget {
  const custom = run.request.customTargets.find((t) => t.name === name);
  const builtIn = builtInInfo(name);
  const spec: TargetSpec | undefined = custom ?? (name === "byoc-target" ? builtIn?.spec : undefined);
  const settings = spec?.settings ? { settings: spec.settings } : {};
  if (!spec || isBuiltInFile(spec)) return { name, ...settings, edited: undefined };
  return {
    name,
    ...settings,
    files: filesOf(spec, run),
    edited: {
      patterns: spec.patterns.flatMap(readPattern),
      operators: spec.operators,
      isBuiltIn: custom !== undefined && !custom.files && builtIn !== undefined && name !== "byoc-target",
    },
  };
}

/** The files of a target, if it is defined by files. */
function filesOf({ name, files, given }: TargetSpec, run: Run): ScriptTarget["files"] {
  const own = run.targets().find(name)?.own;
  if (!files || !own) return undefined;
  return { sources: Object.fromEntries(files.map((file) => [file.name, file.text])), main: own.path, given, missing: own.standIns };
}

function readPattern(entry: unknown): readonly ScriptPattern[] {
  if (typeof entry !== "object" || entry === null || !("name" in entry) || !("pattern" in entry)) return [];
  if (typeof entry.name !== "string" || typeof entry.pattern !== "string") return [];
  const { pattern } = parsePattern(entry.pattern);
  return pattern ? [{ name: entry.name, pattern }] : [];
}
