/** Applies edits: takes a run and returns the changed run. Nothing is run here. */
import { isBuiltInFile } from "@relayscope/run";
import type { Edit, FileChange, PipelineStep, Replacement, RunSpec, TargetFile, TargetPattern, TargetSpec } from "@relayscope/run/contract";

/** A built-in target as changes edit it; undefined for an unknown name. */
export type BuiltInSpec = (name: string) => TargetSpec | undefined;

/**
 * A target as changes edit it; undefined for an unknown name. A built-in one with its own file is edited as a table.
 */
export function specOf({ customTargets }: Pick<RunSpec, "customTargets">, name: string, builtIn: BuiltInSpec): TargetSpec | undefined {
  const own = customTargets.find((t) => t.name === name);
  if (own && !isBuiltInFile(own)) return own;
  const table = builtIn(name);
  return table && own?.settings ? { ...table, settings: own.settings } : table;
}

/** The run with an edit applied; the same object if nothing changes. */
function applyEdit(run: RunSpec, edit: Edit, builtIn: BuiltInSpec): RunSpec {
  const ofTarget = (name: string, change: (spec: TargetSpec) => TargetSpec) => withTarget(run, name, builtIn, change);
  const ofPipeline = (change: (steps: PipelineStep[]) => void): RunSpec => {
    const pipeline = [...run.pipeline];
    change(pipeline);
    return { ...run, pipeline };
  };
  switch (edit.kind) {
    case "add-rule":
      return ofTarget(edit.target, (spec) =>
        spec.operators.includes(edit.operator) ? spec : { ...spec, operators: [...spec.operators, edit.operator] },
      );
    case "override-rule":
      return ofTarget(edit.target, (spec) => ({ ...spec, patterns: [...spec.patterns, catchAll(spec, edit.operator, edit.arity)] }));
    case "override-check":
      return ofTarget(edit.target, (spec) => ({ ...spec, patterns: spec.patterns.flatMap((p) => uncheckedBehind(spec, p, edit.pattern)) }));
    case "add-pattern":
      return ofTarget(edit.target, (spec) => ({
        ...spec,
        patterns: [...spec.patterns, { name: freeName(spec, edit.name), pattern: edit.pattern }],
      }));
    case "edit-file":
      return ofTarget(edit.target, (spec) => ({ ...spec, files: spec.files?.map((file) => withChange(file, edit)) }));
    case "move-pattern":
      return ofTarget(edit.target, (spec) => ({ ...spec, patterns: movedBefore(spec.patterns, edit.pattern, edit.before) }));
    case "rename-pattern":
      return ofTarget(edit.target, (spec) => ({
        ...spec,
        patterns: spec.patterns.map((p) => (p.name === edit.pattern ? { ...p, name: edit.name } : p)),
      }));
    case "rename-target":
      return renamedTarget(run, edit.target, edit.name);
    case "remove-pattern":
      return ofTarget(edit.target, (spec) => ({ ...spec, patterns: spec.patterns.filter((p) => p.name !== edit.pattern) }));
    case "reorder-targets":
      return ofPipeline((steps) => {
        for (const [at, step] of steps.entries()) {
          const isAsked = step.pass === "AnnotateTarget" || (step.pass === "MergeComposite" && step.options.targets !== undefined);
          if (isAsked) steps[at] = withOption(step, "targets", edit.targets);
        }
      });
    case "bind":
      return run.bindParameters ? run : { ...run, bindParameters: true };
    case "opt-level":
      return run.optLevel === edit.level ? run : { ...run, optLevel: edit.level };
    case "add-pass":
      return ofPipeline((steps) => steps.splice(edit.at, 0, { pass: edit.pass, options: edit.options }));
    case "remove-pass":
      return ofPipeline((steps) => steps.splice(edit.at, 1));
    case "move-pass":
      return ofPipeline((steps) => steps.splice(edit.to, 0, ...steps.splice(edit.at, 1)));
    case "switch-on":
      return ofPipeline((steps) => changeStep(steps, edit.at, ({ pass, options }) => ({ pass, options })));
    case "set-option":
      return ofPipeline((steps) => changeStep(steps, edit.at, (step) => withOption(step, edit.option, edit.value)));
    case "set-setting":
      return ofTarget(edit.target, (spec) => ({ ...spec, settings: { ...spec.settings, [edit.setting]: edit.value } }));
    case "give-value":
      return ofTarget(edit.target, (spec) => ({ ...spec, given: { ...spec.given, [edit.name]: edit.value } }));
    case "set-argument":
      return {
        ...ofTarget(edit.target, (spec) => ({ ...spec, flowOptions: { ...spec.flowOptions, [edit.argument]: edit.value } })),
        pipeline: edit.pipeline,
        optLevel: edit.optLevel,
      };
    case "text":
      return { ...run, text: replaced(run.text, edit.replacements) };
  }
}

