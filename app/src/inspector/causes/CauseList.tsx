import { addedCodes, type BoundaryAnswer, boundariesText, type CauseGain, type CauseLine, causes, costText } from "@relayscope/engine";
import { ChevronDown, ChevronLeft, ChevronRight, FlaskConical, Square } from "lucide-react";
import { useId, useState } from "react";
import { GuideLink } from "../../guide/GuideLink.tsx";
import { LinkedProse } from "../../guide/LinkedProse.tsx";
import { useExpanded } from "../../hooks/useExpanded.ts";
import { useKeptSearch } from "../../hooks/useKeptSearch.ts";
import { usePage, usePageState } from "../../state/page.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Dotted } from "../../ui/Dotted.tsx";
import { grouped, plural } from "../../ui/format.ts";
import { Prose } from "../../ui/Prose.tsx";
import { Section } from "../Facts.tsx";
import { ShowMore } from "../ShowMore.tsx";
import { BoundaryCures } from "../whatIf/BoundaryCures.tsx";
import { CureCard } from "../whatIf/CureCard.tsx";
import { editSentences } from "../whatIf/editSentence.ts";
import { nodesOfBoundary, sidesOf } from "./boundaryNames.ts";
import { CauseProof } from "./CauseProof.tsx";
import { beyondText, gainOf, orderText, sameChange, worseOf } from "./gain.ts";
import { RemarkList } from "./RemarkList.tsx";
import { useWhy } from "./useWhy.ts";

/** Lines that are shown before you ask for all. */
const firstShown = 6;

/**
 * The causes of boundaries, costliest first, and what stays on the host at no boundary. Pressing a line steps through
 * its boundaries, in the picture too.
 */
export function CauseList({ stage }: { readonly stage: number }) {
  const { value: why, isCurrent } = useWhy(stage);
  const [isWhole, setWhole] = useExpanded("causes");
  const pipeline = usePageState((s) => s.document.pipeline);
  const gains = useKeptSearch<CauseGain>("gains", (engine, epoch, onPart) => engine.causeGains(epoch, onPart));
  if (!why)
    return isCurrent ? null : (
      <p role="status" className="px-3 py-2.5 text-ink-3">
        Working out what splits the regions…
      </p>
    );
  const { lines, boundaries, unknown, remarks } = why;
  if (lines.length === 0) return null;
  const note = plural(lines.length, "cause");
  // The boundaries belong to a later stage than the shown one, which may have other operators.
  const of = stage === why.stage ? "" : ` after ${pipeline[why.stage - 1]?.pass ?? "the input"}`;
  return (
    <>
      <RemarkList title="Convolutions and matrix products on the host" remarks={remarks.filter(({ isHeavy }) => isHeavy)} stage={stage} />
      <Section title={`What splits the regions${of}`} note={unknown > 0 ? `${note}, ${unknown} unknown` : note}>
        <div className="mb-1 flex min-h-7 items-center justify-between gap-2">
          <span role="status" className="text-small text-ink-3">
            {gains.status === "running" ? `Trying changes: ${gains.parts.length} done…` : orderText(lines)}
          </span>
          <Button
            look="outline"
            icon={gains.status === "running" ? Square : FlaskConical}
            onClick={gains.status === "running" ? gains.stop : gains.start}
          >
            {gains.status === "running" ? "Stop" : "What helps most?"}
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
                  sameAs={sameChange(gains.parts, lines, at)}
                />
              </li>
            );
          })}
        </ol>
        {!isWhole && <ShowMore hidden={lines.length - firstShown} onShow={() => setWhole(true)} />}
      </Section>
      <RemarkList title="At no boundary" remarks={remarks.filter(({ isHeavy }) => !isHeavy)} stage={stage} />
    </>
  );
}

interface CauseRowProps {
  readonly line: CauseLine;
  readonly boundaries: readonly BoundaryAnswer[];
  readonly stage: number;
  /** Undefined until it is known. */
  readonly gain: CauseGain | undefined;
  /** An earlier line with the same change. */
  readonly sameAs: string | undefined;
}

