/**
 * What a boundary's cause contributes to the search for cures: its blockers before partitioning, and the requested
 * layouts.
 */
import type { Cause } from "@relayscope/explain";
import { attrOf, type Expr } from "@relayscope/ir";
import { type Run, type ValueNeed, whyOf } from "@relayscope/run";
import type { ArgumentValue, Edit } from "@relayscope/run/contract";
import type { Knowledge, TriedBoundary } from "./boundary.ts";
import type { WantedLayout } from "./pipelineCandidates.ts";

/** Causes that an additional rule usually fixes. */
const answeredByRules: ReadonlySet<Cause["code"]> = new Set(["no-rule", "cycle", "siblings"]);

/** The sides, with facts from their cause; unchanged if it is unknown. */
export function withCause(run: Run, { unmerged }: Knowledge, sides: TriedBoundary, cause: Cause | undefined): TriedBoundary {
  if (!cause) return sides;
  const { history } = whyOf(run).why.ground;
  const { separators = [] } = cause;
  const blockers = (separators.length > 0 ? separators : cause.blockers).flatMap((node) =>
    history.follow(cause.stage, unmerged.stage, node),
  );
  const pass = [cause.code, ...cause.also].includes("order") ? cause.pass : undefined;
  const occasion = {
    settings: settingsIn(cause),
    layouts: layoutsIn(cause),
    needs: [...needsIn(cause), ...sizeNeeds(cause)],
    unshared: cause.details.flatMap(({ unshared = [] }) => unshared),
    isUnbound: cause.code === "parameter-not-constant",
    pass,
  };
  return { ...sides, blockers, occasion, wantsRules: answeredByRules.has(cause.code) || separators.length > 0 };
}

/** The settings that decided, with values that would make the check accept. */
export function settingsIn({ settings = [], target }: Cause): readonly Edit[] {
  return settings.map(
    ({ name, isOwn, wanted, to }): Edit =>
      isOwn ? { kind: "give-value", target, name, value: wanted } : { kind: "set-setting", target, setting: name, value: to },
  );
}

/** The comparisons in a cause: each found value with the value that it was compared with. */
function needsIn({ details }: Cause): readonly ValueNeed[] {
  return details.flatMap(({ found, wanted = "" }): readonly ValueNeed[] => {
    const [, operator = "", limit = ""] = /^(<=?|>=?|one of|)\s*(.*)$/s.exec(wanted) ?? [];
    const [value, needed] = [plainValue(found), plainValue(limit)];
    if (value === undefined || needed === undefined) return [];
    if (operator === "one of") return isList(needed) && isScalar(value) ? [{ needed, enough: [...needed, value] }] : [];
    if (typeof value !== typeof needed || isList(value) !== isList(needed)) return [];
    if (operator === "") return [{ needed, enough: value }];
    if (typeof value !== "number") return [];
    return [{ needed, enough: operator === "<" ? value + 1 : operator === ">" ? value - 1 : value }];
  });
}

/** The largest number that is tried as a flow's least region size. */
const largestSize = 64;

/** Numbers above a returned region's size: an argument with one of them may be the least size that a flow keeps. */
function sizeNeeds({ returned }: Cause): readonly ValueNeed[] {
  if (returned === undefined) return [];
  const above = Array.from({ length: Math.max(0, largestSize - returned) }, (_, at) => returned + 1 + at);
  return above.map((needed) => ({ needed, enough: returned }));
}

/** A number, a text or a list of these, as details write them. */
function plainValue(text = ""): ArgumentValue | undefined {
  if (text.length > longestValue || !/^(?:-?\d|"|\[)/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isScalar(value)) return value;
    return isList(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const longestValue = 1_000;

function isList(value: unknown): value is readonly (number | string)[] {
  return Array.isArray(value) && value.every(isScalar);
}

function isScalar(value: unknown): value is number | string {
  return typeof value === "number" || typeof value === "string";
}

/** The layouts that a cause requests. The layout of weights follows from the data's layout, which stays. */
export function layoutsIn({ details }: Cause): readonly WantedLayout[] {
  return details.flatMap(({ attribute = "", operator, wanted, node }): readonly WantedLayout[] => {
    const layout = /"([A-Z]+)"/.exec(wanted ?? "")?.[1];
    if (operator === undefined || layout === undefined || !/layout$/.test(attribute)) return [];
    if (!/kernel/.test(attribute)) return [{ operator, layout }];
    const data = node?.kind === "Call" ? attrOf(node.attrs, "data_layout") : undefined;
    return typeof data === "string" ? [{ operator, layout: data, weights: layout }] : [];
  });
}

/**
 * Why two sides of the last stage are separate, or one is in no region; undefined if they are not separate, or the run
 * has no decisions.
 */
export function causeOfSides(run: Run, from: readonly Expr[], to: readonly Expr[] | undefined): Cause | undefined {
  const { why } = whyOf(run);
  const { history, base, last } = why.ground;
  const atBase = (nodes: readonly Expr[]) => nodes.flatMap((node) => history.follow(last, base, node))[0];
  const [a, b] = [atBase(from), to && atBase(to)];
  if (!a || (to && !b)) return undefined;
  return b ? why.between(a, b) : why.of(a);
}
