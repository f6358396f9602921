/**
 * `relayscope run FILE`: puts a module through a target's flow or a list of passes, with the engine that the page uses.
 */
import type { Engine } from "@relayscope/engine";
import { limits } from "@relayscope/files";
import { encodeFragment, htmlFile } from "@relayscope/share";
import { fileTemplate } from "./builtPage.ts";
import type { GivenTo } from "./command/command.ts";
import type { runCommand } from "./commands.ts";
import { runProblems } from "./diagnostics.ts";
import { askedRun, isWhole, reportUnbound, runToEnd } from "./runRequest.ts";
import { type EndedRun, snapshotAt, titleOf } from "./snapshotAt.ts";
import { stagesText } from "./stagesText.ts";
import { CommandFailure, type ExitCode, exitCodes, printLine, type Terminal, usageFailure } from "./terminal.ts";

const exported = ["svg", "dot", "markdown", "python"] as const;

/**
 * Runs and prints. The exit code says whether something could be read and no pass failed. Throws a `CommandFailure`.
 */
export async function runFile({ file, flags }: GivenTo<typeof runCommand>, terminal: Terminal): Promise<ExitCode> {
  const asked = await askedRun({ file, flags }, terminal);
  const { engine, request, isRecording } = asked;
  const shown = stageToPrint(["Input", ...request.pipeline.map(({ pass }) => pass)], flags.print);
  const stages = await runToEnd(asked, terminal);
  if (!flags["keep-params"]) await reportUnbound(asked, stages, terminal);
  const title = `${titleOf(file, request.target)}: ${stages[shown]?.pass ?? ""}`.slice(0, limits.titleCharacters);
  const text = await printedAs(flags.format ?? (isRecording && flags.print === undefined ? "stages" : "text"), {
    engine,
    request,
    stages,
    shown,
    title,
    page: terminal.page,
  });
  engine.dispose();
  await printLine(terminal, text);
  return isWhole(stages) ? exitCodes.ok : exitCodes.failed;
}

/** The stage that `--print after:PASS` names, by default the last. Throws a `CommandFailure` if it does not exist. */
function stageToPrint(passes: readonly string[], print: string | undefined): number {
  if (print === undefined) return passes.length - 1;
  const pass = print.replace(/^after:/, "");
  const stage = pass === "Input" ? 0 : passes.lastIndexOf(pass);
  if (stage < 0) throw usageFailure(runProblems.unknownStep(pass, [...new Set(passes)]));
  return stage;
}

interface Ended extends EndedRun {
  readonly engine: Engine;
  readonly title: string;
  readonly page: string | undefined;
}

/** A finished run, in a format. Throws a `CommandFailure` if it cannot be written in that format. */
async function printedAs(format: string, ended: Ended): Promise<string> {
  const { engine, request, stages, shown, title, page } = ended;
  const { epoch } = request;
  const taken = exported.find((f) => f === (format === "md" ? "markdown" : format));
  if (taken) {
    const link = page === undefined ? {} : { link: `${page}#${encodeFragment(snapshotAt(ended))}` };
    return textOf(await engine.exportStage(epoch, shown, { format: taken, title, ...link }));
  }
  if (format === "html") {
    const template = fileTemplate();
    if (template === undefined) throw new CommandFailure(exitCodes.failed, runProblems.notBuilt);
    return textOf(htmlFile(template, { title, ...snapshotAt(ended) }, page));
  }
  if (format === "stages") return stagesText(stages);
  if (format === "url") return `#${encodeFragment(snapshotAt(ended))}`;
  const { text } = await engine.text(epoch, shown);
  return format === "json" ? JSON.stringify({ stages, text }, null, 2) : text;
}

type Written = { readonly kind: "refused"; readonly reason: string } | { readonly kind: string; readonly text: string };

function textOf(written: Written): string {
  if ("reason" in written) throw new CommandFailure(exitCodes.failed, written.reason);
  return written.text;
}
