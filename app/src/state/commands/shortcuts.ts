/**
 * The keys of the page's commands. The commands themselves are loaded when a key runs one, or after the first picture.
 */
import { flagNames, viewFlags } from "../viewFlags.ts";

interface Shortcut {
  /** As `KeyboardEvent.key` names them; `Mod+` is Ctrl, or Command on a Mac. Any of them runs the command. */
  readonly keys: readonly string[];
  /** Whether its keys also work while you write text. */
  readonly isEverywhere?: boolean;
}

/** By the command's id. */
export const shortcuts: ReadonlyMap<string, Shortcut> = new Map<string, Shortcut>([
  ["back", { keys: ["ArrowLeft"] }],
  ["forward", { keys: ["ArrowRight"] }],
  ["inside", { keys: ["i"] }],
  ["decisionBack", { keys: [","] }],
  ["decisionOn", { keys: ["."] }],
  ["search", { keys: ["/", "Mod+k"], isEverywhere: true }],
  ["inspect", { keys: ["e"] }],
  ["invertFilter", { keys: ["!"] }],
  ["fit", { keys: ["f"] }],
  ["reveal", { keys: ["z"] }],
  ["mode", { keys: ["m"] }],
  ["nextChange", { keys: ["n"] }],
  ["previousChange", { keys: ["p"] }],
  ["nextBoundary", { keys: ["]"] }],
  ["previousBoundary", { keys: ["["] }],
  ["onlyChanges", { keys: ["x"] }],
  ["wrap", { keys: ["w"] }],
  ["zoomIn", { keys: ["+", "="] }],
  ["zoomOut", { keys: ["-"] }],
  ["trace", { keys: ["t"] }],
  ["panes", { keys: ["1"] }],
  ["onePane", { keys: ["2"] }],
  ["difference", { keys: ["3"] }],
  ["textBeside", { keys: ["4"] }],
  ["textAlone", { keys: ["5"] }],
  ["pin", { keys: ["s"] }],
  ["minimap", { keys: ["o"] }],
  ["check", { keys: ["k"] }],
  ["undo", { keys: ["Mod+z"] }],
  ["redo", { keys: ["Mod+y", "Mod+Shift+z"] }],
  ["letGo", { keys: ["Escape"] }],
  ["print", { keys: ["Mod+p"], isEverywhere: true }],
  ["board", { keys: ["d"] }],
  ["guide", { keys: ["g"] }],
  ["help", { keys: ["?"] }],
  ...flagNames.map((name) => [name, { keys: [viewFlags[name].key] }] as const),
]);

const keyNames: Readonly<Record<string, string>> = { ArrowLeft: "←", ArrowRight: "→", Escape: "Esc", Mod: "Ctrl" };

/** The keys of a chord as they are labeled on a keyboard. */
export function keyCaps(chord: string): readonly string[] {
  if (chord === "+") return [chord];
  return chord.split("+").map((part) => keyNames[part] ?? (part.length === 1 && chord.length > 1 ? part.toUpperCase() : part));
}

/** A button's label with the key of the command that does the same: `Fit (f)`. */
export function withKey(label: string, id: string): string {
  const chord = shortcuts.get(id)?.keys[0];
  return chord === undefined ? label : `${label} (${keyCaps(chord).join("+")})`;
}

/** The command of a chord such as `Mod+Shift+z`, by its id, and whether it works while you write text. */
export function shortcutOf(chord: string): { readonly id: string; readonly isEverywhere: boolean } | undefined {
  for (const [id, { keys, isEverywhere = false }] of shortcuts) if (keys.includes(chord)) return { id, isEverywhere };
  return undefined;
}
