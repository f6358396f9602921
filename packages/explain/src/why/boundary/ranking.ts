/** The boundaries of a stage as one list, ordered by cost, with their causes and counts. */
import { type Expr, keptIn, pushTo } from "@relayscope/ir";
import { andOf, nameOf, withoutVariable } from "../../names.ts";
import { blamedIn, type Cause } from "../cause.ts";
import { addedCodes, type CauseCode } from "../causes.ts";
import type { Boundary } from "./boundaries.ts";

/** The reason of boundaries in one line. Boundaries of the same operators may have different reasons. */
export interface CauseReason {
  readonly sentence: string;
  /** Places in the list of boundaries. */
  readonly boundaries: readonly number[];
}

/** Boundaries of a line that need a part of its change. */
export interface CausePart {
  readonly code: CauseCode;
  /** The operators that stay on the host there. */
  readonly subject: string;
  /** Places in the list of boundaries. */
  readonly boundaries: readonly number[];
}

/** Boundaries that one change would end. The blamed operators of some may be a subset of those of others. */
export interface CauseLine {
  readonly code: CauseCode;
  /** That and the codes of the other operators there. */
  readonly codes: readonly CauseCode[];
  /** The operators that stay on the host, or the pass; `for` a target where another line has the same. */
  readonly subject: string;
  readonly target: string;
  /** Places in the list of boundaries. */
  readonly boundaries: readonly number[];
  /** Bytes that cross at them, all together, and how many tensors have no known size. */
  readonly bytes: number;
  readonly unsized: number;
  /** How many calls are to blame. */
  readonly operators: number;
  /** Whether the flow of the target is made so: such lines are last, whatever they cost. */
  readonly isByDesign: boolean;
  /** The sentence of the first boundary. */
  readonly sentence: string;
  /** All of its reasons, the most frequent first. */
  readonly reasons: readonly CauseReason[];
  /** Its parts, the whole change first, where boundaries need different parts of it; else empty. */
  readonly parts: readonly CausePart[];
}

/** How many operators a line names, unless the same ones begin another line. */
const mostNamed = 4;

interface Gathered {
  readonly cause: Cause;
  readonly names: readonly string[];
  readonly boundaries: number[];
  readonly blamed: Set<Expr>;
  readonly codes: Set<CauseCode>;
  readonly reasons: Map<string, CauseReason & { boundaries: number[] }>;
  bytes: number;
  unsized: number;
  readonly place: number;
}

/**
 * Groups boundaries by their culprit, costliest first: by bytes crossing, then by calls, then by number; last, what is
 * so by design. If a group's operators are among those of another group, it becomes a part of that group, since
 * supporting all of these operators ends both. Crossings of unknown size may be large, so they come first.
 */
export function rankedCauses(boundaries: readonly Boundary[]): readonly CauseLine[] {
  const lines = new Map<string, Gathered>();
  boundaries.forEach(({ cause, bytes, unsized }, index) => {
    const names = subjectsOf(cause);
    const key = `${[...names].sort().join()} ${cause.target} ${cause.code}`;
    let line = lines.get(key);
    if (!line) {
      const own = { blamed: new Set<Expr>(), codes: new Set<CauseCode>(), reasons: new Map() };
      line = { cause, names, boundaries: [], bytes: 0, unsized: 0, place: lines.size, ...own };
      lines.set(key, line);
    }
    line.boundaries.push(index);
    line.bytes += bytes;
    line.unsized += unsized;
    // A row has no sentence next to its codes.
    const others = endedByTaking.has(cause.code) ? addedCodes({ ...cause, sentence: "" }).filter((code) => code !== "not-a-call") : [];
    for (const code of [cause.code, ...others]) line.codes.add(code);
    for (const node of blamedIn(cause)) if (node.kind === "Call") line.blamed.add(node);
    const reason = line.reasons.get(cause.sentence);
    if (reason) reason.boundaries.push(index);
    else line.reasons.set(cause.sentence, { sentence: cause.sentence, boundaries: [index] });
  });
  const all = folded([...lines.values()]).map(oftenFirst);
  // Users cannot change what a flow does by design, so other causes come first.
  const isByDesign = new Set([...lines.values()].flatMap(({ cause }) => (cause.isByDesign ? [cause.code] : [])));
  const titleOf = titles(all.flat());
  return all
    .map((parts): CauseLine => {
      const [whole] = parts;
      return {
        code: whole.cause.code,
        codes: [...new Set(parts.flatMap(({ codes }) => [...codes]))],
        subject: titleOf(whole),
        target: whole.cause.target,
        boundaries: parts.flatMap(({ boundaries: some }) => some),
        bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
        unsized: parts.reduce((sum, { unsized }) => sum + unsized, 0),
        operators: new Set(parts.flatMap(({ blamed }) => [...blamed])).size,
        isByDesign: isByDesign.has(whole.cause.code),
        sentence: whole.cause.sentence,
        reasons: reasonsOf(parts),
        parts:
          parts.length > 1 ? parts.map((part) => ({ code: part.cause.code, subject: titleOf(part), boundaries: part.boundaries })) : [],
      };
    })
    .sort(
      (a, b) =>
        Number(a.isByDesign) - Number(b.isByDesign) ||
        b.unsized - a.unsized ||
        b.bytes - a.bytes ||
        b.operators - a.operators ||
        b.boundaries.length - a.boundaries.length,
    );
}

