/** The shape of an Einstein summation. Follows src/topi/einsum.cc. */
import { type Dim, dimValue, present } from "@relayscope/ir";
import { maxDim } from "./dimArithmetic.ts";
import { demand, refuse } from "./refusal.ts";

/** How the reference refuses an equation that it can't read, and sizes that do not fit it. */
const fatal = "TVMError";

/** Represents `...` among a subscript's labels; sorts before every letter. */
const ellipsis = "\0";

interface Equation {
  readonly inputs: readonly (readonly string[])[];
  readonly output: readonly string[];
}

/** The result's shape. Refuses an equation that can't be read, or that does not fit the operands' shapes. */
export function einsumShape(text: string, operands: readonly (readonly Dim[])[]): readonly Dim[] {
  const { inputs, output } = parseEquation(text);
  demand(inputs.length === operands.length, `\`${text}\` is about ${inputs.length} tensors, but there are ${operands.length}.`, [], fatal);
  const sizes = new Map<string, Dim>();
  const hidden: (readonly HiddenDim[])[] = [];
  inputs.forEach((labels, i) => {
    const shape = present(operands[i]);
    let at = 0;
    for (const label of labels) {
      if (label === ellipsis) {
        const count = shape.length - labels.length + 1;
        demand(count >= 0, `\`${text}\` names more axes than tensor ${i} has.`);
        hidden.push(shape.slice(at, at + count).map((dim) => ({ dim })));
        at += count;
      } else {
        const dim = shape[at++] ?? refuse(`\`${text}\` names more axes than tensor ${i} has.`);
        const known = sizes.get(label);
        sizes.set(label, known === undefined ? dim : commonSize(known, dim, label));
      }
    }
    demand(at === shape.length, `\`${text}\` names ${at} axes of tensor ${i}, which has ${shape.length}.`);
  });
  const longest = hidden.reduce<readonly HiddenDim[]>((a, b) => (a.length < b.length ? b : a), []);
  const stretched = hidden.reduce(stretchHidden, longest).map(({ dim }) => dim);
  return output.flatMap((label) =>
    label === ellipsis ? stretched : [sizes.get(label) ?? refuse(`\`${label}\` is in the result of \`${text}\` alone.`)],
  );
}

function parseEquation(text: string): Equation {
  const inputs: (readonly string[])[] = [];
  let current: string[] = [];
  let hasArrow = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === " ") continue;
    if (char === "-" || char === ",") {
      if (char === "-") {
        demand(!hasArrow && text[i + 1] === ">", `\`${text}\` has an arrow that can't be read.`, [], fatal);
        hasArrow = true;
        i++;
      }
      inputs.push(current);
      current = [];
    } else if (char === ".") {
      demand(!current.includes(ellipsis) && text.startsWith("...", i), `\`${text}\` has dots that can't be read.`, [], fatal);
      current.push(ellipsis);
      i += 2;
    } else {
      demand(/[a-z]/iu.test(char), `\`${char}\` is not a label of an axis.`, [], fatal);
      current.push(char);
    }
  }
  if (hasArrow) return { inputs, output: current };
  inputs.push(current);
  return { inputs, output: impliedOutput(inputs.flat()) };
}

/** Without an arrow: the dots, then the labels that occur once, sorted. */
function impliedOutput(labels: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts.keys()].sort().filter((label) => label === ellipsis || counts.get(label) === 1);
}

function commonSize(a: Dim, b: Dim, label: string): Dim {
  const x = dimValue(a);
  const y = dimValue(b);
  if (x === undefined) return y === undefined ? maxDim(a, b) : a;
  if (y === undefined) return b;
  if (x === y) return a;
  demand(x === 1 || y === 1, `The axes labelled \`${label}\` are of sizes ${x} and ${y}.`, [], fatal);
  return Math.max(x, y);
}

/**
 * An axis that the dots hide. Unknown sizes are equal only if they are the same axis of the same operand, by identity.
 */
interface HiddenDim {
  readonly dim: Dim;
}

/** What the dots hide in two operands, aligned at the end. */
function stretchHidden(a: readonly HiddenDim[], b: readonly HiddenDim[]): readonly HiddenDim[] {
  return a.map((one, i) => {
    const other = b[i - a.length + b.length];
    if (other === undefined || one === other) return one;
    const x = dimValue(one.dim);
    const y = dimValue(other.dim);
    if (y === 1 || (x !== undefined && x === y)) return one;
    if (x === 1) return other;
    if (x === undefined) return y === undefined ? { dim: maxDim(one.dim, other.dim) } : other;
    return y === undefined ? one : refuse("The axes hidden by `...` can't be broadcast.");
  });
}
