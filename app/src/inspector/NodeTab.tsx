import type { NodeReference } from "@relayscope/engine";
import { ArrowDownToLine, ArrowUpFromLine, Code } from "lucide-react";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { Prose } from "../ui/Prose.tsx";
import { ExplanationList } from "./ExplanationList.tsx";
import { Facts, Section } from "./Facts.tsx";
import { useDetails } from "./useDetails.ts";

/** The selected node: what it is, its attributes and type, where it came from and what it became. */
export function NodeTab() {
  const { actions } = usePage();
  const shown = useDetails();
  const pipeline = usePageState((s) => s.document.pipeline);
  if (!shown) return <Empty title="No node selected">Press a node in the picture, a line of the outline, or a place in the text.</Empty>;
  const { details, stage, isBefore } = shown;
  const nameOf = (s: number) => (s === 0 ? "the input" : (pipeline[s - 1]?.pass ?? ""));
  return (
    <div>
      <div className="border-b border-line px-3 py-2.5">
        <h2 className="text-[15px] font-semibold break-words">{details.title}</h2>
        {details.description !== "" && (
          <p className="text-ink-2">
            <Prose text={details.description} />
          </p>
        )}
        {isBefore && (
          <p className="mt-1 rounded-md bg-warn-soft px-2 py-1 text-warn">{nameOf(stage + 1)} removed it; this is how it stood before.</p>
        )}
        {details.type !== "" && (
          <p className="mt-1.5 rounded-md bg-page px-2 py-1 font-mono text-[11.5px] leading-[17px] break-words text-ink-2">
            {details.type}
          </p>
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
      {stage > 0 && (
        <References
          title="Came from"
          note={nameOf(stage - 1)}
          icon={ArrowUpFromLine}
          references={details.cameFrom}
          none={`Nothing: ${nameOf(stage)} made it.`}
          onShow={(id) => actions.select(stage - 1, [id])}
        />
      )}
      {stage < pipeline.length && (
        <References
          title="Became"
          note={nameOf(stage + 1)}
          icon={ArrowDownToLine}
          references={details.became}
          none={`Nothing: ${nameOf(stage + 1)} removes it.`}
          onShow={(id) => {
            actions.showStage(stage + 1);
            actions.select(stage + 1, [id]);
          }}
        />
      )}
      {details.why.length > 0 && (
        <Section title="Why">
          <ExplanationList explanations={details.why} stage={stage} />
        </Section>
      )}
    </div>
  );
}

interface ReferencesProps {
  readonly title: string;
  readonly note: string;
  readonly icon: typeof Code;
  readonly references: readonly NodeReference[];
  readonly none: string;
  readonly onShow: (id: number) => void;
}

const mostShown = 12;

function References({ title, note, icon: Icon, references, none, onShow }: ReferencesProps) {
  return (
    <Section title={title} note={note}>
      {references.length === 0 && <p className="text-ink-3">{none}</p>}
      <ul className="flex flex-col gap-0.5">
        {references.slice(0, mostShown).map((r) => (
          <li key={r.id}>
            <button
              type="button"
              onClick={() => onShow(r.id)}
              className="flex w-full items-center gap-2 rounded px-1 py-0.5 text-left hover:bg-hover"
            >
              <Icon size={13} aria-hidden className="shrink-0 text-ink-3" />
              <span className="truncate">{r.label}</span>
            </button>
          </li>
        ))}
      </ul>
      {references.length > mostShown && <p className="text-ink-3">and {references.length - mostShown} more</p>}
    </Section>
  );
}
