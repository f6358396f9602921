/** The reference's own targets as the page lists them and as a run uses them: tables of packages/backends, patterns and checks as text. */
import { type OperatorRule, type Target, targetNamed } from "@relayscope/backends";
import type { Expr } from "@relayscope/ir";
import { answerCheck, type Check, type CheckContext, checkText, evaluateCheck, printPattern } from "@relayscope/match";
import { PassFailure } from "@relayscope/passes";
import { printExpression } from "@relayscope/text";
import type { TargetInfo } from "./contract.ts";
import type { BuiltInTarget, ResolvedTarget } from "./resolveSpec.ts";

/** A target of packages/backends by name. */
export function upstreamTarget(name: string): BuiltInTarget {
  const find = (): Target => {
    const target = targetNamed(name);
    if (!target) throw new Error(`There is no target "${name}".`);
    return target;
  };
  return { name, info: () => infoOf(find()), resolve: () => resolved(find()) };
}

function infoOf(target: Target): TargetInfo {
  return {
    name: target.name,
    title: target.title,
    needs: target.asOf ? `${target.needs} (As of ${target.asOf}.)` : target.needs,
    patterns: target.patterns.map((entry) => ({
      name: entry.name,
      pattern: printPattern(entry.pattern, { printExpr: (e) => printExpression(e) }),
      ...(entry.check ? { check: checkText(entry.check) } : {}),
      ...(entry.defect ? { defect: entry.defect } : {}),
    })),
    operators: target.rules.map((rule) => rule.operator),
    pipeline: target.flow.filter((step) => step.isOptional === undefined).map((step) => ({ pass: step.pass, options: step.options ?? {} })),
    optLevel: target.optLevel,
    bindsParameters: target.bindsParameters,
  };
}

function resolved(target: Target): ResolvedTarget {
  const context: CheckContext = { settings: target.settings ?? {} };
  return {
    name: target.name,
    table: target.patterns.map(({ name, pattern, check }) => ({ name, pattern, ...(check ? { check: asked(check, context, name) } : {}) })),
    rules: Object.fromEntries(target.rules.map((rule: OperatorRule) => [rule.operator, asked(rule.check, context, rule.operator)])),
    diagnostics: [],
  };
}

/** A check as a function; where the reference's check raises, the pass stops with what raised. */
function asked(check: Check, context: CheckContext, of: string): (root: Expr) => boolean {
  return (root) => {
    const answer = answerCheck(check, root, context);
    if (answer !== "raises") return answer;
    const { message } = evaluateCheck(check, root, context);
    throw new PassFailure("check-raises", `The check of \`${of}\` raises in the reference: ${message ?? "it fails"}.`, root, [
      "Leave the pattern out of the table, or change the model so that the check can answer.",
    ]);
  };
}
