/**
 * What all fuzz runners have in common: their flags, whether there is a reference to ask, and the cases on which our
 * passes differ from it.
 */
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Answer } from "../src/judge.ts";
import { askReference, differenceOf, expectationOf, type PassCase, type PlanStep, referencePlace } from "./reference.ts";
import { shrunk } from "./shrink.ts";

type Flag = number | string | boolean;
type Flags<T> = { readonly [K in keyof T]: T[K] extends number ? number : T[K] extends boolean ? boolean : string };

/** The flags of a command, by their defaults; "" is a text that was not given. */
export function flags<const T extends Readonly<Record<string, Flag>>>(defaults: T): Flags<T> {
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: typeof defaults[name] === "boolean" ? "boolean" : "string" } as const]),
  );
  const names = Object.keys(defaults).map((name) => `--${name}`);
  const unknown = process.argv.slice(2).find((word) => word.startsWith("--") && !names.includes(word.replace(/=.*/, "")));
  if (unknown !== undefined) {
    console.error(`There is no flag ${unknown}; there are ${names.join(", ")}.`);
    process.exit(2);
  }
  const { values } = parseArgs({ options });
  const given = Object.entries(defaults).map(([name, standard]) => {
    const value = values[name] ?? standard;
    return [name, typeof standard === "number" ? Number(value) : value];
  });
  return Object.fromEntries(given) as Flags<T>;
}

/** Says so where there is no reference to ask. */
export function hasReference(): boolean {
  if (referencePlace()) return true;
  console.log("Nothing to ask: RELAYSCOPE_REFERENCE names no Python with the reference, or RELAYSCOPE_ORACLE no folder of its scripts.");
  return false;
}

/** `count` numbers from `from` on. */
export function numbers({ from, count }: { readonly from: number; readonly count: number }): readonly number[] {
  return Array.from({ length: count }, (_, i) => from + i);
}

/** A difference for a list of them: what is asked, and under it what differs. */
export function item(title: string, reason: string): string {
  return `- ${title}\n    ${reason.replaceAll("\n", "\n    ")}`;
}

/** How cases went, by a name such as a pass'. */
export class Comparison {
  private readonly counts = new Map<string, { asked: number; agreed: number }>();
  private readonly differing: { readonly wrong: PassCase | string; readonly reason: string }[] = [];

  /** Puts a case to our passes; answers whether the reference had an answer. */
  compare(asked: PassCase, theirs: Answer | undefined): boolean {
    const expectation = expectationOf(theirs);
    if (expectation) this.note(asked.passes[0]?.name ?? "", asked, differenceOf(asked, expectation));
    return expectation !== undefined;
  }

  /** Puts cases to both sides. */
  compareAll(cases: readonly PassCase[]): void {
    const answers = askReference(cases);
    for (const asked of cases) this.compare(asked, answers.get(asked.id));
  }

  note(name: string, wrong: PassCase | string, reason: string | undefined): void {
    const count = this.counts.get(name) ?? { asked: 0, agreed: 0 };
    this.counts.set(name, count);
    count.asked++;
    if (reason === undefined) count.agreed++;
    else this.differing.push({ wrong, reason });
  }

  /** Shows some differences, small where that is asked for, and how many cases agree. */
  report({ show, shrink, save = "" }: { readonly show: number; readonly shrink: boolean; readonly save?: string }, also = ""): void {
    for (const { wrong, reason } of this.differing.slice(0, show)) {
      if (typeof wrong === "string") console.log(item(wrong, reason));
      else {
        console.log(item(`${wrong.id} ${JSON.stringify(wrong.passes)} ${JSON.stringify(wrong.rules ?? {})}`, reason));
        console.log(shrink ? shrunk(wrong).input : wrong.input);
        if (save !== "") appendFileSync(save, `${JSON.stringify(wrong)}\n`);
      }
    }
    const counts = [...this.counts].sort(([a], [b]) => (a < b ? -1 : 1));
    if (counts.length > 1) for (const [name, { agreed, asked }] of counts) console.log(`  ${name}: ${agreed} of ${asked}`);
    const asked = counts.reduce((sum, [, count]) => sum + count.asked, 0);
    console.log(`${asked - this.differing.length} of ${asked} agree${also}.`);
    if (this.differing.length > 0) process.exitCode = 1;
  }
}

/** A module and the steps it is put through. */
export interface Planned {
  readonly number: number;
  readonly plan: readonly PlanStep[];
  readonly text: string;
  /** The data of its constants, where they are small. */
  readonly metadata?: string;
}

/**
 * Puts modules through their plans, a step a round; each starts from what the reference made in the one before. `unread`
 * names the cases that the reference could not even read; what is not to be asked is left out.
 */
export function comparePlans(
  planned: readonly Planned[],
  comparison: Comparison,
  unread: (cases: readonly PassCase[], answers: ReadonlyMap<string, Answer>) => ReadonlySet<string>,
  isAsked: (asked: PassCase) => boolean = () => true,
): void {
  let running = planned;
  for (let round = 0; running.length > 0; round++) {
    const asked = running.flatMap((own) => {
      const step = own.plan[round];
      const { number, text: input, metadata } = own;
      const data = metadata === undefined ? {} : { metadata };
      const given: PassCase | undefined = step && { id: `${number}.${round}`, kind: "pass", opt_level: 3, input, ...data, ...step };
      return given && isAsked(given) ? [{ own, given }] : [];
    });
    const cases = asked.map(({ given }) => given);
    const answers = askReference(cases);
    const left = unread(cases, answers);
    running = asked.flatMap(({ own, given }) => {
      const theirs = answers.get(given.id);
      if (left.has(given.id) || !comparison.compare(given, theirs) || theirs?.text === undefined) return [];
      return [{ number: own.number, plan: own.plan, text: theirs.text, ...(theirs.metadata ? { metadata: theirs.metadata } : {}) }];
    });
  }
}
