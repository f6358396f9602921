/**
 * The comment at the top of an imported text. It lists, as `NODE=OPERATOR`, the operator of each node whose name does
 * not contain it.
 */
import type { Imported } from "./contract.ts";

/** The operator in a node's name: its last part, without a number. */
function operatorInName(name: string): string {
  return (name.split("/").at(-1) ?? "").replace(/_\d+$/, "");
}

/** A name without the characters that end an entry or the comment. */
function escaped(name: string): string {
  return name.replace(/[%\s*]/gu, (c) => `%${c.codePointAt(0)?.toString(16).padStart(4, "0")}`);
}

export function operatorComment({ format, operatorOf }: Imported): string {
  const listed = [...operatorOf].filter(([name, operator]) => operatorInName(name) !== operator);
  const entries = listed.map(([name, operator]) => `${escaped(name)}=${escaped(operator)}`).join(" ");
  return `/* ${format} operators: ${entries === "" ? "as the names say" : entries} */\n`;
}

const comment = /^\s*\/\* (\w+) operators:([^*]*)\*\//;

/** The comment, read. */
export interface OperatorComment {
  readonly format: string;
  /** The operator of a node; undefined if it is neither in an entry nor in the name. */
  operatorOf(name: string): string | undefined;
}

/** Undefined where the text does not start with such a comment. */
export function readOperatorComment(text: string): OperatorComment | undefined {
  const [, format, entries] = comment.exec(text) ?? [];
  if (format === undefined || entries === undefined) return undefined;
  return {
    format,
    operatorOf(name) {
      const node = escaped(name);
      const entry = entries.split(" ").find((text) => text.slice(0, text.lastIndexOf("=")) === node);
      if (entry !== undefined) return entry.slice(entry.lastIndexOf("=") + 1);
      // A node without an entry has its operator in its name. A weight's name, `NODE.WEIGHT`, has none.
      const last = operatorInName(name);
      return /^[A-Z]\w*$/.test(last) ? last : undefined;
    },
  };
}
