/** Acts as sentences: what the page did for a learner, or what a learner should do. */
import { type ByKind, byKind } from "@relayscope/ir";
import type { Act } from "./lesson.ts";
import { nodeText } from "./readParts.ts";

/** The verb of a sentence: as a task, or of what was done. */
type Verb = (task: string, past: string) => string;

const code = (text: string) => `\`${text}\``;
const listed = (names: readonly string[]) => (names.length === 0 ? "no operators" : names.map(code).join(", "));

/** What *Show me* did; undefined for an act in a dialog, which the page does not do by itself. */
export function actSentence(act: Act): string | undefined {
  return byKind(sentences, act, (_task, past) => past);
}

/** The same act as a task, for a handout's key. */
export function actTask(act: Act): string | undefined {
  return byKind(sentences, act, (task) => task);
}

const switched = ({ kind, pass }: Act & { readonly kind: "switch-on" | "switch-off" }, verb: Verb) =>
  `${verb("Switch", "Switched")} ${code(pass)} ${kind === "switch-on" ? "on" : "off"}.`;

const inDialog = () => undefined;

const sentences: ByKind<Act, string | undefined, [verb: Verb]> = {
  stage: (act, verb) => `${verb("Select", "Selected")} the pass ${code(act.pass)}.`,
  inside: (act, verb) => `${verb("Step", "Stepped")} inside ${code(act.pass)}.`,
  decision: (act, verb) =>
    `${verb("Step", "Stepped")} inside ${code(act.pass)}, to the decision about ${code(nodeText(act.node))} that says *${act.state}*.`,
  add: (act, verb) => `${verb("Add", "Added")} ${code(act.pass)} to the pipeline.`,
  remove: (act, verb) => `${verb("Remove", "Removed")} ${code(act.pass)} from the pipeline.`,
  "switch-on": switched,
  "switch-off": switched,
  move: (act, verb) => `${verb("Move", "Moved")} ${code(act.pass)} one place ${act.by < 0 ? "up" : "down"}.`,
  option: (act) => `Set the option ${code(act.option)} of ${code(act.pass)} to ${code(JSON.stringify(act.value))}.`,
  select: (act, verb) => `${verb("Select", "Selected")} ${code(nodeText(act.node))}.`,
  "select-thing": (act, verb) => `${verb("Select", "Selected")} a ${act.thing}.`,
  "first-regions": (_act, verb) => `${verb("Go", "Went")} to the first stage with regions.`,
  operators: (act) => `Set the operators of ${code(act.target)} to ${listed(act.operators)}.`,
  pattern: (act) => `Set the pattern ${code(act.name)} to ${code(act.pattern)}.`,
  "move-pattern": (act, verb) => `${verb("Move", "Moved")} the pattern ${code(act.name)} one place ${act.by < 0 ? "up" : "down"}.`,
  "remove-pattern": (act, verb) => `${verb("Remove", "Removed")} the pattern ${code(act.name)}.`,
  "rename-pattern": (act, verb) => `${verb("Rename", "Renamed")} the pattern ${code(act.name)} to ${code(act.to)}.`,
  target: (act, verb) => `${verb("Choose", "Chose")} the target ${code(act.name)}.`,
  text: (act, verb) => `${verb("Replace", "Replaced")} ${code(act.from)} with ${code(act.to)} in the text.`,
  code: (act, verb) => `${verb("Replace", "Replaced")} ${code(act.from)} with ${code(act.to)} in the file.`,
  bind: (act, verb) => `${verb("Switch", "Switched")} *Bind parameters* ${act.isOn ? "on" : "off"}.`,
  level: (act) => `Set the opt level to ${act.level}.`,
  answer: (_act, verb) => `${verb("Choose", "Chose")} the right answer.`,
  predict: ({ guess }, verb) => {
    const runs = `, and ${verb("run", "ran")} the passes`;
    if (guess.kind === "operators") return `${verb("Mark", "Marked")} ${listed(guess.nodes.map(nodeText))}${runs}.`;
    if (guess.kind === "pair") return `${verb("Choose", "Chose")} ${code(nodeText(guess.from))} and ${code(nodeText(guess.to))}${runs}.`;
    return `${verb("Answer", "Answered")} ${guess.number}${runs}.`;
  },
  model: inDialog,
  size: inDialog,
  import: inDialog,
  compare: inDialog,
  close: inDialog,
  find: inDialog,
};
