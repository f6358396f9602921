/**
 * Reads the command line: the command, the usage text that it asks for, or what is wrong with it. Loads nothing of the
 * engine.
 */
import { ownVersion } from "./builtPage.ts";
import type { Command } from "./command/command.ts";
import { usageProblems } from "./command/diagnostics.ts";
import { parseCommand } from "./command/parse.ts";
import { commandUsage, fullUsage } from "./command/usage.ts";
import { commands } from "./commands.ts";
import { exitMeanings } from "./terminal.ts";

export type CommandLine =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "wrong"; readonly sentence: string }
  | {
      readonly kind: "command";
      readonly command: Command;
      /** What follows the command's name. */
      readonly args: readonly string[];
      readonly readsStandardInput: boolean;
      /** Seconds after which the command is ended. */
      readonly limit: number | undefined;
    };

/** Reads the words after `relayscope`. Never throws. */
export function readCommandLine([first, ...args]: readonly string[]): CommandLine {
  const commandNames = commands.map(({ name }) => name);
  if (first === undefined || first === "") return { kind: "wrong", sentence: usageProblems.noCommand };
  const [name = "", ...rest] = first === "help" && args[0] !== undefined ? [args[0], "--help"] : [first, ...args];
  if (["help", "--help", "-h"].includes(name)) return { kind: "text", text: fullUsage(commands, exitMeanings) };
  if (name === "--version") return { kind: "text", text: ownVersion() };
  const command = commands.find((known) => known.name === name);
  if (!command) {
    const isFlag = name.startsWith("-");
    return { kind: "wrong", sentence: isFlag ? usageProblems.flagFirst(name) : usageProblems.unknownCommand(name, commandNames) };
  }
  const parsed = parseCommand(command, rest, commands);
  if (parsed.kind === "wrong") return parsed;
  if (parsed.kind === "help") return { kind: "text", text: commandUsage(command) };
  const { limit } = parsed.given.flags;
  return {
    kind: "command",
    command,
    args: rest,
    readsStandardInput: command.input === "records" || parsed.given.file === "-",
    limit: typeof limit === "number" ? limit : undefined,
  };
}
