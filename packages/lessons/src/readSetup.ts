/**
 * Readers of what a lesson puts on the page: keys of the blocks `lesson` and `step`, and the blocks `relay`, `target`
 * and `pipeline`.
 */
import type { PipelineStep, TargetSpec } from "@relayscope/engine";
import type { Block } from "@relayscope/prose";
import { sentences } from "./diagnostics.ts";
import { type LessonProblem, panels, type Setup } from "./lesson.ts";
import { modelFileName, readList, readPass } from "./readParts.ts";

type Fence = Extract<Block, { kind: "fence" }>;
type Writable<T> = { -readonly [K in keyof T]: T[K] };

export type Say = (problem: LessonProblem) => void;
export type Draft = Writable<Setup>;

export interface Line {
  readonly key: string;
  readonly value: string;
  readonly line: number;
}

/** The lines `key: value` of a block; empty ones and those that begin with `#` are left out. */
export function keyLines({ lines, line }: Fence, say: Say): readonly Line[] {
  return lines.flatMap((text, i): readonly Line[] => {
    const trimmed = text.trim();
    if (trimmed === "" || trimmed.startsWith("#")) return [];
    const [, key = "", value = ""] = /^([\w-]+):(?:\s(.*))?$/s.exec(trimmed) ?? [];
    if (key !== "") return [{ key, value: value.trim(), line: line + i }];
    say({ line: line + i, message: sentences.notKeyValue(trimmed) });
    return [];
  });
}

/** The keys that set something up. */
export const setupKeys = ["module", "model", "target", "bind", "level", "show", "view", "panes", "open"] as const;

const fileName = /^[\w-]+\.(?:relay|txt)$/;

/** Adds a line to a setup. Returns whether its key belongs to setups. */
export function takeSetupLine(setup: Draft, { key, value, line }: Line, say: Say): boolean {
  const oneOf = <T extends string>(known: readonly T[], take: (found: T) => void) => {
    const found = known.find((k) => k === value);
    if (found === undefined) say({ line, message: sentences.notOneOf(key, value, known) });
    else take(found);
  };
  switch (key) {
    case "module":
      if (value === "own") setup.isOwn = true;
      else if (fileName.test(value)) setup.file = value;
      else say({ line, message: sentences.fileName(value) });
      return true;
    case "model":
      if (modelFileName.test(value)) setup.model = value;
      else say({ line, message: sentences.modelName(value) });
      return true;
    case "target":
      setup.target = value;
      return true;
    case "bind":
      oneOf(["on", "off"], (found) => {
        setup.bind = found === "on";
      });
      return true;
    case "level":
      if (/^[0-4]$/.test(value)) setup.level = Number(value);
      else say({ line, message: sentences.notANumber(key, value) });
      return true;
    case "show":
      setup.show = value;
      return true;
    case "view":
      oneOf(["map", "operators"], (found) => {
        setup.view = found;
      });
      return true;
    case "panes":
      oneOf(["after", "split", "diff"], (found) => {
        setup.panes = found;
      });
      return true;
    case "open":
      oneOf(panels, (found) => {
        setup.open = found;
      });
      return true;
    default:
      return false;
  }
}

/** Adds a block `relay`, `target` or `pipeline` to a setup. Returns whether it is one of these. */
export function takeSetupBlock(setup: Draft, fence: Fence, say: Say): boolean {
  const [kind = "", name = "", file = ""] = fence.info.split(/\s+/);
  switch (kind) {
    case "relay":
      setup.text = `${fence.lines.join("\n")}\n`;
      return true;
    case "target": {
      if (name === "") say({ line: fence.line - 1, message: sentences.noTargetName });
      const spec = file === "" ? readTarget(name, fence, say) : fileTarget(name, file, fence);
      setup.targets = [...setup.targets.filter((t) => t.name !== name), spec];
      setup.target ??= name;
      return true;
    }
    case "pipeline":
      setup.pipeline = fence.lines.flatMap((text, i): readonly PipelineStep[] => {
        if (text.trim() === "") return [];
        const step = readPass(text);
        if (!step) say({ line: fence.line + i, message: sentences.options(text.trim()) });
        return step ? [step] : [];
      });
      return true;
    default:
      return false;
  }
}

/** A target that a file of Python defines. */
function fileTarget(name: string, file: string, { lines }: Fence): TargetSpec {
  return { name, patterns: [], operators: [], files: [{ name: file, text: `${lines.join("\n")}\n` }] };
}

function readTarget(name: string, { lines, line }: Fence, say: Say): TargetSpec {
  const patterns: { name: string; pattern: string }[] = [];
  let operators: readonly string[] = [];
  lines.forEach((text, i) => {
    const trimmed = text.trim();
    if (trimmed === "") return;
    const listed = /^operators:(.*)$/.exec(trimmed);
    const [, patternName = "", pattern = ""] = /^pattern ([^\s:]+): (.+)$/.exec(trimmed) ?? [];
    if (listed) operators = readList(listed[1] ?? "");
    else if (patternName !== "") patterns.push({ name: patternName, pattern });
    else say({ line: line + i, message: sentences.patternLine(trimmed) });
  });
  return { name, patterns, operators };
}
