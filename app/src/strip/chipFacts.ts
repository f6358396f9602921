/** What is on a pass's chip: its name and, below it, what the pass did, as far as the strip has room. */
import type { StageResult, StageSummary } from "@relayscope/engine";
import { formatMilliseconds, grouped, plural, regionsText } from "../ui/format.ts";
import { type RegionChange, regionsOf, whatChanged } from "./stripItems.ts";

/**
 * How much chips show: everything; everything but their times; the regions alone, else the first thing that the pass
 * did; or that in smaller letters, with the outcome in a word.
 */
export type Detail = "full" | "untimed" | "short" | "dense";

export const details: readonly Detail[] = ["full", "untimed", "short", "dense"];

export interface ChipFacts {
  readonly name: string;
  readonly recorded: string;
  /** The outcome in a word or two; empty if numbers show it. */
  readonly text: string;
  readonly tone: string;
  readonly did: readonly string[];
  readonly regions: readonly RegionChange[];
  readonly time: string;
  /** Whether its letters are small and close together. */
  readonly isDense: boolean;
  /** All facts without the name, a line each, for hints and screen readers. */
  readonly description: readonly string[];
}

export interface ChipState {
  readonly stage: number;
  readonly name: string;
  readonly result: StageResult | undefined;
  /** The numbers before the pass; undefined for the input. */
  readonly before: StageSummary | undefined;
  readonly isOff: boolean;
  readonly isPending: boolean;
}

/** The number of characters of a reason on a chip. The banner and the hint show the rest. */
const mostReason = 20;
/** Outcomes whose time is shown on the chip. */
const timed: ReadonlySet<StageResult["status"]> = new Set(["done", "failed"]);

/** The facts about a stage that its chip shows. */
export function chipFacts(state: ChipState, detail: Detail): ChipFacts {
  const { stage, name, result, before, isOff } = state;
  const { text, tone } = outcome(state);
  const isDense = detail === "dense";
  const summary = result?.summary;
  const isIdle = isOff || result === undefined || result.status === "offered";
  const did = summary && text === "" ? whatChanged(name, before, summary) : [];
  // What was marked counts as regions after a pass that changes nothing, too: its chip has the count alone.
  const compared = result?.status === "unchanged" ? summary : before;
  const regions = summary && !isIdle ? regionsOf(compared, summary) : [];
  const time = result && stage > 0 && !isIdle ? formatMilliseconds(result.ms) : "";
  const [status = ""] = text.split(":");
  const isTimed = detail === "full" && result !== undefined && timed.has(result.status);
  return {
    name,
    recorded: result?.recorded === undefined ? "" : result.recorded === "differs" ? "recorded ≠" : "recorded",
    text: isDense ? status : text,
    tone,
    did: isDense || detail === "short" ? (regions.length > 0 ? [] : did.slice(0, 1)) : did,
    regions,
    time: isTimed ? time : "",
    isDense,
    description: [
      // The whole reason follows.
      result?.reason ? status : text,
      recordedText(result),
      result?.reason ?? "",
      ...did.filter((d) => /^[+−]/.test(d)),
      summary ? `${plural(summary.operators, "operator")}, ${plural(summary.nodes, "node")}, ${plural(summary.functions, "function")}` : "",
      ...(summary && !isIdle ? summary.regions : []).map((r) => `${regionsText(r.count, r.marked)} ${r.marked ? "for" : "of"} ${r.target}`),
      summary && summary.regions.length > 0 && !isIdle
        ? `${grouped(summary.offloaded)} of ${plural(summary.operators, "operator")} offloaded`
        : "",
      time,
    ].filter((part) => part !== ""),
  };
}

/**
 * A target's regions as a chip counts them: the number before if the pass changed it, and what is counted where that
 * changes: `121 marked`, `121 marked → 13 regions`, `13 → 41`.
 */
export function countText({ before, after, marked, wasMarked }: RegionChange): string {
  if (marked > 0) return regionsText(after, marked);
  if (wasMarked && after > 0) return `${regionsText(before, before)} → ${regionsText(after)}`;
  return before !== after && before > 0 ? `${grouped(before)} → ${grouped(after)}` : grouped(after);
}

/** The line under the name: a few words on what the pass did. */
function outcome({ result, isOff, isPending }: ChipState): { text: string; tone: string } {
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
      return { text: "not supported", tone: "text-warn" };
    case "unchanged":
      return { text: result.summary.nodes === 0 ? "nothing to do" : "no change", tone: "text-ink-3" };
    case "done":
      return { text: "", tone: "text-ink-3" };
  }
}

function skipped(reason: string): string {
  const short = reason.replaceAll("`", "").split(",")[0] ?? "";
  return short === "" || short.length > mostReason ? "skipped" : `skipped: ${short}`;
}

/** What is worth knowing of a stage that TVM recorded. */
function recordedText(result: StageResult | undefined): string {
  switch (result?.recorded) {
    case undefined:
      return "";
    case "agrees":
      return "recorded from TVM; the pass gives the same here";
    case "differs":
      return "recorded from TVM; the pass gives another module here";
    case "alone":
      return "recorded from TVM; Relayscope does not have the pass";
  }
}
