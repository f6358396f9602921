import { standingChanges } from "../../state/changes.ts";
import { usePage, usePageState } from "../../state/page.ts";
import { Button } from "../../ui/Button.tsx";
import { Section } from "../Facts.tsx";
import { BestChanges } from "./BestChanges.tsx";
import { OutcomeTable } from "./OutcomeTable.tsx";
import { SelectedBoundary } from "./SelectedBoundary.tsx";

/** What would help: for what is selected, for the whole module, and with other targets. */
export function WhatIfTab() {
  const { actions } = usePage();
  return (
    <div>
      <Changes />
      <SelectedBoundary />
      <BestChanges />
      <Section title="Other targets">
        <p className="mb-2 text-ink-2">This module through the flow of every built-in target.</p>
        <Button look="outline" onClick={() => actions.showDialog("compare")}>
          Compare targets
        </Button>
      </Section>
    </div>
  );
}

/** The changes that stand, and the run before the first of them beside the one after the last. */
function Changes() {
  const { actions } = usePage();
  const changes = usePageState((s) => s.changes);
  const document = usePageState((s) => s.document);
  const standing = standingChanges({ changes, document });
  const [first, last] = [standing[0], standing.at(-1)];
  if (!first || !last) return null;
  return (
    <Section title={standing.length === 1 ? "One change stands" : `${standing.length} changes stand`}>
      <ol className="mb-1.5 list-decimal pl-5 text-ink-2">
        {standing.map((change) => (
          <li key={change.label}>
            <code className="font-mono text-[12px] break-words">{change.label}</code>
          </li>
        ))}
      </ol>
      <OutcomeTable before={first.before} after={last.after} labels={["before", "now"]} />
      <div className="mt-2 flex justify-end">
        <Button look="outline" onClick={actions.undo}>
          Undo the last
        </Button>
      </div>
    </Section>
  );
}
