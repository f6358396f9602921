import { useState } from "react";
import { bringNear } from "../hooks/bringNear.ts";
import { useAnswer } from "../hooks/useAnswer.ts";
import { appliedChanges, editsAfter } from "../state/changes.ts";
import { shownStage } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { Prose } from "../ui/Prose.tsx";
import { CauseList } from "./causes/CauseList.tsx";
import { ExplanationList } from "./ExplanationList.tsx";
import { Section } from "./Facts.tsx";
import { noOperators } from "./NoRegions.tsx";
import { BestChanges } from "./whatIf/BestChanges.tsx";
import { editSentences } from "./whatIf/editSentence.ts";
import { OutcomeTable } from "./whatIf/OutcomeTable.tsx";

/** The causes of boundaries by their cost, what would help, and the same module with other targets. */
export function ImproveTab() {
  const { actions } = usePage();
  const stage = usePageState(shownStage);
  const name = usePageState((s) => (stage === 0 ? "The input" : `After ${s.document.pipeline[stage - 1]?.pass ?? ""}`));
  const hasRegions = usePageState((s) => (s.run.stages[stage]?.summary.regions.length ?? 0) > 0);
  const isEmpty = usePageState((s) => s.run.stages[stage]?.summary.operators === 0);
  // Answers about regions are in the list of regions.
  const { value: whole = [] } = useAnswer(
    hasRegions ? undefined : { key: `explain/${stage}`, stage, ask: (engine, epoch) => engine.explain(epoch, stage) },
  );
  const answers = whole.length > 0 && (
    <Section title={name}>
      <ExplanationList explanations={whole} stage={stage} />
    </Section>
  );
  return (
    <div>
      <Changes />
      {answers}
      <CauseList stage={stage} />
      {isEmpty ? (
        <Empty title={noOperators} />
      ) : (
        <>
          <BestChanges />
          <Section title="Other targets">
            <p className="mb-2 text-ink-2">The run on the page, next to this module through the flow of every other target.</p>
            <Button look="outline" onClick={() => actions.showDialog("compare")}>
              Compare targets
            </Button>
          </Section>
        </>
      )}
    </div>
  );
}

/** The applied changes, with the outcome before the first one next to the outcome after the last one. */
function Changes() {
  const { actions } = usePage();
  const changes = usePageState((s) => s.changes);
  const document = usePageState((s) => s.document);
  const applied = appliedChanges({ changes, document });
  const [first, last] = [applied[0], applied.at(-1)];
  const [there] = useState(last);
  if (!first || !last) return null;
  return (
    <Section title={applied.length === 1 ? "One change applied" : `${applied.length} changes applied`}>
      <ol
        key={applied.length}
        ref={last === there ? null : bringNear}
        className={`mb-1.5 scroll-mt-12 text-ink-2 ${applied.length > 1 ? "list-decimal pl-5" : ""}`}
      >
        {applied.map(({ edits }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes are their places in the order they were made in
          <li key={at}>
            <Prose text={editSentences(edits, editsAfter(applied, at)).join("; ")} />
          </li>
        ))}
      </ol>
      <OutcomeTable before={first.before} after={last.after} labels={["before", "now"]} />
      <div className="mt-2 flex justify-end">
        {/* The second click of a double click that made the change may hit this button. */}
        <Button look="outline" onClick={({ detail }) => detail < 2 && actions.undo()}>
          Undo the last
        </Button>
      </div>
    </Section>
  );
}
