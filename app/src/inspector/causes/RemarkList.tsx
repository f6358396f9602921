import type { RemarkAnswer } from "@relayscope/engine";
import { LinkedProse } from "../../guide/LinkedProse.tsx";
import { usePage } from "../../state/page.ts";
import { Section } from "../Facts.tsx";

interface RemarkListProps {
  readonly title: string;
  readonly remarks: readonly RemarkAnswer[];
  readonly stage: number;
}

/** Facts that no boundary shows. Pressing one shows its calls in the picture. */
export function RemarkList({ title, remarks, stage }: RemarkListProps) {
  const { actions } = usePage();
  if (remarks.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="flex flex-col gap-2">
        {remarks.map(({ sentence, nodes }) => (
          <li key={sentence}>
            <p className="text-ink-2">
              <LinkedProse text={sentence} />
            </p>
            {nodes.length > 0 && (
              <button
                type="button"
                onClick={() => actions.select(stage, nodes, true)}
                className="rounded font-medium text-accent hover:underline"
              >
                Show {nodes.length === 1 ? "the node" : `the ${nodes.length} nodes`}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
