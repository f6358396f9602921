/**
 * Commands: what each reads, its flags and which of them cannot be used together. Usage texts and the check of a
 * command line follow from that.
 */
import type { FlagTable, FlagValues } from "./flags.ts";

export interface Command<F extends FlagTable = FlagTable> {
  readonly name: string;
  /** What it does, as the end of a sentence that begins with its name. */
  readonly about: string;
  /** `file`: a FILE, or `-` for standard input. `records`: standard input. */
  readonly input: "file" | "records" | "none";
  readonly flags: F;
  /** Groups of flags that exclude each other: the flags of at most one group may be given. */
  readonly alternatives?: readonly (readonly string[])[];
  /** Whether the flags of one of the alternatives must be given. */
  readonly needsOne?: boolean;
}

/** The arguments that a command line gives a command. */
export interface Given<F extends FlagTable = FlagTable> {
  /** Empty for a command that reads no FILE. */
  readonly file: string;
  readonly flags: FlagValues<F>;
}

/** The arguments for the command of a declaration. */
export type GivenTo<C> = C extends Command<infer F> ? Given<F> : never;

/** A command that keeps the types of its flags. Its alternatives name its own flags. */
export function defineCommand<const F extends FlagTable>(
  command: Command<F> & { readonly alternatives?: readonly (readonly (keyof F & string)[])[] },
): Command<F> {
  return command;
}
