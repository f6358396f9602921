import type { OutcomeCounts } from "@relayscope/engine";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useSelectedAt } from "../hooks/useGraph.ts";
import { usePage } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";
import { grouped } from "../ui/format.ts";
import { placeOf, type RefusedOperator, refusedOperators, stepFrom } from "./refused.ts";

interface RefusedPlacesProps {
  readonly counts: OutcomeCounts;
  /** The stage of the refused calls. */
  readonly stage: number;
}

/** What an entry or a rule refused. Pressing an operator selects its first call in the picture. Arrows step on. */
export function RefusedPlaces({ counts, stage }: RefusedPlacesProps) {
  const selected = useSelectedAt(stage);
  const { refused, refusedAt } = counts;
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-ink-3">
      <span>
        refuses {refused}
        {refusedAt.length > 0 && ":"}
      </span>
      {refusedOperators(counts).map((operator) => (
        <Places key={operator.label} operator={operator} at={placeOf(operator, selected)} stage={stage} />
      ))}
      {refusedAt.length > 0 && refused > refusedAt.length && <span>and {grouped(refused - refusedAt.length)} more</span>}
    </div>
  );
}

interface PlacesProps {
  readonly operator: RefusedOperator;
  /** The index of the selected call; -1 for none. */
  readonly at: number;
  readonly stage: number;
}

function Places({ operator, at, stage }: PlacesProps) {
  const { actions } = usePage();
  const { label, ids } = operator;
  const go = (by: number) => {
    const id = stepFrom(operator, at, by);
    if (id !== undefined) actions.select(stage, [id], true);
  };
  return (
    <span className="inline-flex items-center">
      <button
        type="button"
        title={at < 0 ? "Show the first in the picture" : "Show it in the picture"}
        onClick={() => go(0)}
        className="rounded font-mono text-accent hover:underline"
      >
        {label}
      </button>
      {ids.length > 1 && (
        <>
          <IconButton icon={ChevronLeft} size={13} className="size-5" label={`The ${label} before`} onClick={() => go(-1)} />
          <span role="status" className="tabular-nums">
            {at < 0 ? `×${grouped(ids.length)}` : `${grouped(at + 1)} of ${grouped(ids.length)}`}
          </span>
          <IconButton icon={ChevronRight} size={13} className="size-5" label={`The next ${label}`} onClick={() => go(1)} />
        </>
      )}
      {at >= 0 && (
        <button type="button" onClick={() => actions.inspect()} className="ml-1 rounded text-accent hover:underline">
          Why
        </button>
      )}
    </span>
  );
}
