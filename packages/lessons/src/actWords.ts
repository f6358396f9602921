/** Acts as sentences: what the page did for a learner, or what a learner should do. */
import type { Act } from "./lesson.ts";
import { nodeText } from "./readParts.ts";

const code = (text: string) => `\`${text}\``;
const listed = (names: readonly string[]) => (names.length === 0 ? "no operators" : names.map(code).join(", "));

/** What *Show me* did; undefined for an act in a dialog, which the page does not do by itself. */
export function actSentence(act: Act): string | undefined {
  return sentence(act, true);
}

/** The same act as a task, for a handout's key. */
export function actTask(act: Act): string | undefined {
  return sentence(act, false);
}

function sentence(act: Act, isDone: boolean): string | undefined {
  const runs = `, and ${isDone ? "ran" : "run"} the passes`;
  const verb = (task: string, past: string) => (isDone ? past : task);
  switch (act.kind) {
    case "stage":
      return `${verb("Select", "Selected")} the pass ${code(act.pass)}.`;
    case "inside":
      return `${verb("Step", "Stepped")} inside ${code(act.pass)}.`;
    case "decision":
      return `${verb("Step", "Stepped")} inside ${code(act.pass)}, to the decision about ${code(nodeText(act.node))} that says *${act.state}*.`;
    case "add":
      return `${verb("Add", "Added")} ${code(act.pass)} to the pipeline.`;
    case "remove":
      return `${verb("Remove", "Removed")} ${code(act.pass)} from the pipeline.`;
    case "switch-on":
    case "switch-off":
      return `${verb("Switch", "Switched")} ${code(act.pass)} ${act.kind === "switch-on" ? "on" : "off"}.`;
    case "move":
      return `${verb("Move", "Moved")} ${code(act.pass)} one place ${act.by < 0 ? "up" : "down"}.`;
    case "option":
      return `Set the option ${code(act.option)} of ${code(act.pass)} to ${code(JSON.stringify(act.value))}.`;
    case "select":
      return `${verb("Select", "Selected")} ${code(nodeText(act.node))}.`;
    case "select-thing":
      return `${verb("Select", "Selected")} a ${act.thing}.`;
    case "first-regions":
      return `${verb("Go", "Went")} to the first stage with regions.`;
    case "operators":
      return `Set the operators of ${code(act.target)} to ${listed(act.operators)}.`;
    case "pattern":
      return `Set the pattern ${code(act.name)} to ${code(act.pattern)}.`;
    case "move-pattern":
      return `${verb("Move", "Moved")} the pattern ${code(act.name)} one place ${act.by < 0 ? "up" : "down"}.`;
    case "remove-pattern":
      return `${verb("Remove", "Removed")} the pattern ${code(act.name)}.`;
    case "rename-pattern":
      return `${verb("Rename", "Renamed")} the pattern ${code(act.name)} to ${code(act.to)}.`;
    case "target":
      return `${verb("Choose", "Chose")} the target ${code(act.name)}.`;
    case "text":
      return `${verb("Replace", "Replaced")} ${code(act.from)} with ${code(act.to)} in the text.`;
    case "code":
      return `${verb("Replace", "Replaced")} ${code(act.from)} with ${code(act.to)} in the file.`;
    case "bind":
      return `${verb("Switch", "Switched")} *Bind parameters* ${act.isOn ? "on" : "off"}.`;
    case "level":
      return `Set the opt level to ${act.level}.`;
    case "answer":
      return `${verb("Choose", "Chose")} the right answer.`;
    case "predict":
      return act.guess.kind === "operators"
        ? `${verb("Mark", "Marked")} ${listed(act.guess.nodes.map(nodeText))}${runs}.`
        : act.guess.kind === "pair"
          ? `${verb("Choose", "Chose")} ${code(nodeText(act.guess.from))} and ${code(nodeText(act.guess.to))}${runs}.`
          : `${verb("Answer", "Answered")} ${act.guess.number}${runs}.`;
    case "model":
    case "size":
    case "import":
    case "compare":
    case "close":
    case "find":
      return undefined;
  }
}
