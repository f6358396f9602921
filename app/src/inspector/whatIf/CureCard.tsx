import type { Cure } from "@relayscope/engine";
import { Check } from "lucide-react";
import { isOffered } from "../../state/model.ts";
import { usePage, usePageState } from "../../state/page.ts";
import { Button } from "../../ui/Button.tsx";
import { Prose } from "../../ui/Prose.tsx";
import { editCaveat, editSentences } from "./editSentence.ts";
import { OutcomeTable } from "./OutcomeTable.tsx";

/** A tried change: its description, its outcome, and a button that applies it. The title and the note are optional. */
export function CureCard({ cure, title, note }: { readonly cure: Cure; readonly title?: string; readonly note?: string }) {
  const { actions } = usePage();
  // The counts of the page are then those of the text, which no pass of the pipeline changed.
  const labels = usePageState(isOffered) ? (["partitioned again", "then"] as const) : undefined;
  const caveat = editCaveat(cure.edits);
  return (
    <li className="rounded-lg border border-line bg-page p-2.5">
      {title !== undefined && <p className="mb-1 text-note font-semibold text-ink-3 first-letter:uppercase">{title}</p>}
      <ul className="mb-1.5 flex flex-col gap-0.5">
        {editSentences(cure.edits).map((sentence) => (
          <li key={sentence} className="text-ink">
            <Prose text={sentence} />
          </li>
        ))}
      </ul>
      {note !== undefined && (
        <p className="mb-1.5 text-ink-2">
          <Prose text={note} />
        </p>
      )}
      {caveat !== undefined && (
        <p className="mb-1.5 text-note text-ink-3">
          <Prose text={caveat} />
        </p>
      )}
      <OutcomeTable before={cure.before} after={cure.after} labels={labels} />
      <div className="mt-2 flex justify-end">
        <Button look="outline" icon={Check} onClick={() => actions.applyChange(cure)} data-testid="apply-change">
          Apply
        </Button>
      </div>
    </li>
  );
}
