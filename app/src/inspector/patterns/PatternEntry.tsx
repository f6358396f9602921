import type { PatternState, PatternTry } from "@relayscope/engine";
import { ChevronDown, ChevronRight, TriangleAlert } from "lucide-react";
import { useId } from "react";
import { usePage } from "../../state/page.ts";
import { Prose } from "../../ui/Prose.tsx";
import { CheckTree } from "./CheckTree.tsx";
import { TraceTree } from "./TraceTree.tsx";
import { type Asked, usePatternTrace } from "./usePatterns.ts";

const states: Readonly<Record<PatternState, { readonly word: string; readonly tone: string }>> = {
  taken: { word: "takes it", tone: "bg-good-soft text-good" },
  refused: { word: "refused", tone: "bg-warn-soft text-warn" },
  failed: { word: "no match", tone: "bg-page text-ink-2" },
  raises: { word: "raises", tone: "bg-danger-soft text-danger" },
  spent: { word: "too late", tone: "bg-page text-ink-2" },
  unrelated: { word: "elsewhere", tone: "bg-page text-ink-2" },
  "not-tried": { word: "not tried", tone: "bg-page text-ink-2" },
};

interface PatternEntryProps {
  readonly asked: Asked;
  readonly tried: PatternTry;
  readonly isOpen: boolean;
}

/** An entry of the pattern table: how it matched the node; when opened, with the trace and the check below it. */
export function PatternEntry({ asked, tried, isOpen }: PatternEntryProps) {
  const { actions } = usePage();
  const bodyId = useId();
  const { word, tone } = states[tried.state];
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li data-pattern={tried.name} className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={isOpen}
        {...(isOpen ? { "aria-controls": bodyId } : {})}
        onClick={() => actions.openPattern(isOpen ? undefined : tried.index)}
        onMouseEnter={() => actions.point(tried.nodes)}
        onMouseLeave={() => actions.point([])}
        onFocus={() => actions.point(tried.nodes)}
        onBlur={() => actions.point([])}
        className="flex w-full items-start gap-1.5 px-3 py-1 text-left hover:bg-hover"
      >
        <Chevron size={13} aria-hidden className="mt-[3px] shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">
              <span className="text-ink-3">{tried.index + 1}</span> {tried.name}
              {tried.defect !== undefined && (
                <span data-hint={tried.defect.replaceAll("`", "")} className="ml-1.5 inline-block align-[-1.5px] text-warn">
                  <TriangleAlert size={13} role="img" aria-label="has a known defect" />
                </span>
              )}
            </span>{" "}
            <span className={`shrink-0 rounded px-1.5 text-note leading-[18px] font-medium ${tone}`}>{word}</span>
          </span>
          {tried.state !== "taken" && tried.state !== "unrelated" && !isOpen && (
            <span className="block text-small leading-[17px] text-ink-3">
              <Prose text={tried.message} />
            </span>
          )}
        </span>
      </button>
      {isOpen && (
        <div id={bodyId} className="pr-3 pb-2 pl-[31px]">
          <OpenEntry asked={asked} tried={tried} />
        </div>
      )}
    </li>
  );
}

function OpenEntry({ asked, tried }: Pick<PatternEntryProps, "asked" | "tried">) {
  const trace = usePatternTrace(asked, tried.index);
  if (trace === undefined) return <p className="text-ink-3">Tracing…</p>;
  const defect = tried.defect !== undefined && (
    <p className="mb-1 rounded bg-warn-soft px-1.5 py-0.5 text-small leading-[17px] text-warn">
      <span className="font-medium">Known defect of TVM:</span> <Prose text={tried.defect} />
    </p>
  );
  const isBare = trace === "gone" || trace.lines.length === 0;
  return (
    <>
      {defect}
      {(tried.state === "taken" || isBare) && tried.message !== "" && (
        <p className="text-small text-ink-2">
          <Prose text={tried.message} />
        </p>
      )}
      {trace !== "gone" && trace.lines.length > 0 && (
        <>
          {trace.note !== "" && (
            <p className="mb-0.5 text-small leading-[17px] text-ink-3">
              <Prose text={trace.note} />
            </p>
          )}
          {tried.state !== "taken" && tried.message !== "" && !trace.lines.some((line) => line.isFirst) && (
            <p className="mb-0.5 text-small leading-[17px] text-danger">
              <Prose text={tried.message} />
            </p>
          )}
          <TraceTree label={`How ${tried.name} met the graph`} lines={trace.lines} />
          {trace.linesLeft > 0 && <p className="text-ink-3">and {trace.linesLeft} more lines</p>}
          <h5 className="mt-1.5 text-small font-medium text-ink-2">Check</h5>
          {trace.checkNote !== "" && <p className="text-small text-ink-3">{trace.checkNote}</p>}
          {trace.check.length > 0 && <CheckTree label={`Check of ${tried.name}`} lines={trace.check} />}
        </>
      )}
    </>
  );
}
