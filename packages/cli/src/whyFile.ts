/**
 * `relayscope why FILE`: why there are boundaries in a module that a target's flow partitions, or why two lines are not
 * in one region.
 */
import {
  addedCodes,
  alikeReasons,
  type CauseLine,
  type DecisiveChange,
  type RunRequest,
  type SetAnswer,
  type WhyAnswer,
} from "@relayscope/engine";
import { replaySet, replayWhy, type WhyRecord, type WhyResult } from "@relayscope/replay";
import type { GivenTo } from "./command/command.ts";
import type { whyCommand } from "./commands.ts";
import { runProblems } from "./diagnostics.ts";
import { nameOf } from "./input/readBytes.ts";
import { askedRun, isWhole, type Place, placeIn, reportUnbound, runToEnd } from "./runRequest.ts";
import { CommandFailure, type ExitCode, exitCodes, printLine, type Terminal, usageFailure } from "./terminal.ts";

/** Prints the causes. Throws a `CommandFailure`, also if the given lines hold no call. */
export async function whyFile({ file, flags }: GivenTo<typeof whyCommand>, terminal: Terminal): Promise<ExitCode> {
  const asked = await askedRun({ file, flags }, terminal, true);
  const { engine } = asked;
  // A text with regions is explained as it is, whichever target is named: no flow has to make regions first.
  const request = { ...asked.request, offersAgain: flags.pipeline === undefined };
  const place = placeIn(asked, file, flags);
  const stages = await runToEnd({ engine, request }, terminal, "brief");
  if (flags.target !== undefined && stages.some(({ status }) => status === "offered")) terminal.complain(runProblems.offered(nameOf(file)));
  const [input] = stages;
  if ((input?.summary.functions ?? 0) === 0) return exitCodes.failed;
  if (input?.summary.regions.length === 0) {
    if (flags.target !== undefined && request.target === "") {
      const { targets } = await engine.catalog();
      const names = targets.map(({ name }) => name);
      throw usageFailure(runProblems.unknownTarget(flags.target, names));
    }
    if (request.target === "" && request.pipeline.length === 0) throw usageFailure(runProblems.noTarget(nameOf(file)));
  }
  if (place) {
    if (!flags["keep-params"]) await reportUnbound({ ...asked, request }, stages, terminal);
    return whyLines(request, place, flags.format, terminal);
  }
  const answer = await engine.why(request.epoch, stages.length - 1);
  const decisive: DecisiveChange[] = [];
  await engine.decisive(request.epoch, (change) => decisive.push(change));
  engine.dispose();
  const text = () => [...decisive.map(decisiveText), allText(answer)].join("\n");
  await printLine(terminal, flags.format === "json" ? JSON.stringify({ ...answer, decisive: decisive.map(plainChange) }, null, 2) : text());
  return isWhole(stages) ? exitCodes.ok : exitCodes.failed;
}

type Flags = GivenTo<typeof whyCommand>["flags"];
async function whyLines(request: RunRequest, at: Place, format: Flags["format"], terminal: Terminal): Promise<ExitCode> {
  const { text, target, customTargets, pipeline, optLevel, bindParameters, offersAgain = false } = request;
  const record: WhyRecord = { id: "", kind: "why", text, target, customTargets, pipeline, optLevel, bind: bindParameters, offersAgain, at };
  const { id: _, ...answer } = await replayWhy(record);
  if (answer.error && format !== "json") throw new CommandFailure(exitCodes.failed, answer.error.message);
  const set = "line" in at || answer.joined !== false ? undefined : await replaySet(record);
  if (format === "json") await printLine(terminal, JSON.stringify(set ? { ...answer, set: plainSet(set) } : answer, null, 2));
  else await printLine(terminal, [linesText(answer, "line" in at), ...(set ? setText(set) : [])].join("\n"));
  return answer.error ? exitCodes.failed : exitCodes.ok;
}

type Tried = NonNullable<WhyResult["cures"]>[number];

function linesText(
  { joined, cause = "", also = [], lines = [], path = [], sentence = "", evidence = [], notes = [], cures = [] }: Omit<WhyResult, "id">,
  isOne: boolean,
): string {
  if (joined) {
    const taken = [...(sentence === "" ? [] : [sentence]), ...evidence].map((text) => `  ${text}`);
    return [isOne ? "It is in a region." : "They are in one region.", ...taken].join("\n");
  }
  const added = addedCodes({ code: cause, also, sentence });
  return [
    `${cause}: ${sentence}`,
    ...[...evidence, ...notes].map((text) => `  ${text}`),
    ...(added.length > 0 ? [`  true as well: ${added.join(", ")}`] : []),
    ...(lines.length > 0 ? [`  in the way: ${listOfLines(lines)}`] : []),
    ...(path.length > 0 ? [`  the way round: ${listOfLines(path)}`] : []),
    ...cures.map((cure) => `  tried: ${cure.edit} (${gainOf(cure)})${cautionOf(cure)}`),
  ].join("\n");
}

