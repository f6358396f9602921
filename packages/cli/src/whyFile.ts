/** `relayscope why FILE`: why there are boundaries in a module that a target's flow partitions, or why two lines are not in one region. */
import {
  type CauseLineAnswer,
  type RunRequest,
  replaySet,
  replayWhy,
  type SetAnswer,
  type WhyAnswer,
  type WhyRecord,
  type WhyResult,
} from "@relayscope/engine";
import { type Asked, askedRun, atOwnLevel, readArguments, runToEnd } from "./runRequest.ts";

/** Prints the causes. Answers the exit code: 0 where there is an answer, 1 where the lines asked about hold no call, 2 for a wrong command line. */
export async function whyFile(args: readonly string[]): Promise<number> {
  const { file, named } = readArguments(args);
  const format = named.get("format") ?? "text";
  const place = placeOf(named);
  const problem =
    file === undefined
      ? "relayscope why needs a FILE, or - for standard input."
      : !named.has("target")
        ? "relayscope why needs --target NAME."
        : format !== "text" && format !== "json"
          ? "--format is text or json."
          : typeof place === "string"
            ? place
            : undefined;
  if (problem !== undefined || file === undefined || typeof place === "string") {
    console.error(problem);
    return 2;
  }
  const asked = await askedRun(file, named);
  if (!asked) return 2;
  const { engine } = asked;
  try {
    const request = await atOwnLevel(asked, named);
    return place ? await whyLines(request, place, format) : await whyAll({ engine, request }, format);
  } finally {
    engine.dispose();
  }
}

type Place = { readonly line: number } | { readonly fromLine: number; readonly toLine: number };

/** The lines asked about; undefined for the whole module, a sentence where they make no sense. */
function placeOf(named: ReadonlyMap<string, string>): Place | string | undefined {
  const numbers = ["line", "from", "to"].map((name) => (named.has(name) ? Number(named.get(name)) : undefined));
  if (numbers.some((n) => n !== undefined && !(Number.isInteger(n) && n > 0))) return "Lines are numbers from 1.";
  const [line, fromLine, toLine] = numbers;
  if (line !== undefined) return fromLine === undefined && toLine === undefined ? { line } : "Give --line, or --from and --to.";
  if (fromLine !== undefined && toLine !== undefined) return { fromLine, toLine };
  return fromLine === undefined && toLine === undefined ? undefined : "--from and --to go together.";
}

async function whyLines(request: RunRequest, at: Place, format: string): Promise<number> {
  const { text, target, pipeline, optLevel, bindParameters } = request;
  const record: WhyRecord = { id: "", kind: "why", text, target, pipeline, optLevel, bind: bindParameters, at };
  const { id: _, ...answer } = await replayWhy(record);
  const set = "line" in at || answer.joined !== false ? undefined : await replaySet(record);
  if (format === "json") console.log(JSON.stringify(set ? { ...answer, set: plainSet(set) } : answer, null, 2));
  else if (answer.error) console.error(answer.error.message);
  else console.log([linesText(answer, "line" in at), ...(set ? setText(set) : [])].join("\n"));
  return answer.error ? 1 : 0;
}

function linesText(
  { joined, cause, also = [], lines = [], path = [], sentence = "", cures = [] }: Omit<WhyResult, "id">,
  isOne: boolean,
): string {
  if (joined) return isOne ? "It is in a region." : "They are in one region.";
  return [
    `${cause}: ${sentence}`,
    ...(also.length > 0 ? [`  true as well: ${also.join(", ")}`] : []),
    ...(lines.length > 0 ? [`  in the way: ${listOfLines(lines)}`] : []),
    ...(path.length > 0 ? [`  the way round: ${listOfLines(path)}`] : []),
    ...cures.map((cure) => `  tried: ${cure.edit} (${cure.regionsBefore} regions become ${cure.regionsAfter})`),
  ].join("\n");
}

/** The smallest set of operators, or the way that none gets around. */
function setText({ kind, target, sentence, cure, way }: SetAnswer): readonly string[] {
  const titles = {
    smallest: `the smallest set of operators that makes them one region of ${target}`,
    found: `a set of operators that makes them one region of ${target}`,
    none: `no set of operators makes them one region of ${target}`,
    limit: `no set of operators was found that makes them one region of ${target}`,
  };
  const steps = way.map(
    ({ label, line, why }) => `    ${label}${line === undefined ? "" : ` (line ${line})`}${why === "" ? "" : ` - never: ${why}`}`,
  );
  return [`  ${titles[kind]}: ${cure ? `${cure.label}. ` : ""}${sentence}`, ...steps];
}

/** The same as data: the set by its label and what becomes of it. */
function plainSet({ cure, way, ...set }: SetAnswer) {
  const tried = cure && { edit: cure.label, regionsBefore: cure.before.regions, regionsAfter: cure.after.regions };
  return { ...set, cure: tried, way: way.map(({ id: _, ...step }) => step) };
}

function listOfLines(lines: readonly number[]): string {
  return `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`;
}

async function whyAll(asked: Asked, format: string): Promise<number> {
  const stages = await runToEnd(asked);
  const answer = await asked.engine.why(asked.request.epoch, stages.length - 1);
  console.log(format === "json" ? JSON.stringify(answer, null, 2) : allText(answer));
  return (stages[0]?.summary.functions ?? 0) > 0 ? 0 : 1;
}

function allText({ boundaries, lines, unknown }: WhyAnswer): string {
  if (boundaries.length === 0) return "There is no boundary.";
  const gaps = boundaries.filter(({ kind }) => kind === "gap").length;
  const crossings = boundaries.length - gaps;
  const head = [
    `${crossings} ${crossings === 1 ? "boundary" : "boundaries"}`,
    ...(gaps > 0 ? [`${gaps} ${gaps === 1 ? "pair" : "pairs"} of regions with only the host between them`] : []),
    ...(unknown > 0 ? [`${unknown} of unknown cause`] : []),
  ].join(", ");
  return [head, ...lines.map(causeText)].join("\n");
}

function causeText({ code, subject, boundaries, bytes, operators, sentence }: CauseLineAnswer): string {
  const costs = [
    `${bytes} bytes cross`,
    ...(operators > 0 ? [`${operators} ${operators === 1 ? "call stays" : "calls stay"} with the host`] : []),
  ];
  return `${String(boundaries.length).padStart(5)} x ${code}${subject === "" ? "" : ` (${subject})`}: ${costs.join(", ")}\n        ${sentence}`;
}
