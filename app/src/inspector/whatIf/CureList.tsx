import type { BoundaryNodes, CauseAnswer, Cure } from "@relayscope/engine";
import { FlaskConical, Square } from "lucide-react";
import { useEffect } from "react";
import { usePage } from "../../state/page.ts";
import { useSearch } from "../../state/useSearch.ts";
import { Button } from "../../ui/Button.tsx";
import { CureCard } from "./CureCard.tsx";

interface CureListProps {
  readonly boundary: BoundaryNodes;
  /** Why the two sides are apart, with the stage that its ids belong to, where the smallest set of operators that joins them is asked for, too. */
  readonly why?: { readonly cause: CauseAnswer; readonly stage: number } | undefined;
  /** Begins by itself, without a button. */
  readonly isEager?: boolean;
}

/** What would join the two sides of a boundary, or bring a node into a region: each was tried on the module at hand. */
export function CureList({ boundary, why, isEager = false }: CureListProps) {
  const key = `${boundary.from.join()}/${boundary.to?.join() ?? ""}`;
  const search = useSearch<Cure>(key, (engine, epoch, onPart) => engine.cures(epoch, boundary, onPart));
  const { status, parts, start, stop } = search;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once a boundary
  useEffect(() => {
    if (isEager && status === "idle") start();
  }, [key, isEager, status]);
  const sets = boundary.to ? parts.filter(isSetOfOperators) : [];
  const smallest = sets.filter((c) => c.isSmallest).sort((a, b) => a.edits.length - b.edits.length || a.after.regions - b.after.regions)[0];
  return (
    <div className="mt-1.5">
      {status === "idle" ? (
        <Button look="outline" icon={FlaskConical} onClick={start}>
          What would help?
        </Button>
      ) : (
        <p role="status" className="flex items-center justify-between gap-2 text-[12px] text-ink-3">
          {sentenceOf(status, parts.length)}
          {status === "running" && (
            <Button icon={Square} onClick={stop}>
              Stop
            </Button>
          )}
        </p>
      )}
      <ul className="mt-1 flex flex-col gap-2">
        {parts.map((cure) => (
          <CureCard key={cure.label} cure={cure} {...(cure === smallest && status === "done" ? { title: setTitle(cure) } : {})} />
        ))}
      </ul>
      {boundary.to && why && status === "done" && sets.length === 0 && <NoSet {...why} />}
    </div>
  );
}

/** Whether a cure only has a target take operators. */
function isSetOfOperators({ edits }: Cure): boolean {
  return edits.every((edit) => edit.kind === "add-rule" || edit.kind === "override-rule");
}

function setTitle({ edits }: Cure): string {
  const needs = edits.length === 1 ? "" : edits.length === 2 ? ": needs both" : `: needs all ${edits.length}`;
  return `The smallest set of operators that makes them one${needs}`;
}

/** That no set of operators joins the two, and what stays between them. */
function NoSet({ cause, stage }: { readonly cause: CauseAnswer; readonly stage: number }) {
  const { actions } = usePage();
  const way = [...new Set((cause.path.length > 0 ? cause.path : cause.blockers).map((node) => node.id))];
  const show = () => {
    actions.showStage(stage);
    actions.select(stage, way, true);
  };
  return (
    <p className="mt-2 text-ink-2">
      {cause.code === "siblings"
        ? "Nothing flows between them, and taking the operators where their values meet does not make them one."
        : "Taking all operators between them does not make them one: something else is in the way."}{" "}
      {way.length > 0 && (
        <button type="button" onClick={show} className="rounded font-medium text-accent hover:underline">
          Show {cause.path.length > 0 ? "the way round" : "what stands between"}
        </button>
      )}
    </p>
  );
}

function sentenceOf(status: "running" | "done" | "stopped", count: number): string {
  if (status === "running") return "Trying changes on this module…";
  if (count === 0) return status === "done" ? "Nothing that was tried helps." : "Stopped before anything helped.";
  return `${count === 1 ? "One change helps" : `${count} changes help`}; each was tried on this module.`;
}
