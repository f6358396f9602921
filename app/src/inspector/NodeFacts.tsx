import { Code } from "lucide-react";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { Prose } from "../ui/Prose.tsx";
import { Facts, Section } from "./Facts.tsx";
import type { ShownDetails } from "./useDetails.ts";

/** What the selected node is: its type, its place in the text, and its attributes. */
export function NodeFacts({ shown: { details, stage, isBefore } }: { readonly shown: ShownDetails }) {
  const { actions } = usePage();
  const pipeline = usePageState((s) => s.document.pipeline);
  const nameOf = (s: number) => (s === 0 ? "the input" : (pipeline[s - 1]?.pass ?? ""));
  return (
    <div>
      <div className="border-b border-line px-3 py-2.5">
        <h2 className="text-head font-semibold break-words">{details.title}</h2>
        {details.description !== "" && (
          <p className="text-ink-2">
            <Prose text={details.description} />
          </p>
        )}
        {isBefore && (
          <p className="mt-1 rounded-md bg-warn-soft px-2 py-1 text-warn">{nameOf(stage + 1)} removed it. You see it as it was before.</p>
        )}
        {details.type !== "" && (
          <p className="mt-1.5 rounded-md bg-page px-2 py-1 font-mono text-note leading-[17px] break-words text-ink-2">{details.type}</p>
        )}
        {details.source && (
          <Button look="outline" icon={Code} className="mt-2" onClick={() => details.source && actions.showText(details.source)}>
            Show in the text
          </Button>
        )}
      </div>
      {details.attributes.length > 0 && (
        <Section title="Attributes">
          <Facts facts={details.attributes} />
        </Section>
      )}
      {details.facts.length > 0 && (
        <Section title="Facts">
          <Facts facts={details.facts} />
        </Section>
      )}
    </div>
  );
}
