/** Runs a Python script or a notebook that is in a module's place. */
import type { Engine, ScriptAnswer, TargetFile } from "@relayscope/engine";
import { isPythonText, type Notebook, placeInCells, readNotebook } from "@relayscope/files";
import { runProblems } from "../diagnostics.ts";
import type { Terminal } from "../terminal.ts";
import { nameOf } from "./readBytes.ts";

/** What a script builds, and its file. */
export interface RunScript extends ScriptAnswer {
  readonly files: readonly TargetFile[];
}

/**
 * What the script builds, with its targets; undefined for a text that is not Python. What ends the script early, and
 * lines that are skipped, go to standard error.
 */
export async function readScript(file: string, text: string, engine: Engine, terminal: Terminal): Promise<RunScript | undefined> {
  const notebook = readNotebook(text);
  if (!notebook && !isPythonText(text)) return undefined;
  const name = file === "-" ? "<stdin>.py" : file;
  const files = [{ name, text: notebook?.text ?? text }];
  const answer = await engine.script(files);
  const { built, problem } = answer;
  if (notebook && notebook.skipped > 0) terminal.complain(runProblems.jupyterLines(nameOf(file), notebook.skipped));
  if (problem) {
    const at = lineAt(problem.line, problem.file === name ? notebook?.cells : undefined);
    terminal.complain(runProblems.scriptStops(problem.file, at, problem.message));
  }
  if (built && built.left > 0) terminal.complain(runProblems.weightsLeft(built.left));
  return { ...answer, files };
}

/** A line of a file; of a notebook, the line in its cell. */
export function lineAt(line: number, cells: Notebook["cells"] | undefined): string {
  const place = cells && placeInCells({ cells }, line);
  return runProblems.lineAt(place?.line ?? line, place?.cell);
}