/** The run with edits applied, in their order. */
export function applyEdits(run: RunSpec, edits: readonly Edit[], builtIn: BuiltInSpec): RunSpec {
  return edits.reduce((changed, edit) => applyEdit(changed, edit, builtIn), run);
}

/** The name of the pattern by which a target takes every call of an operator. */
function catchAllName(target: string, operator: string): string {
  return `${target}.any_${operator}`;
}

/**
 * A text with ranges replaced. They may come in any order and must not overlap; of two that do, the later is dropped.
 */
export function replaced(text: string, replacements: readonly Replacement[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text: put } of [...replacements].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    parts.push(text.slice(at, start), put);
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

function withTarget(run: RunSpec, name: string, builtIn: BuiltInSpec, change: (spec: TargetSpec) => TargetSpec): RunSpec {
  const own = run.customTargets.find((t) => t.name === name);
  const spec = specOf(run, name, builtIn) ?? { name, patterns: [], operators: [] };
  const changed = change(spec);
  if (changed === spec) return run;
  return { ...run, customTargets: own ? run.customTargets.map((t) => (t === own ? changed : t)) : [...run.customTargets, changed] };
}

/** A run with a target under another name, wherever the run names it. */
function renamedTarget(run: RunSpec, target: string, name: string): RunSpec {
  const renamed = (given: unknown) => (given === target ? name : given);
  const composite = (entry: string) => (entry.startsWith(`${target}.`) ? `${name}${entry.slice(target.length)}` : entry);
  return {
    ...run,
    target: run.target === target ? name : run.target,
    customTargets: run.customTargets.map((spec) =>
      spec.name === target ? { ...spec, name, patterns: spec.patterns.map((p) => ({ ...p, name: composite(p.name) })) } : spec,
    ),
    pipeline: run.pipeline.map((step) =>
      Array.isArray(step.options.targets) ? withOption(step, "targets", step.options.targets.map(renamed)) : step,
    ),
  };
}

function catchAll(spec: TargetSpec, operator: string, arity: number): TargetPattern {
  const name = freeName(spec, catchAllName(spec.name, operator));
  const wildcards = Array.from({ length: arity }, () => "wildcard()").join(", ");
  return { name, pattern: `is_op("${operator}")(${wildcards})` };
}

/** A file with a change made; unchanged if the file no longer has the old text at that place. */
function withChange(file: TargetFile, { file: name, start, source, text }: FileChange): TargetFile {
  if (file.name !== name || !file.text.startsWith(source, start)) return file;
  return { ...file, text: file.text.slice(0, start) + text + file.text.slice(start + source.length) };
}

/** The entry and, if it is the meant one, a copy of its pattern without a check under a new name. */
function uncheckedBehind(spec: TargetSpec, entry: TargetPattern, meant: string): readonly TargetPattern[] {
  const { name, pattern } = entry;
  return name === meant ? [entry, { name: freeName(spec, `${name}_unchecked`), pattern }] : [entry];
}

function freeName(spec: TargetSpec, wanted: string): string {
  const isTaken = (name: string) => spec.patterns.some((p) => p.name === name);
  let name = wanted;
  for (let i = 2; isTaken(name); i++) name = `${wanted}_${i}`;
  return name;
}

function movedBefore(patterns: readonly TargetPattern[], name: string, before: string): readonly TargetPattern[] {
  const moved = patterns.filter((p) => p.name === name);
  return patterns.filter((p) => p.name !== name).flatMap((p) => (p.name === before ? [...moved, p] : [p]));
}

function withOption(step: PipelineStep, name: string, value: unknown): PipelineStep {
  return { ...step, options: { ...step.options, [name]: value } };
}

function changeStep(steps: PipelineStep[], at: number, change: (step: PipelineStep) => PipelineStep): void {
  const step = steps[at];
  if (step) steps[at] = change(step);
}