function CauseRow({ line, boundaries, stage, gain, sameAs }: CauseRowProps) {
  const { actions } = usePage();
  const pair = usePageState((s) => s.selectedPair);
  const [isOpen, setOpen] = useExpanded(`cause ${line.code} ${line.subject} ${line.target}`, "cause ");
  const own = line.boundaries.flatMap((i) => boundaries[i] ?? []);
  const [step, setStep] = useState(() =>
    Math.max(
      0,
      own.findIndex(({ from, to }) => from.id === pair?.producer && to.id === pair.consumer),
    ),
  );
  const bodyId = useId();
  const at = Math.min(step, own.length - 1);
  const show = (at: number) => {
    const next = (at + own.length) % own.length;
    const boundary = own[next];
    setStep(next);
    if (!boundary) return;
    const { from, to } = boundary;
    actions.selectPair({ stage, producer: from.id, consumer: to.id }, { nodes: nodesOfBoundary(boundary), reveal: true });
  };
  const toggle = () => {
    setOpen(!isOpen);
    if (!isOpen) show(0);
  };
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const shown = own[at];
  const added = shown ? addedCodes(shown.cause) : [];
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
        <span className="min-w-0 flex-1">
          <span className="block font-mono text-small break-words">
            <Dotted text={line.subject || line.code} />
          </span>
          <span className="block text-note text-ink-3">{line.codes.map((code) => causes[code].name).join(", ")}</span>
        </span>
        <span className="shrink-0 text-right text-note text-ink-3">
          <span className="block font-semibold text-ink tabular-nums">{boundariesText(own.length)}</span>
          <span className="block text-ink-2">{costText(line)}</span>
        </span>
      </button>
      {gain && (!isOpen || !gain.best) && <Gain gain={gain} sameAs={sameAs} onPress={toggle} />}
      {isOpen && shown && (
        <div id={bodyId} className="px-3 pb-2 pl-[34px]">
          {line.parts.length > 0 && <Parts line={line} />}
          <div className="-ml-2 flex items-center gap-1">
            <IconButton icon={ChevronLeft} label="The boundary before" disabled={own.length < 2} onClick={() => show(at - 1)} />
            <span className="text-note text-ink-3 tabular-nums">
              boundary {grouped(at + 1)} of {grouped(own.length)}
            </span>
            <IconButton icon={ChevronRight} label="The next boundary" disabled={own.length < 2} onClick={() => show(at + 1)} />
          </div>
          <p aria-live="polite" className="font-medium">
            <Prose text={sidesOf(shown)} />
          </p>
          <p className="text-ink-2">
            <LinkedProse text={shown.cause.sentence} />{" "}
            <GuideLink address={`cause/${line.code}`} about={causes[line.code].name} text="What this means" />
          </p>
          <CauseProof cause={shown.cause} at={`${shown.from.id} ${shown.to.id}`} />
          {added.length > 0 && <p className="text-note text-ink-3">True as well: {added.map((code) => causes[code].name).join(", ")}.</p>}
          {gain?.best && (
            <ul className="mt-2">
              <CureCard
                cure={gain.best}
                title={worseOf(gain.best).length > 0 ? "Ends this cause, but makes something worse" : "What helps most against this cause"}
                {...noteOf(gain)}
              />
            </ul>
          )}
          <BoundaryCures stage={stage} from={shown.from.id} to={shown.to.id} above={gain?.best} />
        </div>
      )}
    </div>
  );
}

/** The changes that the boundaries of a line need, if some need only a part of the line's change. */
function Parts({ line }: { readonly line: CauseLine }) {
  return (
    <ul className="mb-1 text-note text-ink-3">
      {line.parts.map(({ code, subject, boundaries }, i) => (
        <li key={`${code} ${subject}`}>
          {boundariesText(boundaries.length)}: {i === 0 ? "all of these" : <span className="font-mono">{subject}</span>}
          {code === line.code ? "" : `, ${causes[code].name}`}
        </li>
      ))}
    </ul>
  );
}

function noteOf({ others }: CauseGain): { readonly note?: string } {
  const note = beyondText(others);
  return note === undefined ? {} : { note };
}

interface GainProps {
  readonly gain: CauseGain;
  readonly sameAs: string | undefined;
  /** Opens the row, where the change can be applied. */
  readonly onPress: () => void;
}

/** The best known change for a cause, in a line; one that makes something worse is not shown as a gain. */
function Gain({ gain: { best, others }, sameAs, onPress }: GainProps) {
  const beyond = beyondText(others);
  return best ? (
    <button
      type="button"
      onClick={onPress}
      className={`w-full px-3 pb-1 pl-[34px] text-left text-note outline-offset-[-2px] hover:bg-hover ${worseOf(best).length > 0 ? "text-ink-2" : "text-good"}`}
    >
      {sameAs === undefined ? (
        <>
          <span className="font-semibold">{gainOf(best)}</span>: <Prose text={editSentences(best.edits).join("; ")} />
          {beyond !== undefined && (
            <span className="text-ink-2">
              . <Prose text={beyond} />
            </span>
          )}
        </>
      ) : (
        <Prose text={`The change for \`${sameAs}\` above helps here as well`} />
      )}
    </button>
  ) : (
    <p className="px-3 pb-1 pl-[34px] text-note text-ink-3">None of the tried changes helps.</p>
  );
}
