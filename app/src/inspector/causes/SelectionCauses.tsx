import type { BoundaryAnswer } from "@relayscope/engine";
import { useState } from "react";
import { GuideLink } from "../../guide/GuideLink.tsx";
import { LinkedProse } from "../../guide/LinkedProse.tsx";
import { usePage, usePageState } from "../../state/page.ts";
import { useAnswer } from "../../state/useAnswer.ts";
import { Prose } from "../../ui/Prose.tsx";
import { Section } from "../Facts.tsx";
import { BoundaryCures } from "../whatIf/BoundaryCures.tsx";
import { nodesOfBoundary, sidesOf } from "./boundaryNames.ts";
import { useWhy } from "./useWhy.ts";

/** Why there is a boundary where the selected tensor crosses one; nothing where none is selected. */
export function EdgeCause({ stage }: { readonly stage: number }) {
  const edge = usePageState((s) => (s.selectedEdge?.stage === stage ? s.selectedEdge : undefined));
  const { value } = useAnswer(
    edge && {
      key: `edge/${stage}/${edge.producer}/${edge.consumer}`,
      stage,
      ask: (engine, epoch) => engine.whyBetween(epoch, stage, edge.producer, edge.consumer),
    },
  );
  if (!edge || !value) return null;
  return (
    <Section title="This tensor">
      <p className="text-ink-2">
        {value.cause ? (
          <>
            <LinkedProse text={value.cause.sentence} />{" "}
            <GuideLink address={`cause/${value.cause.code}`} about={value.cause.code} text="What this means" />
          </>
        ) : (
          "It crosses no boundary: both ends are in one region."
        )}
      </p>
      {value.cause && <BoundaryCures stage={stage} from={edge.producer} to={edge.consumer} />}
    </Section>
  );
}

/** Boundaries shown until all are asked for. */
const firstShown = 8;

interface SelectionCausesProps {
  readonly stage: number;
  /** Called with the nodes that are selected for the boundary in hand. */
  readonly onShow: (nodes: readonly number[]) => void;
}

/** The boundaries of the selected region, each with its cause; they stay while one after the other is shown in the picture. */
export function SelectionCauses({ stage, onShow }: SelectionCausesProps) {
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
  const own = all.toSorted((a, b) => Number(a.kind === "gap") - Number(b.kind === "gap"));
  const [first] = own;
  if (!first) return null;
  const name = (first.fromRegion?.place === region ? first.fromRegion : first.toRegion)?.name ?? "";
  const show = (at: number, boundary: BoundaryAnswer) => {
    const nodes = nodesOfBoundary(boundary);
    setHeld({ region, at, nodes });
    onShow(nodes);
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
