import { type BoundaryAnswer, boundariesText, type CauseAnswer, type HeldCausesAnswer } from "@relayscope/engine";
import { type ReactNode, useState } from "react";
import { GuideLink } from "../../guide/GuideLink.tsx";
import { LinkedProse } from "../../guide/LinkedProse.tsx";
import { useAnswer } from "../../hooks/useAnswer.ts";
import { grouped, plural } from "../../ui/format.ts";
import { Prose } from "../../ui/Prose.tsx";
import { Section } from "../Facts.tsx";
import { ShowMore } from "../ShowMore.tsx";
import { CauseProof } from "./CauseProof.tsx";
import { distinctCauses, namesText } from "./distinctCauses.ts";

/** Causes that are shown before you ask for all. */
const firstShown = 6;

/**
 * The boundaries of everything in a card or a stack and, without boundaries or with heavy operators on the host, the
 * reasons why its calls are in no region.
 */
export interface Held {
  readonly boundaries: readonly BoundaryAnswer[];
  readonly host: HeldCausesAnswer | undefined;
}

/**
 * The causes for everything in a card or a stack; undefined until they are known. `isRefused`: targets left heavy
 * operators of it on the host.
 */
export function useHeld(stage: number, nodes: readonly number[], isRefused: boolean): Held | undefined {
  const key = `${stage}/${nodes.join()}`;
  const asked = useAnswer(
    nodes.length === 0
      ? undefined
      : { key: `held/${key}`, stage, ask: (engine, epoch) => engine.boundariesAt(epoch, stage, { kind: "held", nodes }) },
  );
  const boundaries = asked.isCurrent ? asked.value : undefined;
  const hasHost = boundaries !== undefined && (isRefused || boundaries.length === 0);
  const host = useAnswer(
    hasHost ? { key: `host/${key}`, stage, ask: (engine, epoch) => engine.heldCauses(epoch, stage, nodes) } : undefined,
  );
  if (!boundaries || (hasHost && !(host.isCurrent && host.value))) return undefined;
  return { boundaries, host: hasHost ? host.value : undefined };
}

/** The causes for everything in a card or a stack, each once. */
export function HeldCauses({ held: { boundaries, host } }: { readonly held: Held }) {
  const reasons = host?.causes ?? [];
  if (boundaries.length + reasons.length === 0) return <p className="border-b border-line px-3 py-2.5 text-ink-2">No boundary is here.</p>;
  const others = distinctCauses(
    boundaries,
    reasons.map(({ cause }) => cause.sentence),
  );
  const lines = others.map(({ cause, boundaries: own }) => ({
    cause,
    title: boundaries.length === 1 ? undefined : own.length === boundaries.length ? "All of them" : boundariesText(own.length),
    at: own.map(({ from, to }) => `${from.id} ${to.id}`).join(),
  }));
  return (
    <>
      {host && reasons.length > 0 && <HostCauses answer={host} />}
      {lines.length > 0 && <CauseLines title="Boundaries of what it holds" note={boundariesText(boundaries.length)} lines={lines} />}
    </>
  );
}

/** Why the calls of a card are in no region: each cause once, with its calls. */
function HostCauses({ answer: { causes, calls, asked } }: { readonly answer: HeldCausesAnswer }) {
  const lines = causes.map(({ cause, nodes }) => ({
    cause,
    title: nodes.length === calls && calls > 1 ? "All of them" : <Prose text={namesText(nodes)} />,
    at: nodes.map(({ id }) => id).join(),
  }));
  const note = asked < calls ? `the first ${grouped(asked)} of ${plural(calls, "operator")}` : plural(calls, "operator");
  return <CauseLines title="Why its operators are in no region" note={note} lines={lines} />;
}

interface CauseLinesProps {
  readonly title: string;
  readonly note: string;
  readonly lines: readonly {
    readonly cause: CauseAnswer;
    /** The subject of the cause; undefined if it is obvious. */
    readonly title: ReactNode;
    /** Identifies the subject. */
    readonly at: string;
  }[];
}

function CauseLines({ title, note, lines }: CauseLinesProps) {
  const [isWhole, setWhole] = useState(false);
  return (
    <Section title={title} note={note}>
      <ul className="flex flex-col gap-1.5">
        {lines.slice(0, isWhole ? lines.length : firstShown).map(({ cause, title: own, at }) => (
          <li key={cause.sentence}>
            {own !== undefined && <p className="font-medium">{own}</p>}
            <p className="text-ink-2">
              <LinkedProse text={cause.sentence} /> <GuideLink address={`cause/${cause.code}`} about={cause.code} text="What this means" />
            </p>
            <CauseProof cause={cause} at={at} />
          </li>
        ))}
      </ul>
      {!isWhole && <ShowMore hidden={lines.length - firstShown} onShow={() => setWhole(true)} />}
    </Section>
  );
}
