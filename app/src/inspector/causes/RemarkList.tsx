import type { RemarkAnswer } from "@relayscope/engine";
import { LinkedProse } from "../../guide/LinkedProse.tsx";
import { Section } from "../Facts.tsx";
import { ShowNodes } from "../ShowNodes.tsx";

interface RemarkListProps {
  readonly title: string;
  readonly remarks: readonly RemarkAnswer[];
  readonly stage: number;
}

/** Facts that no boundary shows. Its button shows the calls in the picture. */
export function RemarkList({ title, remarks, stage }: RemarkListProps) {
  if (remarks.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="flex flex-col gap-2">
        {remarks.map(({ sentence, nodes }) => (
          <li key={sentence}>
            <p className="text-ink-2">
              <LinkedProse text={sentence} />
            </p>
            <ShowNodes stage={stage} nodes={nodes} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
