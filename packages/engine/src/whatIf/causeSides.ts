/**
 * What a boundary's cause contributes to the search for cures: its blockers before partitioning, and the requested
 * layouts.
 */
import type { Cause } from "@relayscope/explain";
import type { Expr } from "@relayscope/ir";
import type { Edit } from "../contract/index.ts";
import { whyOf } from "../questions/why.ts";
import type { NumberNeed } from "../run/resolvedTarget.ts";
import type { Run } from "../run/run.ts";
import type { Boundary, Knowledge } from "./cures.ts";
import type { WantedLayout } from "./pipelineCandidates.ts";

/** Causes that an additional rule usually fixes. */
const answeredByRules: ReadonlySet<Cause["code"]> = new Set(["no-rule", "cycle", "siblings"]);

/** The sides, with facts from their cause; unchanged if it is unknown. */
export function withCause(run: Run, { unmerged }: Knowledge, sides: Boundary, cause: Cause | undefined): Boundary {
  if (!cause) return sides;
  const { history } = whyOf(run).why.ground;
  const blockers = cause.blockers.flatMap((node) => history.follow(cause.stage, unmerged.stage, node));
  const settings = (cause.settings ?? []).map(
    ({ name, isOwn, wanted, to }): Edit =>
      isOwn
        ? { kind: "give-value", target: cause.target, name, value: wanted }
        : { kind: "set-setting", target: cause.target, setting: name, value: to },
  );
  const pass = [cause.code, ...cause.also].includes("order") ? cause.pass : undefined;
  const occasion = { settings, layouts: layoutsIn(cause), needs: needsIn(cause), pass };
  return { ...sides, blockers, occasion, wantsRules: answeredByRules.has(cause.code) };
}

/** The numbers that a cause says were compared. */
function needsIn({ details }: Cause): readonly NumberNeed[] {
  return details.flatMap(({ found, wanted }) => {
    const [, operator = "", limit] = /^(<=?|>=?|)\s*(-?\d+(?:\.\d+)?)$/.exec(wanted ?? "") ?? [];
    const number = Number(found);
    if (limit === undefined || found === undefined || found === "" || !Number.isFinite(number)) return [];
    const enough = operator === "<" ? number + 1 : operator === ">" ? number - 1 : number;
    return [{ needed: Number(limit), enough }];
  });
}

/** The layouts of data that a cause says were asked for. */
export function layoutsIn({ details }: Cause): readonly WantedLayout[] {
  return details.flatMap(({ attribute, operator, wanted }) => {
    const layout = /"([A-Z]+)"/.exec(wanted ?? "")?.[1];
    return operator !== undefined && layout !== undefined && /layout$/.test(attribute ?? "") && !/kernel/.test(attribute ?? "")
      ? [{ operator, layout }]
      : [];
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
