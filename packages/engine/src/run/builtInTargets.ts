/** The targets that come with the engine: the tutorial's, and those of packages/backends. Loaded when one of them is asked for. */
import { type FlowStep, type Target, targetNamed, targetNames } from "@relayscope/backends";
import { askedCheck } from "@relayscope/explain";
import { calledOp, type Expr } from "@relayscope/ir";
import {
  answerCheck,
  type Check,
  type CheckContext,
  checkText,
  evaluateCheck,
  type ParsedPattern,
  parsePattern,
  printPattern,
} from "@relayscope/match";
import { operators } from "@relayscope/ops";
import { typeUnknown } from "@relayscope/passes";
import { printExpression } from "@relayscope/text";
import type { PipelineStep, TargetInfo } from "../contract/index.ts";
import { failures } from "../laterDiagnostics.ts";
import { checkLines } from "../questions/checkLines.ts";
import type { ResolvedTarget, ShownCheck } from "./resolvedTarget.ts";
import { tutorialInfo, tutorialName, tutorialTarget } from "./tutorialTarget.ts";

const names: readonly string[] = [tutorialName, ...targetNames];

/** The names of all built-in targets, in the order in which the page lists them. */
export function builtInNames(): readonly string[] {
  return names;
}

/** What the page shows of each built-in target. */
export function builtInInfos(): readonly TargetInfo[] {
  return [tutorialInfo, ...targetNames.flatMap((name) => infoOf(targetNamed(name)) ?? [])];
}

/** Reads a pattern of the user. */
export function readPattern(text: string): ParsedPattern {
  return parsePattern(text, { operators });
}

/** A built-in target, ready to run; undefined for a name that is none. */
export function builtInTarget(name: string): ResolvedTarget | undefined {
  if (name === tutorialName) return tutorialTarget();
  const target = targetNamed(name);
  if (!target) return undefined;
  const context = contextOf(target);
  return {
    name,
    table: target.patterns.map((entry) => ({
      name: entry.name,
      pattern: entry.pattern,
      check: entry.check && asking(entry.check, target, entry.name),
      asked: entry.check && shown(entry.check, context),
      defect: entry.defect,
    })),
    rules: Object.fromEntries(target.rules.map((rule) => [rule.operator, asking(rule.check, target, rule.operator)])),
    askedRules: Object.fromEntries(target.rules.map((rule) => [rule.operator, shown(rule.check, context)])),
    diagnostics: [],
  };
}

function shown(check: Check, context: CheckContext): ShownCheck {
  const asked = askedCheck(check, context, operators);
  return { ...asked, lines: (node) => checkLines(asked, node) };
}

function contextOf(target: Target): CheckContext {
  return target.settings ? { settings: target.settings } : {};
}

/** A check as the passes ask it; where upstream's raises, the pass stops. */
function asking(check: Check, target: Target, subject: string): (node: Expr) => boolean {
  const context = contextOf(target);
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
  };
}

/** A step of the flow; what the target's users may leave out begins switched off. */
function stepOf({ pass, options, isOptional }: FlowStep): PipelineStep {
  return { pass, options: options ?? {}, ...(isOptional === undefined ? {} : { isOff: true }) };
}
