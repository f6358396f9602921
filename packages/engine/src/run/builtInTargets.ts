/**
 * The targets that come with the engine: the tutorial's, and those of packages/backends. Loaded when one of them is
 * asked for.
 */
import { type FlowStep, settingValues, type Target, type TargetSetting, targetNamed, targetNames } from "@relayscope/backends";
import { type AskedCheck, askedCheck } from "@relayscope/explain";
import { calledOp, type Diagnostic, type Expr } from "@relayscope/ir";
import { answerCheck, type Check, type CheckContext, checkText, evaluateCheck, printPattern } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import { typeUnknown } from "@relayscope/passes";
import { printExpression } from "@relayscope/text";
import type { PipelineStep, SettingValue, TargetInfo, TargetSpec } from "../contract/index.ts";
import { failures, givenMessages } from "../laterDiagnostics.ts";
import { checkLines } from "../questions/checkLines.ts";
import type { ResolvedTarget, ShownCheck } from "./resolvedTarget.ts";
import { tutorialInfo, tutorialName, tutorialTarget } from "./tutorialTarget.ts";

const names: readonly string[] = [tutorialName, ...targetNames];

/** The names of all built-in targets, in the order in which the page lists them. */
export function builtInNames(): readonly string[] {
  return names;
}

/** The page's description of each built-in target. */
export function builtInInfos(): readonly TargetInfo[] {
  return [tutorialInfo, ...targetNames.flatMap((name) => infoOf(targetNamed(name)) ?? [])];
}

/** A built-in target under settings, ready to run; undefined for an unknown name. */
export function builtInTarget(name: string, given: TargetSpec["settings"] = {}): ResolvedTarget | undefined {
  if (name === tutorialName) return tutorialTarget();
  const target = targetNamed(name);
  if (!target) return undefined;
  const { settings: known = {} } = target;
  const read = readSettings(name, known, given);
  const context: CheckContext = { settings: settingValues(target, read.settings) };
  const shown = (check: Check) => shownCheck(askedCheck(check, context, operators, known));
  return {
    name,
    table: target.patterns.map((entry) => ({
      name: entry.name,
      pattern: entry.pattern,
      check: entry.check && asking(entry.check, context, target, entry.name),
      asked: entry.check && shown(entry.check),
      defect: entry.defect,
    })),
    rules: Object.fromEntries(target.rules.map((rule) => [rule.operator, asking(rule.check, context, target, rule.operator)])),
    askedRules: Object.fromEntries(target.rules.map((rule) => [rule.operator, shown(rule.check)])),
    settings: Object.fromEntries(
      Object.entries(known).map(([setting, { default: value, others }]) => [setting, { value: read.settings[setting] ?? value, others }]),
    ),
    diagnostics: read.diagnostics,
  };
}

function shownCheck(asked: AskedCheck): ShownCheck {
  return { ...asked, lines: (node) => checkLines(asked, node) };
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
    else if (!isOfType(value, setting.type)) diagnostics.push(givenMessages.wrongSetting(name, target, setting.type));
    else settings[name] = value;
  }
  return { settings, diagnostics };
}

function isOfType(value: SettingValue, type: TargetSetting["type"]): boolean {
  if (type === "boolean") return typeof value === "boolean";
  if (!Array.isArray(value)) return false;
  return type === "int[]" ? value.every((part) => Number.isSafeInteger(part)) : value.every((part) => typeof part === "string");
}

/** A check as the passes ask it; where upstream's raises, the pass stops. */
function asking(check: Check, context: CheckContext, target: Target, subject: string): (node: Expr) => boolean {
  return (node) => {
    const answer = answerCheck(check, node, context);
    if (answer !== "raises") return answer;
    const { message, isUnknown } = evaluateCheck(check, node, context);
    const defect = target.patterns.find((entry) => entry.name === subject)?.defect;
    const code = isUnknown ? typeUnknown : "check-raises";
    throw failures.checkRaises(code, subject, calledOp(node) ?? "the match", message ?? "", node, defect ? [defect] : []);
  };
}

function infoOf(target: Target | undefined): TargetInfo | undefined {
  if (!target) return undefined;
  return {
    name: target.name,
    title: target.title,
    upstream: target.upstream,
    needs: target.asOf ? `${target.needs} Tables as of ${target.asOf}.` : target.needs,
    patterns: target.patterns.map(({ name, pattern, check, defect }) => ({
      name,
      pattern: printPattern(pattern, { printExpr: (expr) => printExpression(expr) }),
      ...(check === undefined ? {} : { check: checkText(check) }),
      ...(defect === undefined ? {} : { defect }),
    })),
    operators: [...new Set(target.rules.map((rule) => rule.operator))],
    pipeline: target.flow.map(stepOf),
    optLevel: target.optLevel,
    bindsParameters: target.bindsParameters,
    settingOptions: Object.entries(target.settings ?? {}).map(([name, { type, default: value, doc }]) => ({
      name,
      type,
      default: value,
      doc,
    })),
  };
}

/** A step of the flow; a step that the target's users may omit is initially disabled. */
function stepOf({ pass, options, isOptional }: FlowStep): PipelineStep {
  return { pass, options: options ?? {}, ...(isOptional === undefined ? {} : { isOff: true }) };
}
