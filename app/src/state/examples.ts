/** The gallery: `examples/index.json` next to the page, and the texts it names. */
import type { PipelineStep, TargetSpec } from "@relayscope/engine";
import { isModelName } from "@relayscope/engine/models";
import type { ExampleGroup } from "./exampleGroups.ts";
import { byocPipeline, type Example, lastStage } from "./model.ts";

interface ExampleRecord {
  readonly file: string;
  /** Whole networks by default. */
  readonly group?: ExampleGroup;
  readonly title: string;
  readonly look: string;
  readonly target: string;
  readonly customTargets?: readonly TargetSpec[];
  readonly pipeline?: readonly PipelineStep[];
  readonly optLevel?: number;
  readonly bindParameters?: boolean;
  readonly stage?: number;
}

/** The gallery's list, in its order; empty if it can't be loaded. */
export async function loadExamples(): Promise<readonly Example[]> {
  const response = await fetch("./examples/index.json");
  if (!response.ok) return [];
  const records: readonly ExampleRecord[] = await response.json();
  return records.map((r) => ({
    file: r.file,
    group: r.group ?? "networks",
    title: r.title,
    look: r.look,
    stage: r.stage ?? lastStage,
    settings: {
      target: r.target,
      customTargets: r.customTargets ?? [],
      pipeline: r.pipeline ?? byocPipeline,
      optLevel: r.optLevel ?? 2,
      bindParameters: r.bindParameters ?? false,
    },
  }));
}

/** Whether an example is a model file, which opens by its dialog. */
export function isModelExample({ file }: Example): boolean {
  return isModelName(file);
}

/** The model file of an example. */
export async function loadExampleModel(example: Example): Promise<File> {
  const response = await fetch(`./examples/${example.file}`);
  if (!response.ok) throw new Error(`The example \`${example.title}\` could not be loaded (${response.status}).`);
  return new File([await response.blob()], example.file);
}

/** The Relay text of an example. */
export async function loadExampleText(example: Example): Promise<string> {
  const response = await fetch(`./examples/${example.file}`);
  if (!response.ok) throw new Error(`The example \`${example.title}\` could not be loaded (${response.status}).`);
  return response.text();
}
