import { type BoundaryAnswer, boundariesText } from "@relayscope/engine";
import { LinkedProse } from "../../guide/LinkedProse.tsx";
import { useAnswer } from "../../hooks/useAnswer.ts";
import { useExpanded } from "../../hooks/useExpanded.ts";
import { usePage, usePageState } from "../../state/page.ts";
import { Prose } from "../../ui/Prose.tsx";
import { Section } from "../Facts.tsx";
import { ShowMore } from "../ShowMore.tsx";
import { BoundaryCures } from "../whatIf/BoundaryCures.tsx";
import { nodesOfBoundary, sidesOf } from "./boundaryNames.ts";
import { CauseProof } from "./CauseProof.tsx";

/** Boundaries that are shown before you ask for all. */
const firstShown = 8;

/** The selected region and its boundaries, once they are known. */
export interface RegionBoundaries {
  readonly region: number;
  readonly boundaries: readonly BoundaryAnswer[];
}

export function useRegionBoundaries(stage: number): RegionBoundaries | undefined {
  const region = usePageState((s) => (s.selectedRegion?.stage === stage ? s.selectedRegion.region : undefined));
  const { value } = useAnswer(
    region === undefined
      ? undefined
      : {
          key: `region/${stage}/${region}`,
          stage,
          ask: async (engine, epoch) => ({ region, boundaries: await engine.boundariesAt(epoch, stage, { kind: "region", region }) }),
        },
  );
  return value?.region === region ? value : undefined;
}

interface SelectionCausesProps {
  readonly stage: number;
  readonly found: RegionBoundaries;
}

/**
 * The boundaries of the selected region, each with its cause. The list stays while you step through them in the
 * picture.
 */
export function SelectionCauses({ stage, found: { region, boundaries: own } }: SelectionCausesProps) {
  const { actions } = usePage();
  const pair = usePageState((s) => s.selectedPair);
  const [isWhole, setWhole] = useExpanded("boundaries");
  const [first] = own;
  if (!first) return null;
  const name = (first.fromRegion?.place === region ? first.fromRegion : first.toRegion)?.name ?? "";
  const isAtInputs = own.every(({ fromRegion }) => fromRegion?.place !== region);
  const isShown = ({ from, to }: BoundaryAnswer) => pair?.producer === from.id && pair.consumer === to.id;
  const show = (boundary: BoundaryAnswer) => {
    const { from, to } = boundary;
    actions.selectPair({ stage, producer: from.id, consumer: to.id }, { nodes: nodesOfBoundary(boundary), region, reveal: true });
  };
  return (
    <Section title={`Where ${name} ends${isAtInputs ? ": at its input" : ""}`} note={boundariesText(own.length)}>
      <ul className="-mx-1 flex flex-col gap-0.5">
        {own.slice(0, isWhole ? own.length : firstShown).map((boundary) => (
          <li
            key={`${boundary.kind} ${boundary.from.id} ${boundary.to.id}`}
            className={`rounded px-1 py-1 ${isShown(boundary) ? "bg-accent-soft" : ""}`}
          >
            <button
              type="button"
              aria-pressed={isShown(boundary)}
              onClick={() => show(boundary)}
              className="rounded text-left font-medium hover:underline"
            >
              <Prose text={sidesOf(boundary)} />
            </button>
            <p className="text-ink-2">
              <LinkedProse text={boundary.cause.sentence} />
            </p>
            <CauseProof cause={boundary.cause} at={`${boundary.from.id} ${boundary.to.id}`} />
            {isShown(boundary) && <BoundaryCures stage={stage} from={boundary.from.id} to={boundary.to.id} />}
          </li>
        ))}
      </ul>
      {!isWhole && <ShowMore hidden={own.length - firstShown} onShow={() => setWhole(true)} />}
    </Section>
  );
}