function cautionOf({ isUnchecked, isMerging }: Tried): string {
  return isUnchecked ? runProblems.unchecked : isMerging ? runProblems.merging : "";
}

function gainOf({ regionsBefore: regions, regionsAfter, offloadedBefore, offloadedAfter }: Tried): string {
  if (regions === 0) return `${regionsText(regionsAfter)}, ${offloadedAfter} offloaded`;
  const offloaded = offloadedAfter === offloadedBefore ? "" : `, ${offloadedAfter} offloaded instead of ${offloadedBefore}`;
  if (regions === regionsAfter) return `still ${regionsText(regions)}${offloaded}`;
  return `${regionsText(regions)} ${regions === 1 ? "becomes" : "become"} ${regionsAfter}${offloaded}`;
}

function regionsText(count: number): string {
  return count === 1 ? "1 region" : `${count} regions`;
}

/** The smallest set of operators, or the path that no set gets around. */
function setText({ kind, target, sentence, cure, way }: SetAnswer): readonly string[] {
  const titles = {
    smallest: `the smallest set of operators that makes them one region of ${target}`,
    found: `a set of operators that makes them one region of ${target}`,
    none: `no set of operator rules alone makes them one region of ${target}`,
    limit: `no set of operators was found that makes them one region of ${target}`,
  };
  const steps = way.map(
    ({ label, line, why }) => `    ${label}${line === undefined ? "" : ` (line ${line})`}${why === "" ? "" : ` - never: ${why}`}`,
  );
  return [`  ${titles[kind]}: ${cure ? `${cure.label}. ` : ""}${sentence}`, ...steps];
}

/** The same as data: the set by its label and its outcome. */
function plainSet({ cure, way, ...set }: SetAnswer) {
  const tried = cure && { edit: cure.label, regionsBefore: cure.before.regions, regionsAfter: cure.after.regions };
  return { ...set, cure: tried, way: way.map(({ id: _, ...step }) => step) };
}

function listOfLines(lines: readonly number[]): string {
  return `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`;
}

function decisiveText({ sentence, label }: DecisiveChange): string {
  return `${sentence}\n  tried: ${label}`;
}

function plainChange({ sentence, label, before, after }: DecisiveChange) {
  return { sentence, edit: label, before, after };
}

function allText({ boundaries, lines, unknown, nothing, remarks }: WhyAnswer): string {
  if (nothing !== "") return nothing;
  const remarksOf = (areHeavy: boolean, title: string) => {
    const own = remarks.filter(({ isHeavy }) => isHeavy === areHeavy);
    const texts = own.map(({ sentence, lines: at }) => `  ${sentence}${at.length > 0 ? ` (${listOfLines(at)})` : ""}`);
    return texts.length === 0 ? [] : [title, ...texts];
  };
  const [heavy, further] = [
    remarksOf(true, "Convolutions and matrix products on the host, at no boundary:"),
    remarksOf(false, "At no boundary:"),
  ];
  const head =
    boundaries.length === 0
      ? "There is no boundary."
      : [
          `${boundaries.length} ${boundaries.length === 1 ? "boundary" : "boundaries"}`,
          ...(unknown > 0 ? [`${unknown} of unknown cause`] : []),
        ].join(", ");
  return [...heavy, head, ...lines.map(causeText), ...further].join("\n");
}

function causeText({ codes, subject, boundaries, bytes, unsized, operators, reasons }: CauseLine): string {
  const costs = [
    `${boundaries.length} ${boundaries.length === 1 ? "boundary" : "boundaries"}`,
    ...(bytes > 0 || unsized === 0 ? [`${bytes} bytes cross`] : []),
    ...(unsized > 0 ? [`${unsized} ${unsized === 1 ? "tensor crosses" : "tensors cross"} in unknown size`] : []),
    ...(operators > 0 ? [`${operators} ${operators === 1 ? "call" : "calls"}`] : []),
  ];
  const reasonLines = alikeReasons(reasons).map(
    (reason) => `    ${reasons.length > 1 ? `${reason.boundaries.length} x ` : ""}${reason.sentence}`,
  );
  return [`  ${codes.join(", ")}${subject === "" ? "" : ` (${subject})`}: ${costs.join(", ")}`, ...reasonLines].join("\n");
}
