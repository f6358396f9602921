import { shownStage } from "../state/model.ts";
import { usePageState } from "../state/page.ts";
import { Empty } from "../ui/Empty.tsx";
import { SelectionCauses } from "./causes/SelectionCauses.tsx";
import { ExplanationList } from "./ExplanationList.tsx";
import { Section } from "./Facts.tsx";
import { NodeFacts } from "./NodeFacts.tsx";
import { NodeHistory } from "./NodeHistory.tsx";
import { PatternSection } from "./patterns/PatternSection.tsx";
import { StackFacts } from "./StackFacts.tsx";
import { useDetails } from "./useDetails.ts";
import { useSelectedStack } from "./useSelectedStack.ts";
import { SelectedBoundary } from "./whatIf/SelectedBoundary.tsx";

/** What is selected: why it is where it is, then what it is, then what the passes did to it. */
export function SelectionTab() {
  const shown = useDetails();
  const stage = usePageState(shownStage);
  const stack = useSelectedStack(stage);
  const hasEdge = usePageState((s) => s.selectedPair?.stage === stage);
  if (!shown && !hasEdge) {
    return (
      <Empty title="Nothing selected">
        Press a region, an operator, or an edge in the picture: you see why it is where it is. Press two with Ctrl (on a Mac ⌘) to ask why
        they are apart.
      </Empty>
    );
  }
  if (stack) return <StackFacts stage={stage} stack={stack} />;
  return (
    <div>
      <SelectionCauses stage={stage} />
      <SelectedBoundary />
      {shown && (
        <>
          {shown.details.why.length > 0 && (
            <Section title={`Why ${shown.details.title} is where it is`}>
              <ExplanationList explanations={shown.details.why} stage={shown.stage} />
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
