import type { BestChange, SearchPart, Stretch } from "@relayscope/engine";
import { bytesText } from "@relayscope/engine";
import { FlaskConical, Square } from "lucide-react";
import { useKeptSearch } from "../../hooks/useKeptSearch.ts";
import { Button } from "../../ui/Button.tsx";
import { grouped } from "../../ui/format.ts";
import { Section } from "../Facts.tsx";
import { CureCard } from "./CureCard.tsx";
import { bestTitle, searchSentence, stretchSentence } from "./searchSentences.ts";

const mostStretches = 8;

/**
 * The operators that the target should support, size by size. The search runs on demand and shows results as it finds
 * them.
 */
export function BestChanges() {
  const { status, parts, start, stop } = useKeptSearch<SearchPart>("best", (engine, epoch, onPart) => engine.bestChanges(epoch, onPart));
  const stretches = parts.find((p) => p.kind === "stretches");
  const found = merged(parts.flatMap((p) => (p.kind === "change" ? [p.change] : [])));
  const cards = status === "running" ? found : found.toSorted((a, b) => byOutcome(a.change, b.change));
  return (
    <Section title="The best change for the whole module">
      <p className="text-ink-2">
        Which operators would the target, and its code generator, have to take for the fewest regions or the fewest bytes crossing?
      </p>
      <div className="mt-2 flex items-center gap-2">
        <Button
          look={status === "running" ? "outline" : "solid"}
          icon={status === "running" ? Square : FlaskConical}
          onClick={status === "running" ? stop : start}
        >
          {status === "running" ? "Stop" : status === "idle" ? "Find it" : "Search again"}
        </Button>
        <span role="status" className="text-small text-ink-3">
          {searchSentence(status, parts, cards.length)}
        </span>
      </div>
      <ul className="mt-2 flex flex-col gap-2">
        {cards.map(({ change, by }) => (
          <CureCard key={change.label} cure={change} title={bestTitle(change, by)} />
        ))}
      </ul>
      {stretches && stretches.stretches.length > 0 && (
        <Stretches stretches={stretches.stretches} caption={stretchSentence(status, cards.length)} />
      )}
    </Section>
  );
}

/** Sorts by the number of regions, then by bytes crossing. */
function byOutcome({ after: a }: BestChange, { after: b }: BestChange): number {
  return a.regions - b.regions || a.bytes - b.bytes;
}

/** One card for a change that is best by both measures. */
function merged(changes: readonly BestChange[]): readonly { readonly change: BestChange; readonly by: readonly BestChange["by"][] }[] {
  const found = new Map<string, { change: BestChange; by: BestChange["by"][] }>();
  for (const change of changes) {
    const known = found.get(change.label);
    if (known) known.by.push(change.by);
    else found.set(change.label, { change, by: [change.by] });
  }
  return [...found.values()];
}

function Stretches({ stretches, caption }: { readonly stretches: readonly Stretch[]; readonly caption: string }) {
  return (
    <table className="mt-3 w-full border-collapse text-small">
      <caption className="mb-1 text-left text-ink-2">{caption}</caption>
      <thead>
        <tr className="text-left text-note text-ink-3">
          <th className="font-normal">operators</th>
          <th className="w-12 text-right font-normal">times</th>
          <th className="w-20 text-right font-normal">in and out</th>
        </tr>
      </thead>
      <tbody>
        {stretches.slice(0, mostStretches).map((stretch) => (
          <tr key={stretch.operators.join()} className="border-t border-line align-top">
            <td className="py-0.5 pr-2 font-mono text-note break-words">{stretch.operators.join(", ")}</td>
            <td className="text-right tabular-nums">{grouped(stretch.count)}</td>
            <td className="text-right tabular-nums text-ink-2">{bytesText(stretch.bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
