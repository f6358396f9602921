import type { StageResult } from "@relayscope/engine";
import { ChevronRight } from "lucide-react";
import { formatMilliseconds, plural } from "../ui/format.ts";
import { RegionMark } from "../ui/RegionMark.tsx";

interface StageChipProps {
  readonly stage: number;
  readonly name: string;
  readonly isOff: boolean;
  readonly result: StageResult | undefined;
  readonly isPending: boolean;
  readonly isCurrent: boolean;
  /** Whether the pane "before" shows it. */
  readonly isBefore: boolean;
  readonly theme: "light" | "dark";
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

/** A pass of the strip: its name, time, size and regions. */
export function StageChip(props: StageChipProps) {
  const { stage, name, result, isCurrent, isBefore, isOff, onSelect, onStep } = props;
  const { text, tone } = outcome(props);
  const summary = result?.summary;
  const isIdle = isOff || result === undefined;
  const regionCount = summary?.regions.length ?? 0;
  const counts =
    summary && text === ""
      ? [plural(summary.operators, "op"), regionCount === 0 && summary.composites > 0 ? `${summary.composites} comp.` : ""].filter(
          (c) => c !== "",
        )
      : [];
  const regions = summary && !isIdle ? summary.regions : [];
  const description = [
    name,
    text,
    recordedText(result),
    result?.reason ?? "",
    summary ? `${plural(summary.operators, "operator")}, ${summary.nodes} nodes, ${summary.functions} functions` : "",
    ...regions.map((r) => `${plural(r.count, "region")} of ${r.target}`),
    summary && regions.length > 0 ? `${summary.offloaded} of ${plural(summary.operators, "operator")} offloaded` : "",
    result && stage > 0 ? formatMilliseconds(result.ms) : "",
  ].filter((part) => part !== "");
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
        className={`flex h-11 shrink-0 flex-col justify-center gap-px rounded-md border px-2 text-left outline-offset-[-1px] ${
          isCurrent
            ? "border-accent bg-accent-soft"
            : isBefore
              ? "border-dashed border-accent-line hover:bg-hover"
              : "border-transparent hover:bg-hover"
        } ${isIdle && stage > 0 ? "opacity-75" : ""}`}
      >
        <span
          className={`text-[12.5px] font-semibold whitespace-nowrap ${isCurrent ? "text-accent" : "text-ink"} ${isOff ? "line-through" : ""}`}
        >
          {name}
        </span>
        <span className={`flex items-center gap-2 text-[11px] leading-4 whitespace-nowrap ${tone}`}>
          {result?.recorded && (
            <span className={`rounded-sm border border-line px-1 ${result.recorded === "differs" ? "text-warn" : "text-ink-2"}`}>
              {result.recorded === "differs" ? "recorded ≠" : "recorded"}
            </span>
          )}
          {text !== "" && <span>{text}</span>}
          {counts.map((c) => (
            <span key={c}>{c}</span>
          ))}
          {regions.map((r) => (
            <span key={r.target} className="flex items-center gap-1 font-medium text-ink-2">
              <RegionMark color={r.color} size={12} />
              {r.count}
            </span>
          ))}
          {result &&
            stage > 0 &&
            !isIdle &&
            result.status !== "skipped" &&
            result.status !== "left-out" &&
            result.status !== "not-built" && <span className="text-ink-3">{formatMilliseconds(result.ms)}</span>}
        </span>
      </button>
    </>
  );
}
