import { type BoundaryAnswer, bytesText, type CauseGain, type CauseLineAnswer, causes } from "@relayscope/engine";
import { ChevronDown, ChevronLeft, ChevronRight, FlaskConical, Square } from "lucide-react";
import { useId, useState } from "react";
import { GuideLink } from "../../guide/GuideLink.tsx";
import { LinkedProse } from "../../guide/LinkedProse.tsx";
import { usePage } from "../../state/page.ts";
import { useSearch } from "../../state/useSearch.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { plural } from "../../ui/format.ts";
import { Prose } from "../../ui/Prose.tsx";
import { Section } from "../Facts.tsx";
import { BoundaryCures } from "../whatIf/BoundaryCures.tsx";
import { nodesOfBoundary, sidesOf } from "./boundaryNames.ts";
import { gainOf } from "./gain.ts";
import { useWhy } from "./useWhy.ts";

/** Lines shown until all are asked for. */
const firstShown = 6;

/** What causes the boundaries, the costliest first; a press on a line steps through its boundaries, in the picture too. */
export function CauseList({ stage }: { readonly stage: number }) {
  const why = useWhy(stage);
  const [open, setOpen] = useState<string>();
  const [isWhole, setWhole] = useState(false);
  const gains = useSearch<CauseGain>("gains", (engine, epoch, onPart) => engine.causeGains(epoch, onPart));
  if (!why || why.lines.length === 0) return null;
  const { lines, boundaries, unknown } = why;
  const note = plural(lines.length, "cause");
  return (
    <Section title="What splits the regions" note={unknown > 0 ? `${note}, ${unknown} unknown` : note}>
      <div className="mb-1 flex min-h-7 items-center justify-between gap-2">
        <span role="status" className="text-[12px] text-ink-3">
          {gains.status === "running" ? `Trying changes: ${gains.parts.length} done…` : "The costliest first, by bytes that cross."}
        </span>
        <Button
          look="outline"
          icon={gains.status === "running" ? Square : FlaskConical}
          onClick={gains.status === "running" ? gains.stop : gains.start}
        >
          {gains.status === "running" ? "Stop" : "What would help?"}
        </Button>
      </div>
      <ol className="-mx-3">
        {lines.slice(0, isWhole ? lines.length : firstShown).map((line, at) => {
          const key = `${line.code} ${line.subject} ${line.target}`;
          return (
            <li key={key}>
              <CauseRow
                line={line}
                boundaries={boundaries}
                stage={stage}
                gain={gains.parts.find((part) => part.line === at)}
                isOpen={open === key}
                onToggle={() => setOpen(open === key ? undefined : key)}
              />
            </li>
          );
        })}
      </ol>
      {!isWhole && lines.length > firstShown && (
        <button type="button" onClick={() => setWhole(true)} className="rounded font-medium text-accent hover:underline">
          Show {lines.length - firstShown} more
        </button>
      )}
    </Section>
  );
}

interface CauseRowProps {
  readonly line: CauseLineAnswer;
  readonly boundaries: readonly BoundaryAnswer[];
  readonly stage: number;
  /** Undefined until it was looked for. */
  readonly gain: CauseGain | undefined;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function CauseRow({ line, boundaries, stage, gain, isOpen, onToggle }: CauseRowProps) {
  const { actions } = usePage();
  const [step, setStep] = useState(0);
  const bodyId = useId();
  const own = line.boundaries.flatMap((i) => boundaries[i] ?? []);
  const show = (at: number) => {
    const next = (at + own.length) % own.length;
    const boundary = own[next];
    setStep(next);
    if (boundary) actions.select(stage, nodesOfBoundary(boundary), true);
  };
  const toggle = () => {
    onToggle();
    if (!isOpen) show(0);
  };
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const shown = own[step];
  return (
    <div className={isOpen ? "bg-page" : ""}>
      <button
        type="button"
        aria-expanded={isOpen}
        {...(isOpen ? { "aria-controls": bodyId } : {})}
        onClick={toggle}
        className="flex w-full items-start gap-1.5 px-3 py-1 text-left outline-offset-[-2px] hover:bg-hover"
      >
        <Chevron size={13} aria-hidden className="mt-[3px] shrink-0 text-ink-3" />
        <span className="min-w-9 shrink-0 text-right font-semibold whitespace-nowrap tabular-nums">{line.boundaries.length} ×</span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-mono text-[12px]" title={line.subject}>
            {line.subject || line.code}
          </span>
          <span className="block truncate text-[11.5px] text-ink-3">{causes[line.code].name}</span>
          {gain && <Gain gain={gain} />}
        </span>
        <span className="shrink-0 text-right text-[11.5px] text-ink-3">
          <span className="block text-ink-2">{bytesText(line.bytes)}</span>
          {line.operators > 0 && <span className="block">{plural(line.operators, "op")} lost</span>}
        </span>
      </button>
      {isOpen && shown && (
        <div id={bodyId} className="px-3 pb-2 pl-[34px]">
          <p className="text-ink-2">
            <LinkedProse text={shown.cause.sentence} />{" "}
            <GuideLink address={`cause/${line.code}`} about={causes[line.code].name} text="What this means" />
          </p>
          {shown.cause.also.length > 0 && (
            <p className="text-[11.5px] text-ink-3">True as well: {shown.cause.also.map((code) => causes[code].name).join(", ")}.</p>
          )}
          <BoundaryCures stage={stage} from={shown.from.id} to={shown.to.id} />
          <div className="mt-1 flex items-center gap-1">
            <IconButton icon={ChevronLeft} label="The boundary before" disabled={own.length < 2} onClick={() => show(step - 1)} />
            <span aria-live="polite" className="min-w-0 flex-1 text-center text-[11.5px] text-ink-3">
              {step + 1} of {own.length}: <Prose text={sidesOf(shown)} />
            </span>
            <IconButton icon={ChevronRight} label="The next boundary" disabled={own.length < 2} onClick={() => show(step + 1)} />
          </div>
        </div>
      )}
    </div>
  );
}

/** The best change found for a cause, in one line. */
function Gain({ gain: { best } }: { readonly gain: CauseGain }) {
  if (!best) return <span className="block text-[11.5px] text-ink-3">nothing that was tried helps</span>;
  const said = `${gainOf(best)}: ${best.label}`;
  return (
    <span className="block truncate text-[11.5px] text-good" title={said}>
      {said}
    </span>
  );
}
