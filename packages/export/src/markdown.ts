/**
 * A run in Markdown, for an issue, a mail or notes: what each pass did, the regions, what splits them, the texts, and a
 * link if there is one.
 */

export interface ReportStage {
  readonly pass: string;
  readonly outcome: string;
  readonly operators: number;
  readonly offloaded: number;
  /** `marked`: those of them that are only marked, not merged yet. */
  readonly regions: readonly { readonly target: string; readonly count: number; readonly marked?: number }[];
}

export interface ReportRegion {
  readonly name: string;
  readonly operators: readonly string[];
  /** What enters and what leaves: `2 tensors, 46 KiB`. */
  readonly inputs: string;
  readonly outputs: string;
  /** The causes of its boundaries; empty for none. */
  readonly ends: readonly string[];
}

export interface ReportCause {
  readonly subject: string;
  readonly names: readonly string[];
  readonly boundaries: string;
  /** The bytes that cross there. */
  readonly cost: string;
  /** Sentences; `of` has the boundaries of each where there are several. */
  readonly reasons: readonly { readonly of: string; readonly sentence: string }[];
}

export interface Report {
  readonly title: string;
  readonly link: string | undefined;
  readonly target: string;
  readonly optLevel: number;
  readonly stages: readonly ReportStage[];
  /** The stage whose regions are listed, and whose text is at the end. */
  readonly stage: string;
  readonly regions: readonly ReportRegion[];
  /** What splits the regions, the costliest first, and after which pass; `nothing`: why there are no regions. */
  readonly why: {
    readonly stage: string;
    readonly causes: readonly ReportCause[];
    readonly remarks: readonly string[];
    readonly nothing: string;
  };
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

/** How many regions and causes a report lists. */
const mostListed = 30;

/** A line for what a list leaves out. */
function restOf(count: number, one: string, many: string): readonly string[] {
  const rest = count - mostListed;
  return rest > 0 ? [`${rest} more ${rest === 1 ? one : many}.`] : [];
}

function regionParts({ stage, regions }: Report): readonly string[] {
  if (regions.length === 0) return [];
  const rows = regions.slice(0, mostListed).map(({ name, operators, inputs, outputs, ends }) => {
    const cells = [
      code(name),
      markdownText(operators.join(", ")),
      markdownText(inputs),
      markdownText(outputs),
      markdownText(ends.join(", ")),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    `### Regions after ${code(stage)}`,
    ["| region | operators | in | out | why it ends |", "| --- | --- | --- | --- | --- |", ...rows].join("\n"),
    ...restOf(regions.length, "region", "regions"),
  ];
}

function causeParts({ why: { stage, causes, remarks, nothing } }: Report): readonly string[] {
  const lines = causes.slice(0, mostListed).map(({ subject, names, boundaries, cost, reasons }) => {
    const head = [...(subject === "" ? [] : [code(subject)]), markdownText(names.join(", "))].join(", ");
    const said = reasons.map(({ of, sentence: text }) => `  - ${of === "" ? "" : `${markdownText(of)}: `}${sentence(text)}`);
    return [`- **${boundaries}, ${cost}**: ${head}`, ...said].join("\n");
  });
  return [
    ...(nothing === "" ? [] : [sentence(nothing)]),
    ...(remarks.length === 0
      ? []
      : ["### Convolutions and matrix products on the host", remarks.map((remark) => `- ${sentence(remark)}`).join("\n")]),
    ...(lines.length === 0 ? [] : [`### What splits the regions after ${code(stage)}`, lines.join("\n")]),
    ...restOf(causes.length, "cause", "causes"),
  ];
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
    ...regionParts(report),
    ...causeParts(report),
    "### Input",
    fenced(report.input),
    `### After ${code(report.stage)}`,
    fenced(report.text),
  ];
  return `${parts.join("\n\n")}\n`;
}
