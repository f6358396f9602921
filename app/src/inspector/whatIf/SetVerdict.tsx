import type { SetAnswer, WayStep } from "@relayscope/engine";
import { Fragment } from "react";
import { useUnpoint } from "../../hooks/useUnpoint.ts";
import { usePage, usePageState } from "../../state/page.ts";
import { plural } from "../../ui/format.ts";
import { Prose } from "../../ui/Prose.tsx";
import { CureCard } from "./CureCard.tsx";

/**
 * The operators that would put two nodes into one region and why fewer do not suffice, or the path that shows that no
 * set does. If the card of the set is already above, only its sentence is shown.
 */
export function SetVerdict({ set, isAbove }: { readonly set: SetAnswer; readonly isAbove: boolean }) {
  const { cure, sentence, way } = set;
  const title = titleOf(set);
  if (cure && !isAbove)
    return (
      <ul className="mt-1" data-testid="set-verdict">
        <CureCard cure={cure} title={title} note={sentence} />
      </ul>
    );
  return (
    <div className="mt-1 rounded-lg border border-line bg-page p-2.5" data-testid="set-verdict">
      <p className="mb-1 text-note font-semibold text-ink-3 first-letter:uppercase">{title}</p>
      <p className="text-ink-2">
        <Prose text={isAbove ? `It is the change above. ${sentence}` : sentence} />
      </p>
      {way.length > 0 && <Way way={way} />}
    </div>
  );
}

function titleOf({ kind, target, cure }: SetAnswer): string {
  const size = cure?.edits.length ?? 0;
  const one = `one region of ${target}`;
  switch (kind) {
    case "smallest":
      return `The smallest set of operators that makes them ${one}${size < 2 ? "" : size === 2 ? ": needs both" : `: needs all ${size}`}`;
    case "found":
      return `A set of operators that makes them ${one}`;
    case "none":
      return `No set of operator rules alone makes them ${one}`;
    case "limit":
      return `No set of operators was found that makes them ${one}`;
  }
}

/** How many nodes of a long path are listed at its beginning and at its end. */
const [mostFirst, mostLast] = [7, 4];

/** A path node by node; pressing one goes there. Nodes that no set of operators reaches are marked. */
function Way({ way }: { readonly way: readonly WayStep[] }) {
  const { actions } = usePage();
  const last = usePageState((s) => s.document.pipeline.length);
  // The selection is the question and stays; the path is pointed at.
  useUnpoint();
  const point = (steps: readonly WayStep[], reveal = false) =>
    actions.point(
      steps.flatMap(({ id }) => id ?? []),
      reveal,
    );
  const show = (steps: readonly WayStep[]) => {
    actions.showStage(last);
    point(steps, true);
  };
  const isLong = way.length > mostFirst + mostLast + 1;
  const parts = isLong ? [way.slice(0, mostFirst), way.slice(-mostLast)] : [way];
  return (
    <>
      <ol aria-label="The way" className="mt-2 flex flex-col gap-px">
        {parts.map((steps, part) => (
          <Fragment key={part === 0 ? "first" : "last"}>
            {part > 0 && <li className="pl-1.5 text-small text-ink-3">{plural(way.length - mostFirst - mostLast, "node")} more</li>}
            {steps.map((step, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps are their places
              <li key={`${part} ${i}`}>
                <button
                  type="button"
                  disabled={step.id === undefined}
                  onClick={() => show([step])}
                  onPointerEnter={() => point([step])}
                  onFocus={() => point([step])}
                  onPointerLeave={() => point([])}
                  onBlur={() => point([])}
                  title={step.why === "" ? undefined : step.why.replaceAll("`", "")}
                  className={`flex w-full items-baseline gap-2 rounded px-1.5 py-0.5 text-left font-mono text-small enabled:hover:bg-ink/5 ${step.why === "" ? "text-ink" : "bg-warn-soft text-warn"}`}
                >
                  <span className="min-w-0 break-words">{step.label}</span>
                  {step.why !== "" && <span className="font-sans text-note">never</span>}
                  {step.line !== undefined && <span className="ml-auto shrink-0 font-sans text-note text-ink-3">line {step.line}</span>}
                </button>
              </li>
            ))}
          </Fragment>
        ))}
      </ol>
      <button
        type="button"
        onClick={() => show(way)}
        className="mt-1.5 rounded font-medium text-accent hover:underline disabled:hidden"
        disabled={way.every((step) => step.id === undefined)}
      >
        Show it in the picture
      </button>
    </>
  );
}
