/** What is said of checks while they run and once they are done. */
import type { ChecksState } from "../state/checks/checksState.ts";
import { checkLooks } from "./checkLooks.ts";

export interface CheckWords {
  /** Empty if nothing was asked for. */
  readonly text: string;
  readonly isRunning: boolean;
  /** Whether a pass was found to change the meaning. */
  readonly isDifferent: boolean;
}

/** The progress and the result: of one pass with what was found, of several passes as counts. */
export function checkWords({ all, byStage }: ChecksState, nameOf: (stage: number) => string): CheckWords {
  const answers = all.map((stage) => byStage.get(stage)?.answer);
  const total = all.length;
  const done = answers.filter((answer) => answer !== undefined).length;
  const countOf = (kind: string) => answers.filter((answer) => answer?.kind === kind).length;
  const [same, different] = [countOf("same"), countOf("different")];
  const found = { isRunning: done < total, isDifferent: different > 0 };
  const [first] = all;
  if (first === undefined) return { text: "", ...found };
  if (total === 1) {
    const [answer] = answers;
    const name = `\`${nameOf(first)}\``;
    if (!answer) return { text: `Checking ${name}: the module runs before and after the pass…`, ...found };
    const { title } = checkLooks[answer.kind];
    const words = answer.sentence.startsWith(title) ? answer.sentence : `${title}. ${answer.sentence}`;
    return { text: `${name}: ${words}`, ...found };
  }
  if (found.isRunning) return { text: `Checking, ${done} of ${total} done`, ...found };
  const rest = total - same - different;
  const words = [
    `${same} of ${total} passes keep the meaning`,
    different > 0 ? `${different} ${different === 1 ? "does" : "do"} not` : "",
    rest > 0 ? `${rest} could not be checked` : "",
  ];
  return { text: words.filter((w) => w !== "").join(", "), ...found };
}
