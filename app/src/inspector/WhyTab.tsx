import type { Explanation } from "@relayscope/engine";
import { useEffect, useState } from "react";
import { shownStage } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Empty } from "../ui/Empty.tsx";
import { ExplanationList } from "./ExplanationList.tsx";
import { Section } from "./Facts.tsx";
import { PatternSection } from "./patterns/PatternSection.tsx";
import { useDetails } from "./useDetails.ts";

/** Why the selected node is where it is, and what is worth saying of the stage as a whole. */
export function WhyTab() {
  const shown = useDetails();
  const stage = usePageState(shownStage);
  const name = usePageState((s) => (stage === 0 ? "The input" : `After ${s.document.pipeline[stage - 1]?.pass ?? ""}`));
  const whole = useStageExplanations(stage);
  if (!shown && whole.length === 0) {
    return (
      <Empty title="Why is there a boundary?">Select a node: what the passes decided about it, on what ground, and what to try.</Empty>
    );
  }
  return (
    <div>
      {shown && (
        <Section title={shown.details.title} note={`after ${shown.isBefore ? "the pass before" : "this pass"}`}>
          {shown.details.why.length === 0 ? (
            <p className="text-ink-3">No pass up to here took a decision about this node.</p>
          ) : (
            <ExplanationList explanations={shown.details.why} stage={shown.stage} />
          )}
        </Section>
      )}
      {shown && <PatternSection stage={shown.stage} node={shown.details.id} />}
      {whole.length > 0 && (
        <Section title={name}>
          <ExplanationList explanations={whole} stage={stage} />
        </Section>
      )}
      {!shown && <p className="px-3 py-2.5 text-ink-3">Select a node to see what was decided about it.</p>}
    </div>
  );
}

const none: readonly Explanation[] = [];

function useStageExplanations(stage: number): readonly Explanation[] {
  const { engine } = usePage();
  const epoch = usePageState((s) => s.run.epoch);
  const isReady = usePageState((s) => s.run.stages.length > stage);
  const [found, setFound] = useState(none);
  useEffect(() => {
    if (!isReady || epoch === 0) return;
    let isWanted = true;
    engine.explain(epoch, stage).then(
      (explanations) => isWanted && setFound(explanations),
      () => isWanted && setFound(none),
    );
    return () => {
      isWanted = false;
    };
  }, [engine, epoch, stage, isReady]);
  return found;
}
