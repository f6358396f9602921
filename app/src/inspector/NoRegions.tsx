import type { StageResult } from "@relayscope/engine";
import { useAnswer } from "../hooks/useAnswer.ts";
import { shownStage } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { grouped, regionsText } from "../ui/format.ts";
import { ExplanationList } from "./ExplanationList.tsx";

/** In place of what is about operators, if the module has none. */
export const noOperators = "No operators in the module";

const hasRegions = ({ summary }: StageResult) => summary.regions.length > 0;

/** The nearest stage with regions, preferring earlier ones; -1 if there is none. */
export function nearestWithRegions(stages: readonly StageResult[], stage: number): number {
  const before = stages.slice(0, stage).findLastIndex(hasRegions);
  return before >= 0 ? before : stages.findIndex((result, i) => i > stage && hasRegions(result));
}

/** What is new at the first stage with regions: how many there are, or how many operators are marked. */
export function beginsText({ count, marked, operators }: Readonly<Record<"count" | "marked" | "operators", number>>): string {
  return `is the first pass that ${marked > 0 ? "marks operators" : "draws regions"}: ${grouped(marked > 0 ? operators : count)}.`;
}

/**
 * Replaces the list of a stage without regions: says which pass removed them, which one draws them, or that none does.
 */
export function NoRegions() {
  const { actions } = usePage();
  const stage = usePageState(shownStage);
  const stages = usePageState((s) => s.run.stages);
  const isFinished = usePageState((s) => s.run.status === "finished");
  const nearest = nearestWithRegions(stages, stage);
  const found = stages[nearest];
  if (!found) {
    if (stages[stage]?.summary.operators === 0) return <Empty title={noOperators} />;
    return <Empty title="No regions at this stage">{isFinished && <NothingOffloaded stage={stages.length - 1} />}</Empty>;
  }
  const count = found.summary.regions.reduce((sum, region) => sum + region.count, 0);
  const marked = found.summary.regions.reduce((sum, region) => sum + (region.marked ?? 0), 0);
  const operators = found.summary.regions.reduce((sum, region) => sum + region.operators, 0);
  return (
    <Empty title="No regions at this stage">
      <p className="mb-2">
        {nearest < stage ? (
          <>
            <b>{stages[nearest + 1]?.pass}</b> left none of the {regionsText(count, marked)} that came to it.
          </>
        ) : (
          <>
            <b>{found.pass}</b> {beginsText({ count, marked, operators })}
          </>
        )}
      </p>
      <Button look="outline" onClick={() => actions.showStage(nearest)}>
        Go to {found.pass}
      </Button>
    </Empty>
  );
}

/** Why a run has no regions at all: what the last stage says of its operators. */
function NothingOffloaded({ stage }: { readonly stage: number }) {
  const { value: answers = [] } = useAnswer({ key: `explain/${stage}`, stage, ask: (engine, epoch) => engine.explain(epoch, stage) });
  return (
    <>
      <p>No other stage of this run has any. Select an operator: Selection shows what the passes decided about it.</p>
      {answers.length > 0 && (
        <div className="mt-3 text-left">
          <ExplanationList explanations={answers.slice(0, 1)} stage={stage} />
        </div>
      )}
    </>
  );
}