type Parts = readonly [Gathered, ...Gathered[]];

/** Causes that end if the target supports the operators that they blame. */
const endedByTaking: ReadonlySet<CauseCode> = new Set(["no-rule", "stop-fusion", "left-to-host"]);

/**
 * Each group is compared with the groups that have its rarest operator. With more groups than this, the rest stay
 * separate.
 */
const mostFolded = 2_000;

/** Groups of one change together, the whole change first: each is a part of the smallest that has its operators. */
function folded(groups: readonly Gathered[]): readonly Parts[] {
  const foldable = groups.filter(({ cause, names }) => endedByTaking.has(cause.code) && names.length > 0).slice(0, mostFolded);
  const withName = new Map<string, Gathered[]>();
  for (const group of foldable) for (const name of group.names) pushTo(withName, name, group);
  const wholeOf = new Map<Gathered, Gathered>();
  for (const group of foldable) {
    const [fewest = []] = group.names.map((name) => withName.get(name) ?? []).sort((a, b) => a.length - b.length);
    const larger = fewest.filter((other) => holds(other, group));
    const [nearest] = larger.toSorted((a, b) => a.names.length - b.names.length || b.bytes - a.bytes);
    if (nearest) wholeOf.set(group, nearest);
  }
  const partsOf = new Map<Gathered, [Gathered, ...Gathered[]]>();
  for (const group of groups) if (!wholeOf.has(group)) partsOf.set(group, [group]);
  for (const group of groups) {
    let whole = wholeOf.get(group);
    for (let next = whole; next; next = wholeOf.get(next)) whole = next;
    if (whole) partsOf.get(whole)?.push(group);
  }
  return [...partsOf.values()];
}

/**
 * Whether group `a` has all operators of group `b` and more. Of two groups with the same operators, the costlier
 * contains the other.
 */
function holds(a: Gathered, b: Gathered): boolean {
  if (a === b || a.cause.target !== b.cause.target || !b.names.every((name) => a.names.includes(name))) return false;
  return a.names.length > b.names.length || a.bytes > b.bytes || (a.bytes === b.bytes && a.place < b.place);
}

/** The whole change with the operators that most of its boundaries need first. */
function oftenFirst(parts: Parts): Parts {
  const [whole, ...others] = parts;
  const countOf = (name: string) => parts.reduce((sum, part) => sum + (part.names.includes(name) ? part.boundaries.length : 0), 0);
  return others.length === 0 ? parts : [{ ...whole, names: whole.names.toSorted((a, b) => countOf(b) - countOf(a)) }, ...others];
}

/** The reasons of all parts, each once, the most frequent first. */
function reasonsOf(parts: Parts): readonly CauseReason[] {
  const found = new Map<string, CauseReason>();
  for (const { sentence, boundaries } of parts.flatMap(({ reasons }) => [...reasons.values()])) {
    found.set(sentence, { sentence, boundaries: [...(found.get(sentence)?.boundaries ?? []), ...boundaries] });
  }
  return [...found.values()].sort((a, b) => b.boundaries.length - a.boundaries.length);
}

/**
 * Reasons that differ only in the one variable that they name, together: the sentence of the first, with the names of
 * the others.
 */
export function alikeReasons(reasons: readonly CauseReason[]): readonly CauseReason[] {
  const groups = new Map<string, CauseReason[]>();
  for (const reason of reasons) pushTo(groups, withoutVariable(reason.sentence), reason);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const sentence = andOf(
      first.sentence,
      others.map((reason) => reason.sentence),
    );
    return { sentence, boundaries: [first, ...others].flatMap(({ boundaries }) => boundaries) };
  });
}

/**
 * Names groups by their operators: by all of them if groups begin with the same ones, and with the target if several
 * groups have the same operators.
 */
function titles(groups: readonly Gathered[]): (group: Gathered) => string {
  const alike = new Map<string, { targets: Set<string>; whole: Set<string> }>();
  for (const { names, cause } of groups) {
    const subject = named(names, mostNamed);
    const known = keptIn(alike, subject, () => ({ targets: new Set<string>(), whole: new Set<string>() }));
    known.targets.add(cause.target);
    known.whole.add([...names].sort().join());
  }
  return ({ names, cause }) => {
    const subject = named(names, mostNamed);
    const { targets, whole } = alike.get(subject) ?? { targets: new Set(), whole: new Set() };
    const text = whole.size > 1 ? named(names, names.length) : subject;
    return targets.size > 1 ? `${text} for ${cause.target}` : text;
  };
}

/** Causes that a pass is, whatever operators are there. */
const ofPasses: readonly CauseCode[] = ["pruned", "no-merge-pass", "order", "pass-skipped", "pass-failed"];
function named(names: readonly string[], most: number): string {
  return names.length > most ? `${names.slice(0, most).join(", ")} and ${names.length - most} more` : names.join(", ");
}

/** The operators to blame, in their order, without the tuples and items between them; else the pattern or the pass. */
function subjectsOf(cause: Cause): readonly string[] {
  const { pass = "", pattern = pass, code } = cause;
  if (ofPasses.includes(code)) return [pass];
  const blamed = blamedIn(cause);
  const calls = blamed.filter(({ kind }) => kind === "Call");
  const names = [...new Set((calls.length > 0 ? calls : blamed).map(nameOf))];
  return names.length > 0 ? names : [pattern];
}
