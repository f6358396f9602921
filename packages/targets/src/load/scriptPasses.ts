/** The passes that a Python script runs, remembered for each module that comes of them. */
import type { Module } from "@relayscope/ir";
import { type GivenOptions, partitioningPasses } from "@relayscope/passes";
import type { Machine } from "@relayscope/python";
import { stepOptions } from "../flow/stepOptions.ts";
import { nameOfPass, type PassStep, type TableEntryValue } from "../passes/passData.ts";
import { runForGood } from "../passes/runPass.ts";
import { partitionPrefix } from "./program.ts";

/** A pass of the compiler in a script, with its options, and the table of a MergeComposite. */
export interface NotedStep {
  readonly pass: string;
  readonly options: GivenOptions;
  readonly entries?: readonly TableEntryValue[] | undefined;
}

/** A module, and the passes that a script runs on it; undefined if they are not the compiler's alone. */
interface Line {
  readonly module: Module;
  readonly steps: readonly NotedStep[] | undefined;
}

/** How a script came to a module. */
interface Way {
  /** From before its first pass. */
  readonly whole: Line;
  /** From before the first pass that partitions; undefined if none did. */
  readonly partition: Line | undefined;
  /** The targets for which the script partitions it. */
  readonly targets: readonly string[];
  /** The level of the last pass. */
  readonly optLevel: number;
}

/** A module as it is before a script partitions it, with the passes from there on. */
export interface Origin extends Line, Pick<Way, "targets" | "optLevel"> {}

const startOf = (module: Module): Way => ({ whole: { module, steps: [] }, partition: undefined, targets: [], optLevel: 3 });

const after = ({ module, steps }: Line, step: NotedStep | undefined): Line => ({ module, steps: step && steps && [...steps, step] });

/** Runs the passes of a script, and remembers what each module was before it was partitioned. */
export class Ways {
  private readonly known = new Map<Module, Way>();

  /** All passes where all are the compiler's; else those of the partitioning. */
  originOf(module: Module): Origin {
    const { whole, partition, targets, optLevel } = this.known.get(module) ?? startOf(module);
    const line = partition && (whole.steps ? whole : partition);
    return { ...(line ?? { module, steps: [] }), targets, optLevel };
  }

  run(m: Machine, step: PassStep, before: Module): Module {
    const made = runForGood(m, step, before);
    const { pass, context, skipped } = step;
    // A pass of the script that ran passes of the compiler: those are known.
    if (skipped !== "" || (pass.kind === "module" && made !== before && this.known.has(made))) return made;
    const flow = flowIn(m);
    const way = this.known.get(before) ?? startOf(before);
    const isPart = flow !== undefined || way.partition !== undefined || partitioningPasses.includes(nameOfPass(pass));
    const noted = flow === undefined ? notedStep(step) : undefined;
    // The next passes start at what an unknown pass makes.
    if (!isPart && !noted) return made;
    const targets = flow !== undefined ? [flow] : pass.kind === "built-in" ? namesIn(pass.options.targets) : [];
    this.known.set(made, {
      whole: after(way.whole, noted),
      partition: isPart ? after(way.partition ?? { module: before, steps: [] }, noted) : undefined,
      targets: [...new Set([...way.targets, ...targets])],
      optLevel: context.optLevel,
    });
    return made;
  }
}

/** The target whose partition function is running. */
function flowIn(m: Machine): string | undefined {
  return m
    .stack()
    .find(({ name }) => name.startsWith(partitionPrefix))
    ?.name.slice(partitionPrefix.length);
}

const namesIn = (option: unknown): readonly string[] => (Array.isArray(option) ? option.map(String) : []);

function notedStep({ pass, context }: PassStep): NotedStep | undefined {
  if (pass.kind !== "built-in") return undefined;
  // Which target is the run's own is known at the end.
  return { pass: pass.pass.name, options: stepOptions(pass, context, ""), entries: pass.entries };
}
