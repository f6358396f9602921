import type { BoundaryAnswer } from "@relayscope/engine";
import { useState } from "react";
import { GuideLink } from "../../guide/GuideLink.tsx";
import { LinkedProse } from "../../guide/LinkedProse.tsx";
import { useAnswer } from "../../hooks/useAnswer.ts";
import { Section } from "../Facts.tsx";
import { CauseProof } from "./CauseProof.tsx";
import { boundariesText, distinctCauses } from "./distinctCauses.ts";

/** Causes that are shown before you ask for all. */
const firstShown = 6;

/** The boundaries of everything that a card or a stack holds; undefined until they are known. */
export function useHeldBoundaries(stage: number, nodes: readonly number[]): readonly BoundaryAnswer[] | undefined {
  const { value, isCurrent } = useAnswer(
    nodes.length === 0
      ? undefined
      : {
          key: `held/${stage}/${nodes.join()}`,
          stage,
          ask: (engine, epoch) => engine.boundariesAt(epoch, stage, { kind: "held", nodes }),
        },
  );
  return isCurrent ? value : undefined;
}

/** Why there are boundaries at what a card or a stack holds: each cause once, with how many boundaries have it. */
export function HeldCauses({ stage, nodes }: { readonly stage: number; readonly nodes: readonly number[] }) {
  const boundaries = useHeldBoundaries(stage, nodes);
  const [isWhole, setWhole] = useState(false);
  if (!boundaries || boundaries.length === 0) return null;
  const all = distinctCauses(boundaries);
  return (
    <Section title="Boundaries of what it holds" note={boundariesText(boundaries.length)}>
      <ul className="flex flex-col gap-1.5">
        {all.slice(0, isWhole ? all.length : firstShown).map(({ cause, boundaries: own }) => (
          <li key={cause.sentence}>
            <p className="font-medium">{own.length === boundaries.length ? "All of them" : boundariesText(own.length)}</p>
            <p className="text-ink-2">
              <LinkedProse text={cause.sentence} /> <GuideLink address={`cause/${cause.code}`} about={cause.code} text="What this means" />
            </p>
            <CauseProof cause={cause} at={own.map(({ from, to }) => `${from.id} ${to.id}`).join()} />
          </li>
        ))}
      </ul>
      {!isWhole && all.length > firstShown && (
        <button type="button" onClick={() => setWhole(true)} className="rounded font-medium text-accent hover:underline">
          Show {all.length - firstShown} more
        </button>
      )}
    </Section>
  );
}
