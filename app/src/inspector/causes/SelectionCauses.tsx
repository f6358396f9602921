import type { BoundaryAnswer } from "@relayscope/engine";
import { useState } from "react";
import { LinkedProse } from "../../guide/LinkedProse.tsx";
import { usePage, usePageState } from "../../state/page.ts";
import { Prose } from "../../ui/Prose.tsx";
import { Section } from "../Facts.tsx";
import { BoundaryCures } from "../whatIf/BoundaryCures.tsx";
import { nodesOfBoundary, sidesOf } from "./boundaryNames.ts";
import { CauseProof } from "./CauseProof.tsx";
import { useWhy } from "./useWhy.ts";

/** Boundaries shown until all are asked for. */
const firstShown = 8;

/** The boundaries of the selected region, each with its cause; they stay while one after the other is shown in the picture. */
export function SelectionCauses({ stage }: { readonly stage: number }) {
  const { actions } = usePage();
  const selected = usePageState((s) => s.view.selection?.nodes);
  const chosen = usePageState((s) => (s.selectedRegion?.stage === stage ? s.selectedRegion.region : undefined));
  const [held, setHeld] = useState<{ readonly region: number; readonly at: number; readonly nodes: readonly number[] }>();
  const [isWhole, setWhole] = useState(false);
  const { value: why } = useWhy(stage);
  const inHand = held && held.nodes === selected ? held : undefined;
  const region = chosen ?? inHand?.region;
  if (region === undefined || !why) return null;
  const all = why.boundaries.filter(({ fromRegion, toRegion }) => (fromRegion?.place === region) !== (toRegion?.place === region));
  const own = all.toSorted((a, b) => Number(b.kind === "between") - Number(a.kind === "between"));
  const [first] = own;
  if (!first) return null;
  const name = (first.fromRegion?.place === region ? first.fromRegion : first.toRegion)?.name ?? "";
  const show = (at: number, boundary: BoundaryAnswer) => {
    const nodes = nodesOfBoundary(boundary);
    setHeld({ region, at, nodes });
    actions.select(stage, nodes, true);
  };
  return (
    <Section title={`Where ${name} ends`} note={own.length === 1 ? "1 boundary" : `${own.length} boundaries`}>
      <ul className="-mx-1 flex flex-col gap-0.5">
        {own.slice(0, isWhole ? own.length : firstShown).map((boundary, at) => (
          <li
            key={`${boundary.kind} ${boundary.from.id} ${boundary.to.id}`}
            className={`rounded px-1 py-1 ${inHand?.at === at ? "bg-accent-soft" : ""}`}
          >
            <button
              type="button"
              aria-pressed={inHand?.at === at}
              onClick={() => show(at, boundary)}
              className="rounded text-left font-medium hover:underline"
            >
              <Prose text={sidesOf(boundary)} />
            </button>
            <p className="text-ink-2">
              <LinkedProse text={boundary.cause.sentence} />
            </p>
            <CauseProof cause={boundary.cause} />
            {inHand?.at === at && <BoundaryCures stage={stage} from={boundary.from.id} to={boundary.to.id} />}
          </li>
        ))}
      </ul>
      {!isWhole && own.length > firstShown && (
        <button type="button" onClick={() => setWhole(true)} className="rounded font-medium text-accent hover:underline">
          Show {own.length - firstShown} more
        </button>
      )}
    </Section>
  );
}
