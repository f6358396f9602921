/** Reads Jupyter notebooks: their code cells are one Python script. */
import { limits } from "./limits.ts";
import { isNotebookText } from "./pythonText.ts";

export interface Notebook {
  /** The code cells, a comment with its number before each. */
  readonly text: string;
  /** The line of the script before the first line of each code cell. */
  readonly cells: readonly number[];
  /** How many lines of Jupyter's own are left out: `%magic`, `!shell`, `name?`. */
  readonly skipped: number;
}

/** The name of the script that a notebook is. */
export function scriptName(name: string): string {
  return name.replace(/(?:\.ipynb)?$/i, ".py");
}

/** The script of a notebook; undefined for a text that is not a notebook of Python that imports TVM. */
export function readNotebook(text: string): Notebook | undefined {
  if (!isNotebookText(text) || text.length > limits.textBytes) return undefined;
  const sources = sourcesOf(parsed(text));
  if (!sources?.some((source) => /^[ \t]*(?:from|import)\s+tvm\b/m.test(source))) return undefined;
  const lines: string[] = [];
  const cells: number[] = [];
  let skipped = 0;
  for (const [at, source] of sources.entries()) {
    if (at > 0) lines.push("");
    lines.push(`# Code cell ${at + 1}`);
    cells.push(lines.length);
    const cell = withoutJupyter(source.split(/\r\n|\r|\n/));
    for (const line of cell.lines) lines.push(line);
    skipped += cell.skipped;
  }
  return { text: `${lines.join("\n")}\n`, cells, skipped };
}

/** The code cell that a line of the script is in, and the line's number in that cell; both begin at 1. */
export function placeInCells({ cells }: Pick<Notebook, "cells">, line: number): { readonly cell: number; readonly line: number } {
  const cell = Math.max(
    0,
    cells.findLastIndex((before) => before < line),
  );
  return { cell: cell + 1, line: Math.max(1, line - (cells[cell] ?? 0)) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The texts of the code cells; undefined if the value does not have the form of a notebook of Python. */
function sourcesOf(value: unknown): readonly string[] | undefined {
  if (!isRecord(value) || !Array.isArray(value.cells) || value.cells.length > limits.notebookCells) return undefined;
  if (!(languageOf(value.metadata) ?? "python").toLowerCase().startsWith("python")) return undefined;
  const sources: string[] = [];
  for (const cell of value.cells) {
    if (!isRecord(cell)) return undefined;
    if (cell.cell_type !== "code") continue;
    const { source } = cell;
    const parts: readonly unknown[] = Array.isArray(source) ? source : [source];
    if (!parts.every((part) => typeof part === "string")) return undefined;
    sources.push(parts.join(""));
  }
  return sources;
}

function languageOf(metadata: unknown): string | undefined {
  if (!isRecord(metadata)) return undefined;
  const { kernelspec, language_info: info } = metadata;
  const language = (isRecord(kernelspec) ? kernelspec.language : undefined) ?? (isRecord(info) ? info.name : undefined);
  return typeof language === "string" ? language : undefined;
}

/** Cells under these run as Python. Others, such as `%%bash`, do not. */
const pythonCell = /^%%(?:capture|prun|python3?|py|time|timeit)\b/;
/** A line that Jupyter reads, where a statement can begin. */
const jupyterLine = /^\s*(?:[%!?]|[\w.]+\?{1,2}\s*$|[\w.,][\w., ]*=\s*[%!])/;

/** A line whose rest is Python. */
const timedLine = /^(\s*)%(?:prun|time)\s+(?=[\w(])/;

/** The lines of a cell, with `pass` in the place of what Jupyter reads itself. */
function withoutJupyter(lines: readonly string[]): { readonly lines: readonly string[]; readonly skipped: number } {
  const first = lines.findIndex((line) => line.trim() !== "");
  const start = lines[first]?.trimStart() ?? "";
  if (start.startsWith("%%") && !pythonCell.test(start)) {
    return { lines: lines.map((line) => `# ${line}`), skipped: lines.filter((line) => line.trim() !== "").length };
  }
  const statements = new Statements();
  const kept: string[] = [];
  let skipped = 0;
  let isContinued = false;
  for (const given of lines) {
    const line = statements.isAtStart ? given.replace(timedLine, "$1") : given;
    if (isContinued || (statements.isAtStart && jupyterLine.test(line))) {
      kept.push(isContinued ? "" : `${/^\s*/.exec(line)?.[0] ?? ""}pass`);
      skipped++;
      isContinued = line.endsWith("\\");
    } else {
      kept.push(line);
      statements.read(line);
    }
  }
  return { lines: kept, skipped };
}

/** Follows Python line by line: whether a statement can begin in the next line. */
class Statements {
  private depth = 0;
  private isContinued = false;
  /** The quotes that end the string of several lines. */
  private quotes: string | undefined;

  get isAtStart(): boolean {
    return this.depth === 0 && !this.isContinued && this.quotes === undefined;
  }

  read(line: string): void {
    let at = 0;
    while (at < line.length) at = this.quotes === undefined ? this.readCode(line, at) : this.readString(line, at, this.quotes);
    this.isContinued = this.quotes === undefined && line.endsWith("\\");
  }

  private readCode(line: string, at: number): number {
    const character = line[at] ?? "";
    if (character === "#") return line.length;
    if (character === '"' || character === "'") {
      const triple = character.repeat(3);
      if (line.startsWith(triple, at)) {
        this.quotes = triple;
        return at + 3;
      }
      return endOfString(line, at + 1, character) ?? line.length;
    }
    if ("([{".includes(character)) this.depth++;
    else if (")]}".includes(character)) this.depth = Math.max(0, this.depth - 1);
    return at + 1;
  }

  private readString(line: string, at: number, quotes: string): number {
    const end = endOfString(line, at, quotes);
    if (end !== undefined) this.quotes = undefined;
    return end ?? line.length;
  }
}

/** The place after the quotes that end a string; undefined if the line does not have them. */
function endOfString(line: string, start: number, quotes: string): number | undefined {
  for (let at = start; at < line.length; at++) {
    if (line[at] === "\\") at++;
    else if (line.startsWith(quotes, at)) return at + quotes.length;
  }
  return undefined;
}
