import type { BoundaryAnswer, HeldCausesAnswer } from "@relayscope/engine";
import { useState } from "react";
import { GuideLink } from "../../guide/GuideLink.tsx";
import { LinkedProse } from "../../guide/LinkedProse.tsx";
import { useAnswer } from "../../hooks/useAnswer.ts";
import { plural } from "../../ui/format.ts";
import { Prose } from "../../ui/Prose.tsx";
import { Section } from "../Facts.tsx";
import { CauseProof } from "./CauseProof.tsx";
import { boundariesText, distinctCauses, namesText } from "./distinctCauses.ts";

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

/** Why all calls that a card holds are in no region; undefined until it is known, or if they are in regions. */
export function useHostCauses(stage: number, nodes: readonly number[]): HeldCausesAnswer | undefined {
  const { value, isCurrent } = useAnswer(
    nodes.length === 0
      ? undefined
      : { key: `host/${stage}/${nodes.join()}`, stage, ask: (engine, epoch) => engine.heldCauses(epoch, stage, nodes) },
  );
  return isCurrent && value && value.causes.length > 0 ? value : undefined;
}

/** Why the calls of a card that no boundary touches are in no region: each cause once, with its calls. */
export function HostCauses({ answer: { causes, calls, asked } }: { readonly answer: HeldCausesAnswer }) {
  const [isWhole, setWhole] = useState(false);
  const note = asked < calls ? `the first ${asked} of ${plural(calls, "operator")}` : plural(calls, "operator");
  return (
    <Section title="Why its operators are in no region" note={note}>
      <ul className="flex flex-col gap-1.5">
        {causes.slice(0, isWhole ? causes.length : firstShown).map(({ cause, nodes }) => (
          <li key={cause.sentence}>
            <p className="font-medium">{nodes.length === calls && calls > 1 ? "All of them" : <Prose text={namesText(nodes)} />}</p>
            <p className="text-ink-2">
              <LinkedProse text={cause.sentence} /> <GuideLink address={`cause/${cause.code}`} about={cause.code} text="What this means" />
            </p>
            <CauseProof cause={cause} at={nodes.map(({ id }) => id).join()} />
          </li>
        ))}
      </ul>
      {!isWhole && causes.length > firstShown && (
        <button type="button" onClick={() => setWhole(true)} className="rounded font-medium text-accent hover:underline">
          Show {causes.length - firstShown} more
        </button>
      )}
    </Section>
  );
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
            {boundaries.length > 1 && (
              <p className="font-medium">{own.length === boundaries.length ? "All of them" : boundariesText(own.length)}</p>
            )}
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
