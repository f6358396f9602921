/**
 * The form of records of cases, by kind, checked before they are answered: an untrusted record may contain anything.
 */

/** Finds the first invalid part of a value, as the end of a sentence; undefined if all is valid. */
type Shape = (value: unknown, where: string) => string | undefined;

const is =
  (type: "string" | "number" | "boolean", words: string): Shape =>
  (value, where) =>
    typeof value === type ? undefined : `\`${where}\` is not ${words}`;

const text = is("string", "a text");
const number = is("number", "a number");
const flag = is("boolean", "true or false");
const anything: Shape = () => undefined;

/** A value that may be missing or null. */
const optional =
  (shape: Shape): Shape =>
  (value, where) =>
    value === undefined || value === null ? undefined : shape(value, where);

/** A value that may be missing. */
const leftOut =
  (shape: Shape): Shape =>
  (value, where) =>
    value === undefined ? undefined : shape(value, where);

const either =
  (...shapes: readonly Shape[]): Shape =>
  (value, where) => {
    const problems = shapes.map((shape) => shape(value, where));
    return problems.includes(undefined) ? undefined : problems[0];
  };

const list =
  (shape: Shape): Shape =>
  (value, where) => {
    if (!Array.isArray(value)) return `\`${where}\` is not a list`;
    for (const [i, item] of value.entries()) {
      const problem = shape(item, `${where}[${i}]`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const table =
  (shape: Shape): Shape =>
  (value, where) => {
    if (!isTable(value)) return `\`${where}\` is not an object`;
    for (const [key, item] of Object.entries(value)) {
      const problem = shape(item, `${where}.${key}`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };

const fields =
  (shapes: Readonly<Record<string, Shape>>): Shape =>
  (value, where) => {
    if (!isTable(value)) return `\`${where}\` is not an object`;
    for (const [key, shape] of Object.entries(shapes)) {
      const problem = shape(Object.hasOwn(value, key) ? value[key] : undefined, where === "" ? key : `${where}.${key}`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };

/** The nodes of a pattern are checked when it is read. */
const pattern = fields({ root: number, nodes: list(anything) });

/** A run: passes with their context. */
const passes = {
  passes: optional(
    list(
      fields({
        name: text,
        options: optional(table(anything)),
        patterns: optional(list(fields({ name: text, pattern, check: optional(list(flag)) }))),
      }),
    ),
  ),
  sequential: optional(flag),
  opt_level: optional(number),
  disabled: optional(list(text)),
  config: optional(table(anything)),
  target: optional(text),
  rules: optional(table(table(either(flag, list(flag))))),
};

const caseShape = fields({
  kind: text,
  input: text,
  metadata: optional(text),
  recorded: optional(flag),
  what: optional(text),
  pattern: optional(pattern),
  check: optional(list(flag)),
  attrs: optional(table(text)),
  steps: optional(list(fields({ ...passes, expect: optional(text), expect_metadata: optional(text) }))),
  ...passes,
});

const modelShape = fields({
  model: text,
  freeze: optional(flag),
  shape: optional(table(list(either(number, text)))),
  dtype: optional(table(text)),
});

const setting = either(flag, list(either(number, text)));
const targets = list(
  fields({ name: text, patterns: list(fields({ name: text, pattern: text })), operators: list(text), settings: leftOut(table(setting)) }),
);

const whyShape = fields({
  id: text,
  text,
  target: text,
  customTargets: leftOut(targets),
  pipeline: leftOut(list(either(text, fields({ pass: text, options: leftOut(table(anything)), isOff: leftOut(flag) })))),
  optLevel: leftOut(number),
  bind: leftOut(flag),
  at: fields({
    node: leftOut(text),
    line: leftOut(number),
    from: leftOut(text),
    fromLine: leftOut(number),
    to: leftOut(text),
    toLine: leftOut(number),
  }),
});

const shapes = { case: caseShape, model: modelShape, why: whyShape };

/** What is wrong with a record of a sort, as the end of a sentence; undefined if it can be answered. */
export function recordProblem(record: unknown, sort: keyof typeof shapes): string | undefined {
  return isTable(record) ? shapes[sort](record, "") : "it is not an object";
}
