/**
 * The targets that come with the engine: the tutorial's, and those of packages/backends, whose Python runs as a
 * user's does. Loaded when one of them is needed.
 */
import { fileOf, loadFile, type Target, type TargetSetting, targets } from "@relayscope/backends";
import type { Diagnostic } from "@relayscope/ir";
import { type Pattern, printPattern } from "@relayscope/match";
import { printExpression } from "@relayscope/text";
import type { SettingValue, TargetInfo, TargetSpec } from "./contract/index.ts";
import { tablesOf } from "./fileTargets.ts";
import { givenMessages } from "./laterDiagnostics.ts";
import type { ResolvedTarget } from "./resolvedTarget.ts";
import { tutorialInfo, tutorialName, tutorialTarget } from "./tutorialTarget.ts";

const targetNamed = (name: string): Target | undefined => targets.find((target) => target.name === name);

/** The names of all built-in targets, in the order in which the page lists them. */
export const builtInNames: readonly string[] = [tutorialName, ...targets.map(({ name }) => name)];

/** The page's description of each built-in target. */
export function builtInInfos(): readonly TargetInfo[] {
  return [tutorialInfo, ...targets.map(infoOf)];
}

/** The page's description of a built-in target; undefined for an unknown name. */
export function builtInInfo(name: string): TargetInfo | undefined {
  if (name === tutorialName) return tutorialInfo;
  const target = targetNamed(name);
  return target && infoOf(target);
}

/** Whether a target of a document is a built-in one with its own file, perhaps under other settings. */
export function isBuiltInFile({ name, files, given }: TargetSpec): boolean {
  const target = targetNamed(name);
  return target !== undefined && given === undefined && files?.length === 1 && files[0]?.text === fileOf(target).text;
}

/** A built-in target under settings, ready to run; undefined for an unknown name. */
export function builtInTarget(name: string, given: TargetSpec["settings"] = {}): ResolvedTarget | undefined {
  if (name === tutorialName) return tutorialTarget();
  const target = targetNamed(name);
  if (!target) return undefined;
  const { settings: known = {}, defect } = target;
  const read = readSettings(name, known, given);
  const settings = Object.fromEntries(
    Object.entries(known).map(([setting, { default: value, others }]) => [setting, { value: read.settings[setting] ?? value, others }]),
  );
  const file = loadFile(target);
  const present = Object.fromEntries(Object.entries(settings).map(([setting, { value }]) => [setting, value]));
  return {
    name,
    ...(file ? tablesOf(file, { settings: present, choices: known, defect, isBuiltIn: true }) : { table: [], rules: {}, askedRules: {} }),
    settings,
    diagnostics: read.diagnostics,
  };
}

/**
 * The settings that are given and are the target's own, with a diagnostic for each that is not, or is of another type.
 */
function readSettings(target: string, known: Readonly<Record<string, TargetSetting>>, given: NonNullable<TargetSpec["settings"]>) {
  const settings: Record<string, SettingValue> = {};
  const diagnostics: Diagnostic[] = [];
  for (const [name, value] of Object.entries(given)) {
    const setting = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!setting) diagnostics.push(givenMessages.unknownSetting(name, target, Object.keys(known)));
    else if (!isOfType(value, setting)) diagnostics.push(givenMessages.wrongSetting(name, target, setting.type));
    else settings[name] = value;
  }
  return { settings, diagnostics };
}

/** Whether a value is of a setting's type. Lists of integers are versions: all of their parts are given. */
function isOfType(value: SettingValue, { type, default: standard }: TargetSetting): boolean {
  if (type === "boolean") return typeof value === "boolean";
  if (!Array.isArray(value)) return false;
  if (type === "string[]") return value.every((part) => typeof part === "string");
  return Array.isArray(standard) && value.length === standard.length && value.every((part) => Number.isSafeInteger(part));
}

function infoOf(target: Target): TargetInfo {
  const { name, title, upstream, needs, asOf, source, flow, optLevel, bindsParameters, settings = {} } = target;
  return {
    name,
    title,
    upstream,
    needs: asOf ? `${needs} Tables as of ${asOf}.` : needs,
    spec: { name, patterns: [], operators: [], ...(source === "" ? {} : { files: [fileOf(target)] }) },
    pipeline: flow.map(({ pass, options = {} }) => ({ pass, options })),
    optLevel,
    bindsParameters,
    settingOptions: Object.entries(settings).map(([setting, { type, default: value, doc }]) => ({
      name: setting,
      type,
      default: value,
      doc,
      ...(type === "int[]" && Array.isArray(value) ? { length: value.length } : {}),
    })),
  };
}

/** A built-in target as patterns and operators one by one, which keep their checks and rules where they are edited. */
export function builtInTable(name: string): TargetSpec | undefined {
  if (name === tutorialName) return tutorialInfo.spec;
  const target = targetNamed(name);
  if (!target) return undefined;
  const { entries = [], rules = new Map() } = loadFile(target) ?? {};
  const text = (pattern: Pattern) => printPattern(pattern, { printExpr: (expr) => printExpression(expr) });
  return { name, patterns: entries.map((entry) => ({ name: entry.name, pattern: text(entry.pattern) })), operators: [...rules.keys()] };
}
