import type { BoundaryNodes, Cure, CurePart } from "@relayscope/engine";
import { FlaskConical, Square } from "lucide-react";
import { useKeptSearch } from "../../hooks/useKeptSearch.ts";
import { Button } from "../../ui/Button.tsx";
import { CureCard } from "./CureCard.tsx";
import { SetVerdict } from "./SetVerdict.tsx";
import { curesSentence } from "./searchSentences.ts";

interface CureListProps {
  readonly boundary: BoundaryNodes;
  /** A change that is on the page above already, so its card is not repeated. */
  readonly above?: Cure | undefined;
}

/**
 * What would join the two sides of a boundary, or bring a node into a region. Each cure was tried on the present
 * module. For two sides the smallest set of operators that joins them comes first, or the fact that there is none.
 */
export function CureList({ boundary, above }: CureListProps) {
  const key = `${boundary.from.join()}/${boundary.to?.join() ?? ""}`;
  const search = useKeptSearch<CurePart>(key, (engine, epoch, onPart) => engine.cures(epoch, boundary, onPart));
  const { status, parts, start, stop } = search;
  const set = parts.findLast((part) => part.kind === "set")?.set;
  const others = parts.flatMap((part) => (part.kind === "cure" && part.cure.label !== set?.cure?.label ? [part.cure] : []));
  const all = [...others, ...(set?.cure ? [set.cure] : [])];
  const isAbove = (cure: Cure | undefined) => cure !== undefined && cure.label === above?.label;
  return (
    <div className="mt-1.5">
      {status === "idle" ? (
        <Button look="outline" icon={FlaskConical} onClick={start}>
          What would help here?
        </Button>
      ) : (
        <p role="status" className="flex items-center justify-between gap-2 text-small text-ink-3">
          {curesSentence(status, all, boundary.to !== undefined)}
          {status === "running" && (
            <Button icon={Square} onClick={stop}>
              Stop
            </Button>
          )}
        </p>
      )}
      {set && <SetVerdict set={set} isAbove={isAbove(set.cure)} />}
      <ul className="mt-2 flex flex-col gap-2">{others.map((cure) => !isAbove(cure) && <CureCard key={cure.label} cure={cure} />)}</ul>
    </div>
  );
}
