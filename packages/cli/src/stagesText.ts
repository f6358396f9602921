/** The stages of a run, a line each, as the page's strip has them. */
import type { RecordedState, StageResult } from "@relayscope/engine";

/**
 * The lines, in columns. Consecutive stages without differences share a line, as a log has many inferences of types.
 */
export function stagesText(stages: readonly StageResult[]): string {
  const rows: Row[] = [];
  for (const stage of stages) {
    const parts = [stage.pass, stage.status, countsText(stage), regionsText(stage), recordedText(stage)];
    const last = rows.at(-1);
    if (last?.parts.join("\n") === parts.join("\n")) last.times++;
    else rows.push({ parts, times: 1 });
  }
  const named = rows.map(({ parts: [pass = "", ...rest], times }) => [times === 1 ? pass : `${pass} (${times} times)`, ...rest]);
  const widths = (named[0] ?? []).map((_, column) => Math.max(...named.map((row) => row[column]?.length ?? 0)));
  return named
    .map((row) =>
      row
        .map((part, column) => part.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

interface Row {
  readonly parts: readonly string[];
  times: number;
}

function countsText({ summary: { offloaded, operators, composites, regions } }: StageResult): string {
  const more = composites === 0 ? "" : `, ${composites} ${composites === 1 ? "composite" : "composites"}`;
  // Where the text lacks functions of regions, the share that is offloaded is unknown.
  const isKnown = regions.every(({ unknown = 0 }) => unknown === 0);
  return isKnown ? `${offloaded} of ${operators} offloaded${more}` : `${operators - offloaded} on the host${more}`;
}

function regionsText({ summary: { regions } }: StageResult): string {
  return regions
    .flatMap(({ target, count, marked = 0 }) => [
      ...(marked > 0 ? [`${marked} marked for ${target}`] : []),
      ...(count > marked ? [`${count - marked} ${count - marked === 1 ? "region" : "regions"} of ${target}`] : []),
    ])
    .join(", ");
}

const recordedWords: Readonly<Record<RecordedState, string>> = {
  agrees: "recorded; the pass gives the same here",
  differs: "recorded; the pass gives another module here",
  alone: "recorded; Relayscope does not have the pass",
};

function recordedText({ recorded }: StageResult): string {
  return recorded === undefined ? "" : recordedWords[recorded];
}
