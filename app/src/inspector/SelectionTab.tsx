import { shownStage } from "../state/model.ts";
import { usePageState } from "../state/page.ts";
import { Empty } from "../ui/Empty.tsx";
import { CardFacts } from "./CardFacts.tsx";
import { HeldCauses, useHeld } from "./causes/HeldCauses.tsx";
import { SelectionCauses, useRegionBoundaries } from "./causes/SelectionCauses.tsx";
import { ExplanationList } from "./ExplanationList.tsx";
import { Section } from "./Facts.tsx";
import { NodeFacts } from "./NodeFacts.tsx";
import { NodeHistory } from "./NodeHistory.tsx";
import { PatternSection } from "./patterns/PatternSection.tsx";
import { RegionFacts, useSelectedRegion } from "./RegionFacts.tsx";
import { StackFacts } from "./StackFacts.tsx";
import { useDetails } from "./useDetails.ts";
import { useSelectedCard, useSelectedStack } from "./useSelectedStack.ts";
import { SelectedBoundary } from "./whatIf/SelectedBoundary.tsx";
import { useSides } from "./whatIf/useSides.ts";

const none: readonly number[] = [];

/** The selection: first why it is where it is, then its facts, then its history. */
export function SelectionTab() {
  const shown = useDetails();
  const stage = usePageState(shownStage);
  const stack = useSelectedStack(stage);
  const hasEdge = usePageState((s) => s.selectedPair?.stage === stage);
  const found = useRegionBoundaries(stage);
  const sides = useSides();
  const card = useSelectedCard(stage);
  const isAwaited = usePageState((s) => s.run.status === "running" && (s.view.selection !== undefined || s.selectedRegion !== undefined));
  const hasRegion = usePageState((s) => s.selectedRegion !== undefined);
  const isRegion = hasRegion && card?.isLayer !== true;
  const region = useSelectedRegion(stage);
  const held = useHeld(stage, hasEdge || isRegion || stack || !card ? none : card.members, (card?.refused.length ?? 0) > 0);
  if (!shown && !hasEdge && isAwaited) return <Empty title="Computing">The answer about the selection comes with the run.</Empty>;
  if (!shown && !hasEdge) {
    return (
      <Empty title="Nothing selected">
        Press a region, an operator, or an edge in the picture: you see why it is where it is. Press two with Ctrl (on a Mac ⌘), keep one
        with Space and go to another with ↑ and ↓, or name two in the search, to ask why they are apart.
      </Empty>
    );
  }
  const isWhole = region !== undefined && isRegion && !hasEdge;
  if (isWhole && region.calls !== 1) {
    return (
      <div>
        <RegionFacts line={region} stage={stage} />
        {found && <SelectionCauses stage={stage} found={found} />}
      </div>
    );
  }
  if (stack) return <StackFacts stage={stage} stack={stack} />;
  if (card && !hasEdge) {
    return (
      <div>
        <CardFacts card={card} />
        {found && isRegion ? <SelectionCauses stage={stage} found={found} /> : held && <HeldCauses held={held} />}
      </div>
    );
  }
  // The boundaries above already say these sentences.
  const said = new Set([sides?.cause?.sentence, ...(found?.boundaries ?? []).map(({ cause }) => cause.sentence)]);
  const explanations = shown?.details.why.filter(({ answer }) => !said.has(answer)) ?? [];
  return (
    <div>
      {isWhole && <RegionFacts line={region} stage={stage} />}
      {found && <SelectionCauses stage={stage} found={found} />}
      {sides && <SelectedBoundary sides={sides} />}
      {shown && (
        <>
          {explanations.length > 0 && (
            <Section title={`Why ${shown.details.title} is where it is`}>
              <ExplanationList explanations={explanations} stage={shown.stage} />
            </Section>
          )}
          <PatternSection stage={shown.stage} node={shown.details.id} />
          <NodeFacts shown={shown} />
          <NodeHistory stage={shown.stage} id={shown.details.id} />
        </>
      )}
    </div>
  );
}
