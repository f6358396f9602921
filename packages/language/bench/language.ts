/**
 * Times the language service on modules of 1,000 and 10,000 lines; its budget is 50 ms at 1,000, reading the text
 * again. Run it with `npm run bench`.
 */
import { languageService } from "../src/service.ts";

const warmup = 10;
const rounds = 15;

/** A chain of convolutions, additions and activations, one call a line, types after them. */
function moduleOf(lines: number): string {
  const type = "Tensor[(1, 8, 16, 16), float32]";
  const calls = Array.from({ length: lines - 3 }, (_, i) => {
    const before = i === 0 ? "%x" : `%${i - 1}`;
    const value = [
      `nn.conv2d(${before}, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3])`,
      `nn.bias_add(${before}, %b)`,
      `nn.relu(${before})`,
    ][i % 3];
    return `  %${i} = ${value} /* ty=${type} */;`;
  });
  const head = `def @main(%x: ${type}, %w: Tensor[(8, 8, 3, 3), float32], %b: Tensor[(8), float32]) -> ${type} {`;
  return [head, ...calls, `  nn.relu(%${lines - 4}) /* ty=${type} */`, "}", ""].join("\n");
}

async function main(): Promise<void> {
  for (const lines of [1_000, 10_000]) {
    const text = moduleOf(lines);
    const middle = text.indexOf("nn.conv2d", text.length / 2) + 4;
    const variable = text.indexOf("%w,", text.length / 2) + 1;
    const services = {
      hover: (s, t) => s.hover(t, middle),
      definition: (s, t) => s.definition(t, variable),
      references: (s, t) => s.references(t, variable),
      rename: (s, t) => s.rename(t, variable, "weight"),
      completions: (s, t) => s.completions(t, variable),
      folding: (s, t) => s.folding(t),
      outline: (s, t) => s.outline(t),
      format: (s, t) => s.format(t),
      semanticTokens: (s, t) => s.semanticTokens(t),
    } satisfies Record<string, (s: ReturnType<typeof languageService>, t: string) => Promise<unknown>>;
    const rows: string[] = [];
    for (const [name, ask] of Object.entries(services)) {
      const times: number[] = [];
      const service = languageService();
      for (let round = -warmup; round < rounds; round++) {
        // Another text each time, so that none is known from before.
        const edited = `${text}\n${" ".repeat(round + warmup)}`;
        const begin = performance.now();
        await ask(service, edited);
        if (round >= 0) times.push(performance.now() - begin);
      }
      times.sort((a, b) => a - b);
      rows.push(`${name} ${(times[rounds >> 1] as number).toFixed(1)} (worst ${(times.at(-1) as number).toFixed(0)})`);
    }
    console.log(`${lines} lines, ms, median: ${rows.join(", ")}`);
  }
}

await main();
