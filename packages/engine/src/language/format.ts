/** Formatting: the reference's own layout. */
import { operators } from "@relayscope/ops";
import { parseModule, printModule } from "@relayscope/text";

/** The text as the reference prints it; the text itself where it has errors or holds more than the module (prose around it, say). */
export function formatText(text: string): string {
  const read = parseModule(text, { operators });
  if (read.skipped !== undefined || read.diagnostics.some((d) => d.severity === "error")) return text;
  return printModule(read.module, { showVersion: text.trimStart().startsWith("#[version"), showMetadata: text.includes("#[metadata]") });
}
