/** Sentences about a search for the best change, and about the operators that it starts from. */
import type { BestChange, Cure, SearchPart } from "@relayscope/engine";
import { plural } from "../../ui/format.ts";
import { worseOf } from "../causes/gain.ts";

type Status = "idle" | "running" | "done" | "stopped";

/** What the search did, and how many changes it found. */
export function searchSentence(status: Status, parts: readonly SearchPart[], changes: number): string {
  const searched = parts.flatMap((part) => (part.kind === "searched" ? [part] : []));
  const size = searched.at(-1)?.size ?? 0;
  if (status === "idle") return "";
  if (status === "running") return `Trying sets of ${size + 1}…`;
  if (changes > 0) return `${plural(changes, "change")} found, each tried on this module.`;
  if (status === "stopped") return "Stopped before anything was found.";
  if (!parts.some(({ kind }) => kind === "stretches")) return "No pass of the pipeline chooses targets, so there is nothing to try.";
  if (size === 0) return "The host has no operator next to a region or between two.";
  const sets = searched.reduce((sum, part) => sum + part.sets, 0);
  const tried = size === 1 ? plural(sets, "operator") : `${plural(sets, "set")} of up to ${plural(size, "operator")}`;
  return `${tried} tried: no change gives fewer regions or fewer bytes crossing.`;
}

/** In what a change is the best of its size. The search compares sets of as many operators, and reports each size. */
export function bestTitle({ operators, edits }: Pick<BestChange, "operators" | "edits">, by: readonly BestChange["by"][]): string {
  const best = by.map((b) => (b === "bytes" ? "fewest bytes crossing" : "fewest regions")).join(" and ");
  const passes = edits.flatMap((edit) => (edit.kind === "add-pass" || edit.kind === "switch-on" ? [edit.pass] : []));
  const count = operators.length + passes.length;
  const needs = count === 2 ? " (needs both)" : count > 2 ? ` (needs all ${count})` : "";
  const parts = [...passes, ...(operators.length > 0 ? [plural(operators.length, "operator")] : [])];
  return `${best} with ${parts.join(" and ")}${needs}`;
}

/** Explains the rows of the table, and that they do not help if no change was found. */
export function stretchSentence(status: Status, changes: number): string {
  const rows =
    "The host's operators next to regions or between them. A region continues across a row only if the target takes all of its operators.";
  return status === "done" && changes === 0
    ? `${rows} These rows do not help: if the target takes the operators, values cross on their other side.`
    : rows;
}

/** The result of the search for changes: those that join two sides, or that offload one operator. */
export function curesSentence(status: "running" | "done" | "stopped", all: readonly Cure[], hasTwo: boolean): string {
  if (status === "running") return "Trying changes on this module…";
  if (all.length === 0) return status === "done" ? "None of the tried changes helps." : "Stopped before anything helped.";
  const worse = all.filter((cure) => worseOf(cure).length > 0).length;
  const free = all.length - worse;
  const helping = free === 0 ? [] : [`${plural(free, "change")} ${free === 1 ? "helps" : "help"}`];
  const does = hasTwo ? (worse === 1 ? "joins them" : "join them") : worse === 1 ? "offloads it" : "offload it";
  const costing = worse === 0 ? [] : [`${plural(worse, "change")} ${does} and ${worse === 1 ? "makes" : "make"} something worse`];
  return `${[...helping, ...costing].join(", ")}; ${all.length === 1 ? "it" : "each"} was tried on this module.`;
}
