/** Texts that grow: a chain of calls, and a ladder in which each rung asks for both sides of the one before. */

const type = "Tensor[(1, 4, 8, 8), float32]";

/** A chain of `n` calls: convolution, relu, addition, sigmoid, and again. */
export function chain(n: number): string {
  const calls = Array.from({ length: n }, (_, i) => {
    const before = i === 0 ? "%x" : `%${i - 1}`;
    return [`nn.conv2d(${before}, %w, padding=[1, 1, 1, 1])`, `nn.relu(${before})`, `add(${before}, %x)`, `sigmoid(${before})`][
      i % 4
    ] as string;
  });
  return module(calls, `%${n - 1}`);
}

/** A ladder of `n` calls: sums and products, each of the two before. */
export function ladder(n: number): string {
  const calls = Array.from({ length: n }, (_, i) => {
    if (i < 2) return i === 0 ? "nn.relu(%x)" : "sigmoid(%x)";
    return `${i % 2 === 0 ? "add" : "multiply"}(%${i - 1}, %${i - 2})`;
  });
  return module(calls, `(%${n - 1}, %${n - 2})`);
}

function module(calls: readonly string[], result: string): string {
  const lines = calls.map((call, i) => `  %${i} = ${call};`);
  return [`def @main(%x: ${type}, %w: Tensor[(4, 4, 3, 3), float32]) {`, ...lines, `  ${result}`, "}", ""].join("\n");
}
