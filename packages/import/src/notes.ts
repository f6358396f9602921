/**
 * The comment that is before an imported text: the operators of the model's nodes whose names do not say them,
 * `NODE=OPERATOR` separated by blanks.
 */
import type { Imported } from "./contract.ts";

/** The operator that a node's name says by itself: its last part, without a number. */
function operatorInName(name: string): string {
  return (name.split("/").at(-1) ?? "").replace(/_\d+$/, "");
}

/** A name without what ends a note or the comment. */
function escaped(name: string): string {
  return name.replace(/[%\s*]/gu, (c) => `%${c.codePointAt(0)?.toString(16).padStart(4, "0")}`);
}

export function operatorNotes({ format, operatorOf }: Imported): string {
  const notes = [...operatorOf].filter(([name, operator]) => operatorInName(name) !== operator);
  const said = notes.map(([name, operator]) => `${escaped(name)}=${escaped(operator)}`).join(" ");
  return `/* ${format} operators: ${said === "" ? "as the names say" : said} */\n`;
}

const comment = /^\s*\/\* (\w+) operators:([^*]*)\*\//;

/** What the comment of an imported text says. */
export interface OperatorNotes {
  readonly format: string;
  /** The operator of a node; undefined where neither a note nor the name says it. */
  operatorOf(name: string): string | undefined;
}

/** Undefined where the text does not start with such a comment. */
export function readOperatorNotes(text: string): OperatorNotes | undefined {
  const [, format, notes] = comment.exec(text) ?? [];
  if (format === undefined || notes === undefined) return undefined;
  return {
    format,
    operatorOf(name) {
      const wanted = escaped(name);
      const own = notes.split(" ").find((note) => note.slice(0, note.lastIndexOf("=")) === wanted);
      if (own !== undefined) return own.slice(own.lastIndexOf("=") + 1);
      // A name that is not noted says its operator itself; of a weight it is `NODE.WEIGHT`, and says none.
      const last = operatorInName(name);
      return /^[A-Z]\w*$/.test(last) ? last : undefined;
    },
  };
}
