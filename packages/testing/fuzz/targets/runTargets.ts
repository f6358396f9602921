/**
 * `npm run fuzz:targets -- [--only TARGET] [--count N] [--seed N] [--show N]`: puts random candidates to the pattern
 * tables, checks and operator rules of our targets and of the reference's, and lists where they differ and which
 * entries no candidate passed. RELAYSCOPE_REFERENCE names a Python with the reference, RELAYSCOPE_ORACLE the folder of
 * its scripts; targets that left with 0.18.0 are asked where RELAYSCOPE_TABLES_018 names the folder python/tvm/relay of
 * that release.
 */
import { loadFile, targets } from "@relayscope/backends";
import { inferTypes } from "@relayscope/infer";
import { calledOp, type Expr, Failure, type Module } from "@relayscope/ir";
import { matches } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import { valueUnknown } from "@relayscope/passes";
import type { Asking, FileTarget } from "@relayscope/targets";
import { parseModule, printModule } from "@relayscope/text";
import { typedModule } from "../builder.ts";
import { flags, hasReference } from "../harness.ts";
import { randomFrom } from "../random.ts";
import { answersOf } from "../reference.ts";
import { candidate, choicesOf, NoCandidate } from "./candidates.ts";

type Answer = boolean | "raises" | null;

interface Answers {
  readonly entries: readonly Answer[];
  readonly rule: Answer;
}

interface Case {
  readonly id: string;
  readonly target: FileTarget;
  readonly text: string;
  readonly ours: Answers;
}

