import type { Explanation } from "@relayscope/engine";
import { Lightbulb } from "lucide-react";
import { LinkedProse } from "../guide/LinkedProse.tsx";
import { Prose } from "../ui/Prose.tsx";
import { PatternLink } from "./patterns/PatternLink.tsx";
import { ShowNodes } from "./ShowNodes.tsx";

interface ExplanationListProps {
  readonly explanations: readonly Explanation[];
  readonly stage: number;
}

/** Questions with their answers and cures. Pressing one shows the nodes that it names. */
export function ExplanationList({ explanations, stage }: ExplanationListProps) {
  return (
    <ul className="flex flex-col gap-3">
      {explanations.map(({ pattern, ...e }) => (
        <li key={e.question + e.answer}>
          <h4 className="font-medium">
            <Prose text={e.question} />
          </h4>
          <p className="text-ink-2">
            <LinkedProse text={e.list?.[0] ?? e.answer} />
          </p>
          {e.list && (
            <ul className="mt-1 flex list-disc flex-col gap-1 pl-4 text-ink-2">
              {e.list.slice(1).map((reason) => (
                <li key={reason}>
                  <LinkedProse text={reason} />
                </li>
              ))}
            </ul>
          )}
          {e.cures.length > 0 && (
            <ul className="mt-1 flex flex-col gap-1">
              {e.cures.map((cure) => (
                <li key={cure} className="flex gap-1.5 text-ink-2">
                  <Lightbulb size={13} aria-hidden className="mt-[3px] shrink-0 text-warn" />
                  <span>
                    <LinkedProse text={cure} />
                  </span>
                </li>
              ))}
            </ul>
          )}
          <p className="mt-0.5 flex flex-wrap gap-x-3">
            <ShowNodes stage={stage} nodes={e.nodes} />
            {pattern !== undefined && <PatternLink pattern={pattern} />}
          </p>
        </li>
      ))}
    </ul>
  );
}
