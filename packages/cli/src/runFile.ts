/** `relayscope run FILE`: puts a module through a target's flow or a list of passes, with the engine that the page uses. */
import type { Engine, StageResult } from "@relayscope/engine";
import { limits } from "@relayscope/files";
import { encodeFragment, htmlFile } from "@relayscope/share";
import { fileTemplate, notBuilt } from "./builtPage.ts";
import { askedRun, readArguments, runToEnd } from "./runRequest.ts";
import { type EndedRun, snapshotAt, titleOf } from "./snapshotAt.ts";

const exported = ["svg", "dot", "markdown", "python"] as const;
const formats = ["text", "json", "url", "html", "md", ...exported] as const;

/** Reads FILE (`-` for standard input), runs, prints. Answers the exit code: 0 where something could be read and printed, 2 for a wrong command line. */
export async function runFile(args: readonly string[]): Promise<number> {
  const { file, named } = readArguments(args);
  const format = named.get("format") ?? "text";
  if (file === undefined || !formats.some((f) => f === format)) {
    console.error(
      file === undefined ? "relayscope run needs a FILE, or - for standard input." : `--format is one of ${formats.join(", ")}.`,
    );
    return 2;
  }
  const asked = await askedRun(file, named);
  if (!asked) return 2;
  const { engine, request } = asked;
  const stages = await runToEnd(asked);
  const shown = stageToPrint(stages, named.get("print"));
  if (shown === undefined) {
    console.error(`The pipeline has no step \`${named.get("print")}\`; there are ${stages.map((s) => s.pass).join(", ")}.`);
    return 2;
  }
  const title = `${titleOf(file, request.target)}: ${stages[shown]?.pass ?? ""}`.slice(0, limits.titleCharacters);
  const printed = await printedAs(format, { engine, request, stages, shown, title });
  engine.dispose();
  if (!printed.isDone) {
    console.error(printed.text);
    return 1;
  }
  process.stdout.write(printed.text.endsWith("\n") ? printed.text : `${printed.text}\n`);
  return (stages[0]?.summary.functions ?? 0) > 0 ? 0 : 1;
}

interface Ended extends EndedRun {
  readonly engine: Engine;
  readonly title: string;
}

interface Printed {
  /** Otherwise the text says why not. */
  readonly isDone: boolean;
  readonly text: string;
}

/** A run that ended, in a format; or why there can be none. */
async function printedAs(format: string, ended: Ended): Promise<Printed> {
  const { engine, request, stages, shown, title } = ended;
  const { epoch } = request;
  const page = process.env.RELAYSCOPE_PAGE;
  const taken = exported.find((f) => f === (format === "md" ? "markdown" : format));
  if (taken) {
    const link = page === undefined ? {} : { link: `${page}#${encodeFragment(snapshotAt(ended))}` };
    const answer = await engine.exportStage(epoch, shown, { format: taken, title, ...link });
    return answer.kind === "refused" ? { isDone: false, text: answer.reason } : { isDone: true, text: answer.text };
  }
  if (format === "html") {
    const template = fileTemplate();
    if (template === undefined) return { isDone: false, text: notBuilt };
    const answer = htmlFile(template, { title, ...snapshotAt(ended) }, page);
    return answer.kind === "refused" ? { isDone: false, text: answer.reason } : { isDone: true, text: answer.text };
  }
  if (format === "url") return { isDone: true, text: `#${encodeFragment(snapshotAt(ended))}` };
  const { text } = await engine.text(epoch, shown);
  return { isDone: true, text: format === "json" ? JSON.stringify({ stages, text }, null, 2) : text };
}

/** The stage that `--print after:PASS` names, the last where it is not given; undefined where there is none. */
function stageToPrint(stages: readonly StageResult[], print: string | undefined): number | undefined {
  if (print === undefined) return stages.length - 1;
  const pass = print.replace(/^after:/, "");
  if (pass === "Input") return 0;
  return stages.findLast((s) => s.pass === pass)?.stage;
}
