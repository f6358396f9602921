import { ChevronRight, LoaderCircle, Pin } from "lucide-react";
import { TargetMark } from "../ui/TargetMark.tsx";
import { checkLooks } from "./checkLooks.ts";
import { type ChipFacts, type ChipState, countText } from "./chipFacts.ts";
import type { RegionChange } from "./stripItems.ts";
import { useCheck } from "./useChecks.ts";

interface StageChipProps {
  readonly state: ChipState;
  readonly facts: ChipFacts;
  readonly isCurrent: boolean;
  /** Whether it is the stage before the shown one. */
  readonly isBefore: boolean;
  readonly isPinned: boolean;
  readonly onSelect: () => void;
  readonly onStep: (by: number) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A pass of the strip: its name, what it did, and its time. */
export function StageChip({ state, facts, isCurrent, isBefore, isPinned, onSelect, onStep }: StageChipProps) {
  const { stage, result, isOff } = state;
  const { name, text, tone, isDense } = facts;
  const check = useCheck(stage);
  const look = check?.answer ? checkLooks[check.answer.kind] : undefined;
  const isIdle = isOff || result === undefined || result.status === "offered";
  const isChecking = check?.status === "running";
  const checked = isChecking ? ["being checked"] : look ? [`checked: ${look.title.toLowerCase()}`] : [];
  const description = [...facts.description, ...(isPinned ? ["pinned"] : []), ...checked];
  const isQuiet = (isIdle && stage > 0) || result?.status === "unchanged";
  const nameTone = isCurrent ? "font-semibold text-accent" : isQuiet ? "font-medium text-ink-2" : "font-semibold text-ink";
  const frame = isCurrent
    ? "border-accent bg-accent-soft"
    : isBefore
      ? "border-dashed border-accent-line hover:bg-hover"
      : "border-transparent hover:bg-hover";
  return (
    <>
      {stage > 0 && <ChevronRight size={isDense ? 11 : 13} aria-hidden className="-mx-px shrink-0 self-center text-ink-3/60" />}
      {/* biome-ignore lint/a11y/useSemanticElements: a chip shows more than a radio button can hold */}
      <button
        type="button"
        role="radio"
        aria-checked={isCurrent}
        aria-label={[name, ...description].join(", ")}
        data-hint={description.join("\n").replaceAll("`", "")}
        data-stage={stage}
        data-status={result?.status ?? "none"}
        tabIndex={isCurrent ? 0 : -1}
        onClick={onSelect}
        onKeyDown={(event) => {
          const by = steps[event.key];
          if (by === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          onStep(by);
        }}
        className={`flex h-10 shrink-0 flex-col justify-center rounded-md border ${isDense ? "px-1" : "px-2"} text-left outline-offset-[-1px] ${frame}`}
      >
        <span
          className={`flex items-center gap-1.5 ${isDense ? "text-note" : "text-small"} leading-[18px] whitespace-nowrap ${nameTone} ${isOff ? "line-through" : ""}`}
        >
          {name}
          {isPinned && <Pin size={11} aria-hidden className="text-accent" />}
          {isChecking && <LoaderCircle size={12} strokeWidth={3} aria-hidden className="animate-spin text-accent" />}
          {look && <look.Icon size={12} strokeWidth={3} aria-hidden data-checked={check?.answer?.kind} className={look.tone} />}
        </span>
        <span className={`flex items-center gap-2 text-note leading-4 whitespace-nowrap ${tone}`}>
          {facts.recorded !== "" && (
            <span className={`rounded-sm border border-line px-1 ${result?.recorded === "differs" ? "text-warn" : "text-ink-2"}`}>
              {facts.recorded}
            </span>
          )}
          {text !== "" && <span>{text}</span>}
          {facts.did.map((d) => (
            <span key={d} className={d === "changed" || stage === 0 ? "" : "font-medium text-ink-2"}>
              {d}
            </span>
          ))}
          {facts.regions.map((r) => (
            <RegionCount key={r.target} change={r} />
          ))}
          {facts.time !== "" && <span className="text-ink-3">{facts.time}</span>}
        </span>
      </button>
    </>
  );
}

/** How many regions a target has, and how many it had before if the pass changed that. */
function RegionCount({ change }: { readonly change: RegionChange }) {
  return (
    <span className={`flex items-center gap-1 ${change.before === change.after ? "text-ink-3" : "font-semibold text-ink"}`}>
      <TargetMark color={change.color} size={12} />
      {countText(change)}
    </span>
  );
}
