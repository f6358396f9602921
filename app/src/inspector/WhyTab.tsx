import { Fragment, useState } from "react";
import { shownStage } from "../state/model.ts";
import { usePageState } from "../state/page.ts";
import { useAnswer } from "../state/useAnswer.ts";
import { Empty } from "../ui/Empty.tsx";
import { CauseList } from "./causes/CauseList.tsx";
import { EdgeCause, SelectionCauses } from "./causes/SelectionCauses.tsx";
import { ExplanationList } from "./ExplanationList.tsx";
import { Section } from "./Facts.tsx";
import { PatternSection } from "./patterns/PatternSection.tsx";
import { useDetails } from "./useDetails.ts";

/** Why the selected node is where it is, and what is worth saying of the stage as a whole. */
export function WhyTab() {
  const shown = useDetails();
  const stage = usePageState(shownStage);
  const name = usePageState((s) => (stage === 0 ? "The input" : `After ${s.document.pipeline[stage - 1]?.pass ?? ""}`));
  const selected = usePageState((s) => s.view.selection?.nodes);
  const [listed, setListed] = useState<readonly number[]>();
  const { value: whole = [], isCurrent } = useAnswer({
    key: `explain/${stage}`,
    stage,
    ask: (engine, epoch) => engine.explain(epoch, stage),
  });
  const node = shown && (
    <Fragment key="node">
      <Section title={shown.details.title} note={`after ${shown.isBefore ? "the pass before" : "this pass"}`}>
        {shown.details.why.length === 0 ? (
          <p className="text-ink-3">No pass up to here took a decision about this node.</p>
        ) : (
          <ExplanationList explanations={shown.details.why} stage={shown.stage} />
        )}
      </Section>
      <PatternSection stage={shown.stage} node={shown.details.id} />
    </Fragment>
  );
  const list = <CauseList key="causes" stage={stage} onShow={setListed} />;
  // While the list steps through its boundaries, it stays where it is.
  const isListFirst = listed !== undefined && listed === selected;
  if (!shown && whole.length === 0 && isCurrent) {
    return (
      <Empty title="Why is there a boundary?">Select a node: what the passes decided about it, on what ground, and what to try.</Empty>
    );
  }
  return (
    <div>
      <EdgeCause stage={stage} />
      <SelectionCauses stage={stage} onShow={setListed} />
      {isListFirst ? [list, node] : [node, list]}
      {whole.length > 0 && (
        <Section title={name}>
          <ExplanationList explanations={whole} stage={stage} />
        </Section>
      )}
      {!shown && <p className="px-3 py-2.5 text-ink-3">Select a node to see what was decided about it.</p>}
    </div>
  );
}
