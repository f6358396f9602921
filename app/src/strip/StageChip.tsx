import type { StageResult, StageSummary } from "@relayscope/engine";
import { ChevronRight, LoaderCircle, Pin } from "lucide-react";
import { formatMilliseconds, plural } from "../ui/format.ts";
import { RegionMark } from "../ui/RegionMark.tsx";
import { checkLooks } from "./checkLooks.ts";
import { type RegionChange, regionsOf, whatChanged } from "./stripItems.ts";
import { useCheck } from "./useChecks.ts";

interface StageChipProps {
  readonly stage: number;
  readonly name: string;
  readonly isOff: boolean;
  readonly result: StageResult | undefined;
  /** The numbers before the pass; undefined for the input. */
  readonly summaryBefore: StageSummary | undefined;
  readonly isPending: boolean;
  readonly isCurrent: boolean;
  /** Whether it stands beside the shown one. */
  readonly isBefore: boolean;
  readonly isPinned: boolean;
  readonly onSelect: () => void;
  readonly onStep: (by: number) => void;
}

/** The line under the name: what the pass did, in a few words. */
function outcome({ result, isOff, isPending }: Pick<StageChipProps, "result" | "isOff" | "isPending">): { text: string; tone: string } {
  if (isPending) return { text: "…", tone: "text-ink-3" };
  if (isOff) return { text: "off", tone: "text-ink-3" };
  switch (result?.status) {
    case undefined:
      return { text: "not run", tone: "text-ink-3" };
    case "failed":
      return { text: "failed", tone: "font-semibold text-danger" };
    case "left-out":
      return { text: "left out", tone: "text-warn" };
    case "skipped":
      return { text: skipped(result.reason), tone: "text-warn" };
    case "offered":
      return { text: "not run", tone: "text-ink-3" };
    case "off":
      return { text: "off", tone: "text-ink-3" };
    case "not-built":
      return { text: "not built yet", tone: "text-warn" };
    case "unchanged":
      return { text: "no change", tone: "text-ink-3" };
    case "done":
      return { text: "", tone: "text-ink-3" };
  }
}

/** What to know of a stage that TVM recorded. */
function recordedText(result: StageResult | undefined): string {
  switch (result?.recorded) {
    case undefined:
      return "";
    case "agrees":
      return "recorded from TVM; the pass gives the same here";
    case "differs":
      return "recorded from TVM; the pass gives another module here";
    case "alone":
      return "recorded from TVM; the pass is not built here";
  }
}

/** A reason as far as a chip has room for it; the banner and the tooltip have the rest. */
function skipped(reason: string): string {
  const short = reason.replaceAll("`", "").split(",")[0] ?? "";
  return short === "" || short.length > mostReason ? "skipped" : `skipped: ${short}`;
}

const mostReason = 20;

/** A pass of the strip: its name, what it did, and its time. */
export function StageChip(props: StageChipProps) {
  const { stage, name, result, summaryBefore, isCurrent, isBefore, isOff, onSelect, onStep } = props;
  const { text, tone } = outcome(props);
  const check = useCheck(stage);
  const summary = result?.summary;
  const isIdle = isOff || result === undefined || result.status === "offered";
  const did = summary && text === "" ? whatChanged(summaryBefore, summary) : [];
  const regions = summary && !isIdle ? regionsOf(summaryBefore, summary) : [];
  const look = check?.answer ? checkLooks[check.answer.kind] : undefined;
  const description = [
    name,
    text,
    recordedText(result),
    result?.reason ?? "",
    ...did.filter((d) => /^[+−]/.test(d)),
    summary ? `${plural(summary.operators, "operator")}, ${plural(summary.nodes, "node")}, ${plural(summary.functions, "function")}` : "",
    ...(summary && !isIdle ? summary.regions : []).map((r) => `${plural(r.count, "region")} of ${r.target}`),
    summary && summary.regions.length > 0 && !isIdle ? `${summary.offloaded} of ${plural(summary.operators, "operator")} offloaded` : "",
    result && stage > 0 && !isIdle ? formatMilliseconds(result.ms) : "",
    props.isPinned ? "pinned" : "",
    look ? `checked: ${look.title.toLowerCase()}` : "",
  ].filter((part) => part !== "");
  const isTimed = result !== undefined && stage > 0 && !isIdle && result.status !== "unchanged" && timed.has(result.status);
  return (
    <>
      {stage > 0 && <ChevronRight size={13} aria-hidden className="-mx-px shrink-0 self-center text-ink-3/60" />}
      {/* biome-ignore lint/a11y/useSemanticElements: a chip shows more than a radio button can hold */}
      <button
        type="button"
        role="radio"
        aria-checked={isCurrent}
        aria-label={description.join(", ")}
        title={description.slice(1).join("\n").replaceAll("`", "")}
        data-stage={stage}
        data-status={result?.status ?? "none"}
        tabIndex={isCurrent ? 0 : -1}
        onClick={onSelect}
        onKeyDown={(event) => {
          const by =
            event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 0;
          if (by === 0) return;
          event.preventDefault();
          event.stopPropagation();
          onStep(by);
        }}
        className={`flex h-10 max-w-full shrink-0 flex-col justify-center rounded-md border px-2 text-left outline-offset-[-1px] ${
          isCurrent
            ? "border-accent bg-accent-soft"
            : isBefore
              ? "border-dashed border-accent-line hover:bg-hover"
              : "border-transparent hover:bg-hover"
        } ${isIdle && stage > 0 ? "opacity-75" : ""}`}
      >
        <span
          className={`flex items-center gap-1.5 text-[12.5px] leading-[18px] whitespace-nowrap ${isCurrent ? "font-semibold text-accent" : result?.status === "unchanged" ? "font-medium text-ink-2" : "font-semibold text-ink"} ${isOff ? "line-through" : ""}`}
        >
          {name}
          {props.isPinned && <Pin size={11} aria-hidden className="text-accent" />}
          {check?.status === "running" && <LoaderCircle size={12} aria-hidden className="animate-spin text-ink-3" />}
          {look && <look.Icon size={12} aria-hidden data-checked={check?.answer?.kind} className={look.tone} />}
        </span>
        <span className={`flex items-center gap-2 text-[11px] leading-4 whitespace-nowrap ${tone}`}>
          {result?.recorded && (
            <span className={`rounded-sm border border-line px-1 ${result.recorded === "differs" ? "text-warn" : "text-ink-2"}`}>
              {result.recorded === "differs" ? "recorded ≠" : "recorded"}
            </span>
          )}
          {text !== "" && <span>{text}</span>}
          {did.map((d) => (
            <span key={d} className={d === "changed" || stage === 0 ? "" : "font-medium text-ink-2"}>
              {d}
            </span>
          ))}
          {regions.map((r) => (
            <RegionCount key={r.target} change={r} />
          ))}
          {isTimed && <span className="text-ink-3">{formatMilliseconds(result.ms)}</span>}
        </span>
      </button>
    </>
  );
}

/** Outcomes whose time is worth a place on the chip. */
const timed: ReadonlySet<StageResult["status"]> = new Set(["done", "failed"]);

/** How many regions a target has; from how many, where the pass changed that. */
function RegionCount({ change: { color, before, after } }: { readonly change: RegionChange }) {
  const isChanged = before !== after;
  return (
    <span className={`flex items-center gap-1 ${isChanged ? "font-semibold text-ink" : "text-ink-3"}`}>
      <RegionMark color={color} size={12} />
      {isChanged && before > 0 ? `${before} → ${after}` : after}
    </span>
  );
}
