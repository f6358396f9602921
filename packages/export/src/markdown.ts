/**
 * A run in Markdown, for an issue, a mail or notes: the input, what each pass did, the text, and a link if there is
 * one.
 */

export interface ReportStage {
  readonly pass: string;
  readonly outcome: string;
  readonly operators: number;
  readonly offloaded: number;
  /** `marked`: those of them that are only marked, not merged yet. */
  readonly regions: readonly { readonly target: string; readonly count: number; readonly marked?: number }[];
}

export interface Report {
  readonly title: string;
  readonly link: string | undefined;
  readonly target: string;
  readonly optLevel: number;
  readonly stages: readonly ReportStage[];
  /** The stage whose text is at the end. */
  readonly stage: string;
  readonly input: string;
  readonly text: string;
}

/** A string as text on one line: what Markdown and HTML give a meaning (markup, addresses, mentions) is escaped. */
function markdownText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\`*_{}[\]#|~]|[&<>@]|:(?=\/\/)|(?<=www)\./gi, (c) => (/[&<>@:.]/.test(c) ? `&#${c.charCodeAt(0)};` : `\\${c}`));
}

/** A name as code within a line, in a table too. */
function code(name: string): string {
  const text = name.replace(/\s+/g, " ").replaceAll("|", "\\|");
  if (text.trim() === "") return "";
  const fence = "`".repeat(1 + Math.max(0, ...[...text.matchAll(/`+/g)].map((m) => m[0].length)));
  return text.includes("`") ? `${fence} ${text} ${fence}` : fence + text + fence;
}

/** A sentence, in which names between backquotes are code. */
function sentence(text: string): string {
  const parts = text.split("`");
  const isCode = (i: number) => i % 2 === 1 && i + 1 < parts.length;
  const open = parts.length % 2 === 0 ? parts.length - 1 : -1;
  return parts.map((part, i) => (isCode(i) ? code(part) : `${i === open ? "\\`" : ""}${markdownText(part)}`)).join("");
}

/** A literal text, fenced by more backticks than it has in a row. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((m) => m[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text.trimEnd()}\n${fence}`;
}

/** The report. */
export function markdownReport(report: Report): string {
  const { title, link, target, optLevel, stages } = report;
  const rows = stages.map((stage) => {
    const regions = stage.regions
      .flatMap(({ target, count, marked = 0 }) => [
        ...(count > marked ? [`${code(target)} ${count - marked}`] : []),
        ...(marked > 0 ? [`${code(target)} ${marked} marked`] : []),
      ])
      .join(", ");
    return `| ${code(stage.pass)} | ${sentence(stage.outcome)} | ${stage.offloaded} of ${stage.operators} | ${regions} |`;
  });
  const parts = [
    `## ${markdownText(title)}`,
    `Target ${target === "" ? "none" : code(target)}, opt level ${optLevel}, semantics of TVM 0.19.0.${link === undefined ? "" : ` [Open it in Relayscope](<${encodeURI(link).replace(/[<>\s]/g, "")}>).`}`,
    ["| pass | what it did | operators offloaded | regions |", "| --- | --- | --- | --- |", ...rows].join("\n"),
    "### Input",
    fenced(report.input),
    `### After ${code(report.stage)}`,
    fenced(report.text),
  ];
  return `${parts.join("\n\n")}\n`;
}
