import type { BoundaryAnswer } from "@relayscope/engine";
import { GuideLink } from "../../guide/GuideLink.tsx";
import { LinkedProse } from "../../guide/LinkedProse.tsx";
import { usePage, usePageState } from "../../state/page.ts";
import { useAnswer } from "../../state/useAnswer.ts";
import { useSelectedAt } from "../../state/useGraph.ts";
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

const mostShown = 12;

/** The boundaries of what is selected where that is several nodes, a region say: each with its cause. */
export function SelectionCauses({ stage }: { readonly stage: number }) {
  const { actions } = usePage();
  const selected = useSelectedAt(stage);
  const isRegion = usePageState((s) => s.selectedRegion?.stage === stage);
  const why = useWhy(stage);
  if (!isRegion || !why) return null;
  const own = boundariesOf(why.boundaries, new Set(selected));
  if (own.length === 0) return null;
  return (
    <Section title="The selected region" note={own.length === 1 ? "1 boundary" : `${own.length} boundaries`}>
      <ul className="flex flex-col gap-1.5">
        {own.slice(0, mostShown).map((boundary) => (
          <li key={`${boundary.kind} ${boundary.from.id} ${boundary.to.id}`}>
            <button
              type="button"
              onClick={() => actions.select(stage, nodesOfBoundary(boundary), true)}
              className="text-left font-medium hover:underline"
            >
              <Prose text={sidesOf(boundary)} />
            </button>
            <p className="text-ink-2">
              <Prose text={boundary.cause.sentence} />
            </p>
          </li>
        ))}
      </ul>
      {own.length > mostShown && <p className="text-ink-3">and {own.length - mostShown} more</p>}
    </Section>
  );
}

/** Those with an end in the selection; a boundary inside of it is none of its own. */
function boundariesOf(all: readonly BoundaryAnswer[], selected: ReadonlySet<number>): readonly BoundaryAnswer[] {
  return all.filter((b) => b.kind === "crossing" && selected.has(b.from.id) !== selected.has(b.to.id));
}
