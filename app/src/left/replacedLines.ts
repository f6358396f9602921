/** Settings of a target that replace a value in its file. */
import type { SettingValue, TargetSpec } from "@relayscope/engine";

export interface ReplacedLine {
  /** The setting. */
  readonly name: string;
  /** The applied value, as Python. */
  readonly value: string;
  /** The value in the file, and its place. */
  readonly written: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** The lines of a target's main file that assign a name to which a setting gives another value. */
export function replacedLines({ settings = {}, files: [main] = [] }: TargetSpec): readonly ReplacedLine[] {
  if (!main) return [];
  const lines = main.text.split("\n");
  return Object.entries(settings).flatMap(([name, setting]) => {
    const start = new RegExp(`^${name}\\s*(?::[^=]*)?=(?!=)\\s*(.*?)\\s*(?:#.*)?$`);
    // The last assignment in the file counts.
    const at = lines.findLastIndex((line) => start.test(line));
    const written = at < 0 ? "" : (start.exec(lines[at] ?? "")?.[1] ?? "");
    const value = asPython(setting);
    return written === "" || written === value ? [] : [{ name, value, written, file: main.name, line: at + 1 }];
  });
}

/** A setting's value as Python. */
export function asPython(value: SettingValue): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  const items = value.map((item) => (typeof item === "number" ? String(item) : JSON.stringify(item)));
  return value.every((item) => typeof item === "number") && value.length > 1 ? `(${items.join(", ")})` : `[${items.join(", ")}]`;
}
