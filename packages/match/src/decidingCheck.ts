/** The one condition that decided a check, of the hundred that a tree may hold. */
import type { Check } from "./check.ts";
import type { EvaluatedCheck } from "./evaluateCheck.ts";

/** The condition, and what leads to it from the root. */
export interface DecidingCheck {
  readonly leaf: EvaluatedCheck;
  /** Whether the condition is under a `not`: it holds, and should not. */
  readonly isNegated: boolean;
  /** The conditions around it, outermost first. */
  readonly around: readonly EvaluatedCheck[];
}

/**
 * Why a check has its result: the innermost condition whose opposite result could have changed it. Of several failed
 * alternatives, the one that got furthest, or all of them together. Undefined if the check passed.
 */
export function decidingCheck(evaluated: EvaluatedCheck): DecidingCheck | undefined {
  if (evaluated.answer === true) return undefined;
  const around: EvaluatedCheck[] = [];
  let at = evaluated;
  let isNegated = false;
  for (;;) {
    const next = decidingPart(at);
    if (!next) return { leaf: at, isNegated, around };
    if (at.check.check === "not") isNegated = !isNegated;
    around.push(at);
    at = next;
  }
}

function decidingPart(evaluated: EvaluatedCheck): EvaluatedCheck | undefined {
  const { check, children, answer } = evaluated;
  if (answer === "raises") return children.findLast((child) => child.answer === "raises");
  switch (check.check) {
    case "and":
    case "every":
      // If it holds but should not, no single part decides: all of them together do.
      return answer ? undefined : children.at(-1);
    case "or":
    case "some":
      return answer ? children.at(-1) : furthest(children);
    case "when":
      return isPlain(children.at(-1)) ? children[0] : children.at(-1);
    case "not":
    case "let":
    case "named":
    case "of-values":
      return children.at(-1);
    default:
      return undefined;
  }
}

/** A branch that only says yes or no: what decided is the test before it. */
function isPlain(branch: EvaluatedCheck | undefined): boolean {
  return branch?.check.check === "always";
}

/** Undefined if several got equally far and are short enough to be shown together: no single one decided. */
function furthest(children: readonly EvaluatedCheck[]): EvaluatedCheck | undefined {
  let best: EvaluatedCheck[] = [];
  let most = Number.NEGATIVE_INFINITY;
  for (const child of children) {
    // Among those that got equally far, facts of the model are more informative than settings of the target, and
    // conditions more than type checks.
    const score = held(child) - (asksSettingsAlone(child.check) ? 0.5 : 0) - (isPremise(child.check) ? 0.25 : 0);
    if (score > most) [best, most] = [[], score];
    if (score === most) best.push(child);
  }
  return best.length > 1 && children.every(({ check }) => isShort(check)) ? undefined : best[0];
}

/** Whether an alternative only says that the others need not hold. */
function isPremise(check: Check): boolean {
  return check.check === "not" || (check.check === "compare" && check.operator === "!=");
}

/** Whether a check reads well within a sentence. */
function isShort(check: Check): boolean {
  switch (check.check) {
    case "compare":
    case "in":
    case "is":
    case "same":
    case "truthy":
      return true;
    case "not":
      return isShort(check.of);
    case "and":
    case "or":
      return check.checks.length <= 3 && check.checks.every(isShort);
    default:
      return false;
  }
}

function asksSettingsAlone(check: Check): boolean {
  switch (check.check) {
    case "not":
    case "named":
      return asksSettingsAlone(check.of);
    case "truthy":
      return check.of.term === "setting";
    case "compare":
      return check.left.term === "setting" || check.right.term === "setting";
    default:
      return false;
  }
}

/** How many conditions held on the way; under a `not`, how many did not. */
function held(evaluated: EvaluatedCheck): number {
  let count = 0;
  const stack = evaluated.children.map((child) => ({ at: child, wanted: evaluated.check.check !== "not" }));
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { at, wanted } = top;
    if (at.answer === wanted) count++;
    const below = at.check.check === "not" ? !wanted : wanted;
    for (const child of at.children) stack.push({ at: child, wanted: below });
  }
  return count;
}
