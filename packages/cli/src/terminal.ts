/** The input and output of a command, and its exit codes. */

/** Exit codes and their meanings; usage texts and the README list them. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  limit: 3,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitMeanings: readonly (readonly [code: ExitCode, meaning: string])[] = [
  [exitCodes.ok, "there is an answer"],
  [exitCodes.failed, "the input could not be read, or a pass failed"],
  [exitCodes.usage, "the command line is wrong"],
  [exitCodes.limit, "the time limit of `--limit` was reached"],
];

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  /** Writes an answer to standard output; resolves once there is room for more. */
  print(text: string): Promise<void>;
  /** Writes a diagnostic to standard error, with the end of the line. */
  complain(line: string): void;
  /** The folder that names of files are relative to. */
  readonly folder: string;
  /** The address of a page that links lead to, from the environment. */
  readonly page: string | undefined;
}

const longestSentence = 1000;

/**
 * Ends a command with an exit code and a sentence for standard error, which is one line whatever the values in it hold.
 */
export class CommandFailure extends Error {
  constructor(
    readonly code: ExitCode,
    sentence: string,
  ) {
    const line = sentence.replace(/[\s\u0085]+/g, " ");
    super(line.length > longestSentence ? `${line.slice(0, longestSentence)}…` : line);
  }
}

/** A wrong command line. */
export function usageFailure(sentence: string): CommandFailure {
  return new CommandFailure(exitCodes.usage, sentence);
}

/** Prints an answer and a line end; nothing if the answer is empty, as for a text without a module. */
export async function printLine(terminal: Terminal, text: string): Promise<void> {
  if (text !== "") await terminal.print(text.endsWith("\n") ? text : `${text}\n`);
}
