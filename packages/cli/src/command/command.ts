/** Commands: what each reads, its flags and which of them cannot be used together. Usage texts and the check of a command line follow from that. */
import type { FlagTable, FlagValues } from "./flags.ts";

export interface Command<F extends FlagTable = FlagTable> {
  readonly name: string;
  /** What it does, as an end of a sentence that begins with its name. */
  readonly about: string;
  /** `file`: a FILE, or `-` for standard input. `records`: standard input. */
  readonly input: "file" | "records" | "none";
  readonly flags: F;
  /** Flags that exclude each other: those of one way at most, then all of them. */
  readonly ways?: readonly (readonly string[])[];
  /** Whether one of the ways has to be given. */
  readonly needsWay?: boolean;
}

/** What a command line gives a command. */
export interface Given<F extends FlagTable = FlagTable> {
  /** Empty for a command that reads no FILE. */
  readonly file: string;
  readonly flags: FlagValues<F>;
}

/** What a command line gives the command of a declaration. */
export type GivenTo<C> = C extends Command<infer F> ? Given<F> : never;

/** A command, with the types of its flags kept; its ways name flags that it has. */
export function defineCommand<const F extends FlagTable>(
  command: Command<F> & { readonly ways?: readonly (readonly (keyof F & string)[])[] },
): Command<F> {
  return command;
}