/** What our tables say of a candidate; undefined where that depends on values, which no text of a candidate has. */
function answersFor({ entries, rules }: FileTarget, body: Expr): Answers | undefined {
  const ask = <N>(check: Asking<N & Expr> | undefined, node: N & Expr): Answer => {
    const outcome = check?.answer(node);
    return outcome === undefined ? true : outcome.kind === "value" ? outcome.value : "raises";
  };
  const answerOf = (matched: () => boolean, answer: () => Answer): Answer => {
    try {
      return matched() ? answer() : null;
    } catch (error) {
      if (error instanceof Failure && error.code !== valueUnknown) return "raises";
      throw error;
    }
  };
  try {
    const found = entries.map(({ pattern, check }) => {
      return answerOf(
        () => matches(pattern, body, undefined, { operators }),
        () => ask(check, body),
      );
    });
    const rule = rules.get(calledOp(body) ?? "");
    return {
      entries: found,
      rule:
        rule && body.kind === "Call"
          ? answerOf(
              () => true,
              () => ask(rule, body),
            )
          : null,
    };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/**
 * A candidate with what we say of it; undefined where none came out. It is read from its text, as the reference reads
 * it: floats are printed short.
 */
function caseFor(target: FileTarget, chosen: number, seed: number): Omit<Case, "id"> | undefined {
  let made: Module;
  try {
    made = candidate(target, chosen, randomFrom(seed), operators);
  } catch (error) {
    if (error instanceof NoCandidate) return undefined;
    throw error;
  }
  const typed = typedModule(made, operators);
  if (!typed) return undefined;
  const text = printModule(typed);
  const body = inferTypes(parseModule(text, { operators }).module, operators).module.functions.get("main")?.body;
  const ours = body && answersFor(target, body);
  return ours && { target, text, ours };
}

const attempts = 60;

/**
 * Candidates for all entries and rules in turn: every other one is such that we say yes, where one is found, since
 * chance alone seldom pleases a check.
 */
function casesFor(target: FileTarget, seed: number, count: number): Case[] {
  const choices = choicesOf(target);
  const cases: Case[] = [];
  for (let i = 0; cases.length < count && i < count * 20; i++) {
    const chosen = (i >> 1) % choices;
    let found: Omit<Case, "id"> | undefined;
    for (let k = 0; k < (i % 2 === 0 ? 1 : attempts); k++) {
      found = caseFor(target, chosen, seed * 1_000_003 + i * attempts + k) ?? found;
      if (found && (chosen < target.entries.length ? found.ours.entries[chosen] : found.ours.rule) === true) break;
    }
    if (found) cases.push({ id: `${target.name}.${i}`, ...found });
  }
  return cases;
}

function theirs(cases: readonly Case[]): ReadonlyMap<string, Answers> {
  const answers = answersOf<{ id: string; error?: string } & Answers>(
    new URL("reference.py", import.meta.url),
    cases.map(({ id, target, text }) => ({ id, target: target.name, text: text.replace(/^#\[version.*\n/, "") })),
  );
  for (const { id, error } of answers) if (error) unread.push(`${id}: ${error}`);
  return new Map(answers.filter((a) => !a.error).map((a) => [a.id, a]));
}

const unread: string[] = [];

/** Compares on one target and says how it went; answers whether all agreed. */
function compare(target: FileTarget, seed: number, count: number, show: number): boolean {
  const cases = casesFor(target, seed, count);
  const answers = theirs(cases);
  const counts = target.entries.map(() => new Map<Answer, number>());
  const rules = new Map<Answer, number>();
  const differing: string[] = [];
  let asked = 0;
  for (const { id, text, ours } of cases) {
    const their = answers.get(id);
    if (!their) continue;
    asked++;
    const wrong = target.entries.flatMap((entry, i) =>
      same(ours.entries[i], their.entries[i]) ? [] : [`${entry.name} (${i}): ours ${ours.entries[i]}, theirs ${their.entries[i]}`],
    );
    if (!same(ours.rule, their.rule)) wrong.push(`rule: ours ${ours.rule}, theirs ${their.rule}`);
    if (wrong.length > 0) differing.push(`  ${id} ${wrong.join("; ")}\n${text}`);
    for (const [i, answer] of their.entries.entries()) counts[i]?.set(answer, (counts[i]?.get(answer) ?? 0) + 1);
    rules.set(their.rule, (rules.get(their.rule) ?? 0) + 1);
  }
  if (asked === 0) {
    console.log(
      `${target.name}: TVM read none of ${cases.length} candidates. TVM 0.19.0 may not have this target. \`--unread\` shows why.`,
    );
    return false;
  }
  const sum = (answer: Answer) => counts.reduce((n, c) => n + (c.get(answer) ?? 0), 0) + (rules.get(answer) ?? 0);
  console.log(
    `${target.name}: ${asked - differing.length} of ${asked} candidates agree (${cases.length - asked} not read there); answers: ${sum(true)} yes, ${sum(false)} no, ${sum("raises")} raise`,
  );
  const never = target.entries.filter((_, i) => !counts[i]?.get(true)).map((entry) => entry.name);
  if (never.length > 0) console.log(`  never passed: ${never.join(", ")}`);
  for (const line of differing.slice(0, show)) console.log(line);
  return differing.length === 0;
}

function same(ours: Answer | undefined, theirs: Answer | undefined): boolean {
  return (ours ?? null) === (theirs ?? null);
}

const values = flags({ only: "", count: 200, seed: 1, show: 3, unread: false });

/**
 * Stand-ins and tables that are the user's own, or whose checks the reference has in libraries that it does not ship.
 */
const withoutReference = ["vitis_ai", "custom", "ethos-n"];
const earlier = ["cmsis-nn", "ethos-u"];

if (hasReference()) {
  const isAsked = (name: string) =>
    (!values.only || name === values.only) &&
    !withoutReference.includes(name) &&
    (process.env.RELAYSCOPE_TABLES_018 || !earlier.includes(name));
  const files = targets.filter(({ name }) => isAsked(name)).flatMap((target) => loadFile(target) ?? []);
  const results = files.map((file) => compare(file, values.seed, values.count, values.show));
  if (values.unread) for (const line of unread) console.log(line);
  if (!results.every(Boolean)) process.exitCode = 1;
}
