/** Changes of the constants of a target's file that its checks compare values of the model with. */
import type { AskedCondition, AskedFor } from "@relayscope/match";
import type { FileChange, TargetFile } from "./contract/index.ts";

/**
 * The assignment of a name in a file. Undefined if there is none, if there are several, or if it spans several lines.
 */
interface Assigned {
  /** From 1. */
  readonly line: number;
  readonly start: number;
  readonly source: string;
}

/**
 * The constant that a condition compares with, and the nearest value that the condition would accept; undefined if the
 * condition has no such constant.
 */
export function limitChange({ limit, wanted, values }: AskedCondition, file: TargetFile): FileChange | undefined {
  const assigned = limit === undefined ? undefined : assignedIn(file.text, limit);
  if (limit === undefined || !assigned || !wanted) return undefined;
  const found = [...new Set(values.map((value) => value.found))];
  const text = found.includes("") ? undefined : enough(wanted, found, assigned.source);
  return text === undefined ? undefined : { file: file.name, ...assigned, text, name: limit };
}

function assignedIn(text: string, name: string): Assigned | undefined {
  let assigned: Assigned | undefined;
  let start = 0;
  for (const [at, line] of text.split("\n").entries()) {
    const equals = line.startsWith(name) ? line.indexOf("=", name.length) : -1;
    const between = line.slice(name.length, Math.max(equals, 0)).trim();
    if (equals > 0 && line[equals + 1] !== "=" && (between === "" || between.startsWith(":"))) {
      if (assigned) return undefined;
      const source = line
        .slice(equals + 1)
        .split("#", 1)
        .join("")
        .trim();
      assigned = { line: at + 1, start: start + line.indexOf(source, equals + 1), source };
    }
    start += line.length + 1;
  }
  return assigned;
}

const isNumber = (text: string) => /^-?\d{1,15}$/.test(text);

/**
 * The constant, in the file's notation, with which the condition would hold for all values; undefined if that is
 * unknown.
 */
function enough({ operator, value }: AskedFor, found: readonly string[], source: string): string | undefined {
  const [first = "", ...others] = found;
  if (operator === "in") return widened(source, found);
  if (isNumber(value) && found.every(isNumber)) {
    if (source !== value) return undefined;
    const [least, greatest] = [Math.min(...found.map(Number)), Math.max(...found.map(Number))];
    switch (operator) {
      case "<=":
        return String(greatest);
      case "<":
        return String(greatest + 1);
      case ">=":
        return String(least);
      case ">":
        return String(least - 1);
      case "==":
        return others.length === 0 ? first : undefined;
      default:
        return undefined;
    }
  }
  const isSame = source.slice(1, -1) === value.slice(1, -1) && /^["']/.test(source);
  return operator === "==" && others.length === 0 && first.startsWith('"') && isSame ? first : undefined;
}

/** A list, tuple or set in one line, with further items. */
function widened(source: string, items: readonly string[]): string | undefined {
  if (!/^(?:\[.*\]|\(.*\)|\{.*\})$/.test(source)) return undefined;
  const inside = source.slice(1, -1).trim();
  const kept = inside.endsWith(",") ? inside.slice(0, -1) : inside;
  return `${source[0]}${[...(kept === "" ? [] : [kept]), ...items].join(", ")}${source.at(-1)}`;
}
