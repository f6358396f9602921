import type { RuleTry } from "@relayscope/engine";
import { Prose } from "../../ui/Prose.tsx";
import { CheckTree } from "./CheckTree.tsx";

/** The operator rules for a node, one per target, each with its check. */
export function RuleList({ rules }: { readonly rules: readonly RuleTry[] }) {
  if (rules.length === 0) return null;
  return (
    <div className="px-3 pt-2">
      <h4 className="font-medium">Operator rules</h4>
      <p className="text-small leading-[17px] text-ink-3">For calls outside of composites.</p>
      <ul className="mt-1 flex flex-col gap-1.5">
        {rules.map((rule) => (
          <li key={rule.target}>
            <p>
              <Prose text={sentenceOf(rule)} />
            </p>
            {rule.check.length > 0 && <CheckTree label={`Rule of ${rule.target} for ${rule.operator}`} lines={rule.check} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function sentenceOf({ target, operator, state }: RuleTry): string {
  switch (state) {
    case "none":
      return `\`${target}\` has no rule for \`${operator}\`.`;
    case "always":
      return `\`${target}\` takes every \`${operator}\`.`;
    case "accepts":
      return `\`${target}\` takes this \`${operator}\`:`;
    case "refuses":
      return `\`${target}\` refuses this \`${operator}\`:`;
    case "raises":
      return `The rule of \`${target}\` for \`${operator}\` raises:`;
  }
}
