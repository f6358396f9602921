/** Texts of `n` calls in which passes find work: each names what it repeats. */

const type = "Tensor[(1, 4, 8, 8), float32]";
const params = [
  `%x: ${type}`,
  "%w: Tensor[(4, 4, 3, 3), float32]",
  "%s: Tensor[(4, 1, 1), float32]",
  "%c: Tensor[(4), float32]",
  "%q: bool",
];

/** One call of a cycle, given what the call before it made. */
type Step = (before: string, index: number) => string;

const convolution: Step = (x) => `nn.conv2d(${x}, %w, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3])`;
const relu: Step = (x) => `nn.relu(${x})`;

/** By name, the text of a module of about `n` calls. */
export const shapes = {
  scales: cycle(convolution, (x) => `multiply(${x}, %s)`, relu),
  biases: cycle(convolution, (x) => `nn.bias_add(${x}, %c)`, relu),
  norms: cycle(
    convolution,
    (x) => `nn.batch_norm(${x}, %c, %c, %c, %c)`,
    item,
    (x) => `nn.dropout(${x})`,
    item,
  ),
  casts: cycle(
    (x) => `cast(${x}, dtype="float64")`,
    (x) => `cast(${x}, dtype="float32")`,
    relu,
  ),
  transposes: cycle(
    (x) => `transpose(${x}, axes=[0, 2, 3, 1])`,
    (x) => `transpose(${x}, axes=[0, 3, 1, 2])`,
    relu,
  ),
  sums: cycle(
    (x) => `add(${x}, ${x})`,
    relu,
    (x) => `add(${x}, 0f)`,
  ),
  branches: cycle(
    (x) => `add(nn.relu(${x}), nn.relu(${x}))`,
    (x) => `add(add(${convolution(x, 0)}, ${convolution(x, 0)}), ${convolution(x, 0)})`,
  ),
  constants: cycle((x) => `add(${x}, multiply(2f, 3f))`, relu),
  conditions: cycle(relu, (x) => `if (%q) {\n    nn.relu(${x})\n  } else {\n    sigmoid(${x})\n  }`),
  lets: (n: number) => {
    const lines = Array.from({ length: n }, (_, i) => `  let %v${i} = nn.relu(${i === 0 ? "%x" : `%v${i - 1}`});`);
    return [`def @main(%x: ${type}) {`, ...lines, `  %v${n - 1}`, "}", ""].join("\n");
  },
  dead: (n: number) => {
    const lines = Array.from({ length: n }, (_, i) => `  let %v${i} = nn.relu(%x);`);
    return [`def @main(%x: ${type}) {`, ...lines, `  %v${n - 1}`, "}", ""].join("\n");
  },
  functions: (n: number) => {
    const others = Array.from({ length: n }, (_, i) => `def @f${i}(%y: ${type}) -> ${type} {\n  nn.relu(%y)\n}\n`);
    return cycle((x, i) => `@f${i}(${x})`)(n) + others.join("");
  },
} as const satisfies Record<string, (n: number) => string>;

function item(before: string): string {
  return `${before}.0`;
}

/** A chain through the steps, again and again. */
function cycle(...steps: readonly Step[]): (n: number) => string {
  return (n) => {
    const lines = Array.from({ length: n }, (_, i) => `  %${i} = ${steps[i % steps.length]?.(i === 0 ? "%x" : `%${i - 1}`, i)};`);
    const last = steps[(n - 1) % steps.length] === steps[1] && steps[2] === item ? `%${n - 1}.0` : `%${n - 1}`;
    return [`def @main(${params.join(", ")}) {`, ...lines, `  ${last}`, "}", ""].join("\n");
  };
}
