/** Putting values in the place of names of a target's files. */
import type { TargetSpec } from "@relayscope/engine";
import type { Page } from "../../state/page.ts";

/** What precedes a value that a function returns. */
export const returning = "lambda: ";

/**
 * Applies a value, or removes it if undefined. If the file calls the name, the value is the result of the call. Returns
 * the problem if the value does not work.
 */
export async function giveValue(
  { actions, engine }: Pick<Page, "actions" | "engine">,
  spec: TargetSpec,
  name: string,
  expression: string | undefined,
): Promise<string | undefined> {
  const { [name]: _, ...rest } = spec.given ?? {};
  const { given: _before, ...bare } = spec;
  const attempt = async (value: string | undefined): Promise<string | undefined> => {
    const next = value === undefined ? rest : { ...rest, [name]: value };
    const changed = Object.keys(next).length === 0 ? bare : { ...bare, given: next };
    const { problem } = await engine.targetFiles(changed);
    // A file that needs several values gets them one after another.
    const needsAnother = problem?.unknown !== undefined && problem.unknown !== name;
    if (problem && !needsAnother && value !== undefined) return problem.message;
    actions.editTarget(spec.name, changed);
    return undefined;
  };
  const problem = await attempt(expression);
  if (expression === undefined || !problem || !/object is not callable\b/.test(problem)) return problem;
  return (await attempt(returning + expression)) === undefined ? undefined : problem;
}
