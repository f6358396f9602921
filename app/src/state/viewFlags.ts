/**
 * The switches of the picture. One line here gives a flag its button, its key, its command and its line of help. The
 * engine implements it.
 */
import type { GraphFlags } from "@relayscope/engine";

export interface ViewFlag {
  readonly label: string;
  readonly key: string;
  /** What is shown or hidden, as named in a command. */
  readonly what: string;
  /** The flag's value while it is shown. */
  readonly shown: boolean;
  readonly initial: boolean;
}

export type FlagName = keyof GraphFlags;

export const viewFlags: Readonly<Record<FlagName, ViewFlag>> = {
  hideVariables: { label: "Variables", key: "v", what: "variables", shown: false, initial: false },
  hideConstants: { label: "Constants", key: "c", what: "constants", shown: false, initial: false },
  showAnnotations: { label: "Begin / end", key: "b", what: "compiler_begin and compiler_end", shown: true, initial: false },
};

export const flagNames = Object.keys(viewFlags) as readonly FlagName[];

/** A value for each flag. */
export function flagsFrom(valueOf: (name: FlagName) => boolean): GraphFlags {
  return Object.fromEntries(flagNames.map((name) => [name, valueOf(name)])) as unknown as GraphFlags;
}
