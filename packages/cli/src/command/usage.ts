/** Usage texts, made of the commands' declarations. */
import type { Command } from "./command.ts";
import type { Flag } from "./flags.ts";

/** `relayscope run FILE [--target NAME] ...`, in lines of at most 100 characters. */
function synopsis(command: Command): readonly string[] {
  const { name, input, flags, alternatives = [], needsOne } = command;
  const grouped = new Set(alternatives.flat());
  const written = (flag: string) => {
    const value = flags[flag]?.value;
    return value === undefined ? `--${flag}` : `--${flag} ${value}`;
  };
  const groups = alternatives.map((flags) => flags.map(written).join(" ")).join(" | ");
  const parts = [
    ...(input === "file" ? ["FILE"] : []),
    ...(groups === "" ? [] : [needsOne ? `(${groups})` : `[${groups}]`]),
    ...Object.keys(flags)
      .filter((flag) => !grouped.has(flag))
      .map((flag) => `[${written(flag)}]${flags[flag]?.isRepeatable ? "..." : ""}`),
    ...(input === "records" ? ["< RECORDS"] : []),
  ];
  return wrapped(`relayscope ${name}`, parts, "    ");
}

/** Words in lines of at most 100 characters; lines after the first begin with `indent`. */
function wrapped(start: string, parts: readonly string[], indent: string): readonly string[] {
  const lines: string[] = [];
  let line = start;
  for (const part of parts) {
    if (`${line} ${part}`.length > 100) {
      lines.push(line);
      line = `${indent}${part}`;
    } else line = line.trim() === "" ? `${line}${part}` : `${line} ${part}`;
  }
  return [...lines, line];
}

function about({ about }: Command, indent: string): readonly string[] {
  return wrapped(indent, `${about}.`.split(" "), indent);
}

function flagLines(flags: Readonly<Record<string, Flag<unknown>>>): readonly string[] {
  const rows = Object.entries(flags).map(([name, flag]) => {
    const choices = flag.choices.length > 0 ? `: ${flag.choices.join(", ")}` : "";
    return { head: `--${name}${flag.value === undefined ? "" : ` ${flag.value}`}`, text: `${flag.about}${choices}` };
  });
  const width = Math.max(0, ...rows.map(({ head }) => head.length));
  const indent = " ".repeat(width + 6);
  return rows.flatMap(({ head, text }) => wrapped(`    ${head.padEnd(width)} `, text.split(" "), indent));
}

/** One command: its synopsis, what it does, its flags. */
export function commandUsage(command: Command): string {
  const flags = flagLines(command.flags);
  return [...synopsis(command), ...about(command, "    "), ...(flags.length > 0 ? ["", ...flags] : [])].join("\n");
}

/** All commands, and what the exit codes mean. */
export function fullUsage(commands: readonly Command[], exitCodes: readonly (readonly [code: number, meaning: string])[]): string {
  return [
    ...commands.flatMap((command) => [...synopsis(command), ...about(command, "        ")]),
    "relayscope COMMAND --help",
    "        lists the command's flags.",
    "relayscope --version",
    "",
    "FILE is `-` for standard input. Text goes to standard output, diagnostics to standard error.",
    "Exit codes:",
    ...exitCodes.map(([code, meaning]) => `    ${String(code).padEnd(4)}${meaning}`),
  ].join("\n");
}
