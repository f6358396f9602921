/** What a text case shows of a text: what was left out, each problem with its place, and the module as printed. */
import { operators } from "@relayscope/ops";
import { parseModule, positionOf, printModule } from "../src/index.ts";

export function shown(text: string): string {
  const { module, diagnostics, skipped } = parseModule(text, { operators });
  const problems = diagnostics.map((d) => {
    const place = d.span ? positionOf(text, d.span.start) : { line: 0, column: 0 };
    return `${place.line}:${place.column} ${d.severity} ${d.code}: ${[d.message, ...d.hints].join(" ")}`;
  });
  return [...(skipped ? [`skipped: ${skipped}`] : []), ...problems, printModule(module)].join("\n").trim();
}
