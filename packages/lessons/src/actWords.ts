/** What an act does, as a sentence to a learner who had it shown. */
import type { Act } from "./lesson.ts";
import { nodeText } from "./readParts.ts";

const code = (text: string) => `\`${text}\``;
const listed = (names: readonly string[]) => (names.length === 0 ? "no operators" : names.map(code).join(", "));

/** The sentence; undefined for an act in a dialog, which the page does not do by itself. */
export function actSentence(act: Act): string | undefined {
  switch (act.kind) {
    case "stage":
      return `Selected the chip ${code(act.pass)}.`;
    case "inside":
      return `Stepped inside ${code(act.pass)}.`;
    case "decision":
      return `Stepped inside ${code(act.pass)}, to the decision about ${code(nodeText(act.node))} that says *${act.state}*.`;
    case "add":
      return `Added ${code(act.pass)} to the pipeline.`;
    case "remove":
      return `Removed ${code(act.pass)} from the pipeline.`;
    case "switch-on":
    case "switch-off":
      return `Switched ${code(act.pass)} ${act.kind === "switch-on" ? "on" : "off"}.`;
    case "move":
      return `Moved ${code(act.pass)} one place ${act.by < 0 ? "up" : "down"}.`;
    case "option":
      return `Set the option ${code(act.option)} of ${code(act.pass)} to ${code(JSON.stringify(act.value))}.`;
    case "select":
      return `Selected ${code(nodeText(act.node))}.`;
    case "select-thing":
      return `Selected a ${act.thing}.`;
    case "first-regions":
      return "Went to the first stage with regions.";
    case "operators":
      return `Set the operators of ${code(act.target)} to ${listed(act.operators)}.`;
    case "pattern":
      return `Set the pattern ${code(act.name)} to ${code(act.pattern)}.`;
    case "move-pattern":
      return `Moved the pattern ${code(act.name)} one place ${act.by < 0 ? "up" : "down"}.`;
    case "remove-pattern":
      return `Removed the pattern ${code(act.name)}.`;
    case "rename-pattern":
      return `Renamed the pattern ${code(act.name)} to ${code(act.to)}.`;
    case "target":
      return `Chose the target ${code(act.name)}.`;
    case "text":
      return `Replaced ${code(act.from)} with ${code(act.to)} in the text.`;
    case "code":
      return `Replaced ${code(act.from)} with ${code(act.to)} in the file.`;
    case "bind":
      return `Switched *Bind parameters* ${act.isOn ? "on" : "off"}.`;
    case "level":
      return `Set the opt level to ${act.level}.`;
    case "answer":
      return "Chose the right answer.";
    case "predict":
      return act.guess.kind === "operators"
        ? `Marked ${listed(act.guess.nodes.map(nodeText))}, and ran the passes.`
        : act.guess.kind === "pair"
          ? `Chose ${code(nodeText(act.guess.from))} and ${code(nodeText(act.guess.to))}, and ran the passes.`
          : `Answered ${act.guess.number}, and ran the passes.`;
    case "model":
    case "size":
    case "import":
    case "compare":
    case "close":
    case "find":
      return undefined;
  }
}
