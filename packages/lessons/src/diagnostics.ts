/** Every sentence that says what is wrong with a lesson, once. */
import { nearestName } from "@relayscope/ir";
import { things } from "./lesson.ts";

function withHint(sentence: string, name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined ? sentence : `${sentence} Did you mean \`${near}\`?`;
}

export const sentences = {
  tooLarge: (kib: number) => `The lesson was not read: it has more than ${kib} KiB.`,
  noTitle: "The lesson has no title: its first line is `# Title`.",
  noSteps: "The lesson has no steps: a step is a heading `## Title`, its words, and a block that begins with three backquotes and `step`.",
  noLessonBlock: "The lesson has no block `lesson`, which says `about`, `minutes`, `module` and `target`.",
  tooManySteps: (most: number) => `A lesson has at most ${most} steps.`,
  secondBlock: (name: string) => `This step has a second block \`${name}\`; it can have only one.`,
  openFence: "This block does not end: a line of three backquotes is missing.",
  unknownBlock: (info: string, known: readonly string[]) =>
    withHint(`\`${info}\` is not a kind of block. The kinds are ${known.map((k) => `\`${k}\``).join(", ")}.`, info, known),
  notKeyValue: (line: string) => `\`${line}\` is not a line of the form \`key: value\`.`,
  unknownKey: (key: string, known: readonly string[]) => withHint(`\`${key}\` is not a key here.`, key, known),
  twice: (key: string) => `\`${key}\` appears twice.`,
  notOneOf: (key: string, value: string, known: readonly string[]) =>
    withHint(`\`${key}: ${value}\`: the value must be one of ${known.map((k) => `\`${k}\``).join(", ")}.`, value, known),
  notANumber: (key: string, value: string) => `\`${key}: ${value}\`: the value must be a whole number.`,
  goal: (text: string) =>
    `\`${text}\` is not a goal. Goals read like \`regions of tinyai = 1\`, \`nn.relu offloaded\`, \`composite NAME matches\`, \`cause stop-fusion\`, \`stage NAME\`, \`selected nn.conv2d\`.`,
  causeCode: (code: string, known: readonly string[]) => withHint(`\`${code}\` is not a cause.`, code, known),
  need: (text: string) =>
    `A step can't need \`${text}\`. Write \`THING => SENTENCE\`, where the thing is ${things.map((t) => `\`${t}\``).join(", ")}.`,
  act: (text: string) =>
    `\`${text}\` is not an act. Acts read like \`select nn.relu\`, \`stage NAME\`, \`operators TARGET: a, b\`, \`text A => B\`, \`answer 2\`.`,
  link: (text: string) =>
    `\`${text}\` is not a link that a lesson can have. Links lead to the guide, \`[words](topic/stop_fusion)\`, or to an address that begins with \`https://\`. Lessons have no images.`,
  slot: (text: string) =>
    `\`${text}\` is not a value of a run. Values read like \`{regions of tinyai}\`, \`{tensors after PASS}\`, \`{bytes}\`, \`{path nn.relu to nn.conv2d 2}\`, \`{host path nn.relu to nn.conv2d 2}\`, \`{functions by name}\`.`,
  pointer: (text: string) => `\`${text}\` is not a pointer. Pointers read like \`node nn.relu\`, \`chip MergeComposite\`, \`line 3\`.`,
  prediction: (text: string) =>
    `\`${text}\` can't be predicted. It is \`operators\`, \`pair\`, \`number of regions\` or \`id of the region of nn.relu\`.`,
  options: (text: string) => `The options \`${text}\` are not a JSON object.`,
  patternLine: (line: string) => `\`${line}\`: a target has the line \`operators: a, b\` and lines \`pattern NAME: PATTERN\`.`,
  noTargetName: "A block `target` names its target: `target tinyai`.",
  choices: "A question has two to six sentences to choose from, one of them `right`, the others `wrong-answer`.",
  noRuns: "A prediction needs `runs`: the passes that run after it.",
  twoKinds: "A step asks for one thing: goals, a question, or a prediction.",
  fileName: (name: string) => `\`${name}\` is not a name of a file next to the lesson.`,
  modelName: (name: string) => `\`${name}\` is not a name of a model file, which ends with \`.onnx\` or \`.tflite\`.`,
} as const;

/** What a walk through a lesson's steps finds. */
export const checks = {
  inStep: (title: string, problem: string) => `\`${title}\`: ${problem}`,
  idle: (act: string) => `the act \`${act}\` changes nothing.`,
  notSelectable: (name: string) => `there is no \`${name}\` to select.`,
  noPass: (name: string) => `there is no pass \`${name}\` to show.`,
  noPoint: (name: string) => `there is no \`${name}\` to point at.`,
  noValue: (text: string) => `the run has no value for a part of \`${text}\`.`,
  moduleError: (line: number, message: string) => `its module has an error at line ${line}: ${message}`,
  noSolve: "it has no line `solve`, which says how the step is done.",
  noWrong: "it has no line `wrong`, which says how the step can be missed.",
  noHint: "it has no line `hint`.",
  reachedAtStart: "its goal holds before anything is done.",
  wrongReaches: "its `wrong` reaches the goal.",
  wrongUnanswered: "the page does not answer its `wrong`.",
  solveMisses: (answer: string) => `its \`solve\` does not reach the goal.${answer === "" ? "" : ` The answer is: ${answer}`}`,
} as const;
