/** A command line read against a command's declaration, with the parser of Node. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Command, Given } from "./command.ts";
import { usageProblems } from "./diagnostics.ts";
import type { Flag, FlagTable, FlagValues } from "./flags.ts";

/** The meaning of a command line: a command's run, its usage text, or nothing if it is wrong. */
export type Parsed<F extends FlagTable> =
  | { readonly kind: "given"; readonly given: Given<F> }
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly sentence: string };

/** Reads what follows a command's name. `all` are the commands, to suggest a flag of another one. Never throws. */
export function parseCommand<F extends FlagTable>(command: Command<F>, args: readonly string[], all: readonly Command[]): Parsed<F> {
  const options: ParseArgsConfig["options"] = { help: { type: "boolean", short: "h" } };
  for (const [name, { value }] of Object.entries(command.flags)) {
    options[name] = { type: value === undefined ? "boolean" : "string", multiple: true };
  }
  const config = { args: [...args], options };
  const { tokens } = parseArgs({ ...config, ...lenient });
  const line: Line<F> = { command, args, tokens, all };
  if (tokens.some((token) => token.kind === "option" && token.name === "help")) return { kind: "help" };
  const wrong = wrongToken(line) ?? wrongFile(line) ?? wrongAlternatives(command, new Set(writtenFlags(line).keys()));
  if (wrong !== undefined) return { kind: "wrong", sentence: wrong };
  try {
    parseArgs({ ...config, strict: true, allowPositionals: true });
  } catch (error) {
    return { kind: "wrong", sentence: error instanceof Error ? error.message : String(error) };
  }
  return valuesOf(line);
}

const lenient = { strict: false, tokens: true, allowPositionals: true } as const;

type Token = ReturnType<typeof parseArgs<typeof lenient>>["tokens"][number];

interface Line<F extends FlagTable = FlagTable> {
  readonly command: Command<F>;
  readonly args: readonly string[];
  readonly tokens: readonly Token[];
  readonly all: readonly Command[];
}

/** The first flag that the command does not have, that lacks its value or has one too many. */
function wrongToken({ command, args, tokens, all }: Line): string | undefined {
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind === "positional" && /^[\u2010-\u2015\u2212]/.test(token.value)) return usageProblems.notAHyphen(token.value);
    if (token.kind !== "option") continue;
    const flag = flagOf(command, token.name);
    const given = (args[token.index] ?? token.rawName).split("=", 1)[0] ?? "";
    if (!flag || given !== token.rawName) return unknownFlag(command, given, all);
    if (flag.value === undefined) {
      if (token.value !== undefined) return usageProblems.surplusValue(token.name, token.value);
    } else {
      if (token.value === undefined || token.value === "") return usageProblems.noValue(token.name, flag.value);
      if (!token.inlineValue && /^-./.test(token.value)) return usageProblems.flagAsValue(token.name, flag.value, token.value);
    }
    if (seen.has(token.name) && !flag.isRepeatable) return usageProblems.twice(token.name);
    seen.add(token.name);
  }
  return undefined;
}

function flagOf(command: Command, name: string): Flag<unknown> | undefined {
  return Object.hasOwn(command.flags, name) ? command.flags[name] : undefined;
}

function unknownFlag(command: Command, given: string, all: readonly Command[]): string {
  const others = all.filter((other) => flagOf(other, given.replace(/^--/, "")));
  return others.length > 0 && given.startsWith("--")
    ? usageProblems.elsewhere(
        command.name,
        given,
        others.map(({ name }) => name),
      )
    : usageProblems.unknownFlag(command.name, given, [...Object.keys(command.flags), "help"]);
}

function filesOf({ tokens }: Line): readonly string[] {
  return tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
}

function wrongFile(line: Line): string | undefined {
  const files = filesOf(line);
  const { name, input } = line.command;
  const most = input === "file" ? 1 : 0;
  const surplus = files[most];
  if (surplus !== undefined) return usageProblems.surplus(name, most, surplus);
  return most === 1 && !files[0] ? usageProblems.noFile(name) : undefined;
}

/** Flags that exclude each other, or that lack their companion. */
function wrongAlternatives(command: Command, given: ReadonlySet<string>): string | undefined {
  const valueOf = (name: string) => flagOf(command, name)?.value ?? "";
  const alternatives = command.alternatives ?? [];
  const chosen = alternatives.filter((flags) => flags.some((name) => given.has(name)));
  const [first, second] = chosen.map((flags) => flags.find((name) => given.has(name)) ?? "");
  if (first !== undefined && second !== undefined) return usageProblems.apart(first, second);
  const missing = chosen[0]?.find((name) => !given.has(name));
  if (first !== undefined && missing !== undefined) return usageProblems.together(first, missing);
  if (chosen.length > 0 || !command.needsOne) return undefined;
  const written = alternatives.map((flags) => flags.map((name) => `\`--${name} ${valueOf(name)}\``).join(" and "));
  return usageProblems.neededFlags(command.name, written);
}

/** The values written for each flag that is given. */
function writtenFlags({ tokens }: Line): ReadonlyMap<string, readonly string[]> {
  const written = new Map<string, readonly string[]>();
  for (const token of tokens) {
    if (token.kind === "option") written.set(token.name, [...(written.get(token.name) ?? []), token.value ?? ""]);
  }
  return written;
}

function valuesOf<F extends FlagTable>(line: Line<F>): Parsed<F> {
  const written = writtenFlags(line);
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(line.command.flags)) {
    const own = written.get(name);
    const reading = own === undefined ? { value: flag.otherwise } : flag.read(own);
    if ("wrong" in reading) {
      return { kind: "wrong", sentence: usageProblems.wrongValue(name, flag.wanted, reading.wrong, flag.choices) };
    }
    values[name] = reading.value;
  }
  // Each value was read by the flag of its name; the type checker can't follow that the table has the declaration's
  // shape.
  return { kind: "given", given: { file: filesOf(line)[0] ?? "", flags: values as FlagValues<F> } };
}
