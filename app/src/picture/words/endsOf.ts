/** The colors and letters of causes. Loaded with the causes, after the first picture. */
import { type CauseCode, causes, type RegionLine } from "@relayscope/engine";
import { causeLetter } from "@relayscope/palette";
import type { End, Ends } from "./ends.ts";

/** By cause: the color of its family. */
const families: Readonly<Record<CauseCode, number>> = {
  // The target does not support the operator.
  "no-rule": 0,
  "rule-refused": 0,
  "composite-unlisted": 0,
  // A pattern does not match it.
  "pattern-missed": 1,
  "pattern-shadowed": 1,
  "check-refused": 1,
  "outside-user": 1,
  // Another region is in the way.
  "other-target": 2,
  cycle: 2,
  // Something that is not an operator is in between, or nothing is.
  "not-a-call": 3,
  scope: 3,
  siblings: 3,
  // Passes that did or did not run.
  "pass-skipped": 4,
  order: 4,
  pruned: 4,
  "no-merge-pass": 4,
  "pass-failed": 4,
  // What the input says, or does not say.
  "parameter-not-constant": 5,
  "type-unknown": 5,
  "external-already": 5,
  "skip-optimization": 5,
  "annotated-input": 5,
  "stop-fusion": 5,
  // Last, so that the others keep their letters.
  "no-arguments": 3,
  "left-to-host": 5,
  unknown: -1,
};

const codes = Object.keys(families);

/** By cause: how many of its family come before it. */
const shades = shadesOf(Object.entries(families));

function shadesOf(entries: readonly (readonly [code: string, family: number])[]): ReadonlyMap<string, number> {
  const counts = new Map<number, number>();
  return new Map(
    entries.map(([code, family]) => {
      const shade = counts.get(family) ?? 0;
      counts.set(family, shade + 1);
      return [code, shade];
    }),
  );
}

/** Why each region of a stage's list ends: its first cause. */
export function endsOf(lines: readonly RegionLine[]): Ends {
  return new Map(
    lines.flatMap(({ region, causes: [code, ...more], isAtInputs }) =>
      code === undefined ? [] : [[region, endOf(code, more, isAtInputs)] as const],
    ),
  );
}

function endOf(code: CauseCode, more: readonly CauseCode[], isAtInputs: boolean): End {
  const letter = code === "unknown" ? "?" : causeLetter(codes.indexOf(code));
  const others = more.map((other) => causes[other].name);
  return { code, name: causes[code].name, place: families[code], letter, shade: shades.get(code) ?? 0, others, isAtInputs };
}
