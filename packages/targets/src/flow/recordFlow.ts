/**
 * A file's own flow as a pipeline: its partition function runs on the model, and the passes that it runs are recorded.
 * Passes of the compiler become steps with their options. Passes of the file, and what the function does between
 * passes, become steps that run the file.
 */
import { Failure, type Module } from "@relayscope/ir";
import type { GivenOptions } from "@relayscope/passes";
import { findPass } from "@relayscope/passes/all";
import { Exhausted, type Heap, type Outcome } from "@relayscope/python";
import type { AskedKind, StepRunner, Surroundings, TvmState } from "../host/state.ts";
import { flowOf, type Program } from "../load/program.ts";
import { callHooksOf } from "../passes/callHooks.ts";
import { partitionContext } from "../passes/contexts.ts";
import { exceptionOf } from "../passes/failures.ts";
import { type BuiltInPass, type ContextData, levelOfPass, nameOfPass, type PassStep, type TableEntryValue } from "../passes/passData.ts";
import { regionHookFunctions } from "../passes/regionHooks.ts";
import { runForGood } from "../passes/runPass.ts";
import { unreadBy } from "../passes/unread.ts";
import { callFlow, type Given } from "./callFlow.ts";
import { askedBy, heapOf } from "./flowHeap.ts";
import { type FlowModel, hasSameFunctions, sayTheSame, smallModel } from "./flowModel.ts";
import { isSameTable } from "./sameTable.ts";
import { stepOptions } from "./stepOptions.ts";

/** One step of a flow. */
export interface FlowStep {
  readonly pass: string;
  readonly options: GivenOptions;
  /** The flow's own context leaves it out. */
  readonly isOff: boolean;
  /** Of a step that is the file's own: what it makes of a module. */
  readonly run?: (module: Module) => Outcome<Module>;
}

export interface RecordedFlow {
  /** The name of the partition function. */
  readonly name: string;
  readonly steps: readonly FlowStep[];
  /** The table of its MergeComposite steps: the files' own table if the flow merges it, else the first merged one. */
  readonly table: readonly TableEntryValue[];
  /** The level at which the steps run as they do in the file. */
  readonly optLevel: number;
  /** Whether it makes constants of the weights that it is given. */
  readonly bindsParameters: boolean;
  /**
   * Options of pass contexts that the flow sets and that steps do not have. An option that a pass of the flow
   * would read comes with that pass.
   */
  readonly config: ReadonlyMap<string, string | undefined>;
  /** Passes that raised, after which the function continued. */
  readonly caught: readonly string[];
  /** Names of the files whose values can't be kept as they are at a pass; undefined if all are too many to keep any. */
  readonly unkept: readonly string[] | undefined;
  /** Whether passes ran on the model: then branches are those that the compiler takes. */
  readonly isOnModel: boolean;
  /** Why passes did not run to the flow's end: the first pass that did not, where it was one. */
  readonly stopped?: { readonly pass: string | undefined; readonly why: Ended } | undefined;
}

type Ended = Exclude<Outcome<Module>, { kind: "value" }>;

/** One recording: a model, and the first step whose pass is noted without being run. */
interface Recording {
  readonly model: FlowModel;
  readonly runsUntil: number;
}

/**
 * Options of contexts that passes read and steps do not have, with those passes; code generation alone reads all
 * others.
 */
const readBy: ReadonlyMap<string, readonly string[]> = new Map([
  ["relay.backend.use_auto_scheduler", ["AlterOpLayout"]],
  ["relay.backend.use_meta_schedule", ["AlterOpLayout"]],
  ["relay.backend.use_meta_schedule_dispatch", ["AlterOpLayout"]],
  ["relay.collage.byoc_fusion_style", ["CollagePartition"]],
  ["relay.collage.byoc_max_depth", ["CollagePartition"]],
  ["relay.collage.tvm_max_depth", ["CollagePartition"]],
  ["relay.fallback_device_type", ["PlanDevices"]],
  ["relay.remove_standalone_reshapes.enable", ["RemoveStandaloneReshapes"]],
]);
/** Passes that a flow may run: real ones run some dozen. */
const mostPasses = 1_000;
/** Different tables of a flow that its steps are compared with. */
const mostTables = 4;

/**
 * The flow of a program under values of its options, on a model; undefined if the file has none. From the first failing
 * pass on, passes are only noted. Reports the exception of the flow's function if it raises on every model.
 */
export function recordFlow(program: Program, given: Given, model?: FlowModel): Outcome<RecordedFlow> | undefined {
  const found = flowOf(program);
  if (!found) return undefined;
  program.state.surroundings = {};
  const record = (recording: Recording) => new Recorder(program, found.name, given, recording);
  const made = (recorder: Recorder, rest: Pick<RecordedFlow, "isOnModel" | "stopped">): Outcome<RecordedFlow> => {
    program.state.surroundings = recorder.surroundings();
    return { kind: "value", value: { ...recorder.flow(), name: found.name, ...rest } };
  };
  if (!model) {
    const recorder = record({ model: smallModel(program.state.operators), runsUntil: 0 });
    const outcome = recorder.run();
    return outcome.kind === "value" ? made(recorder, { isOnModel: false }) : outcome;
  }
  const whole = record({ model, runsUntil: mostPasses });
  const why = whole.run();
  if (why.kind === "value") return made(whole, { isOnModel: true });
  const { failed } = whole;
  if (failed) {
    const partly = record({ model, runsUntil: failed.at });
    if (partly.run().kind === "value") return made(partly, { isOnModel: true, stopped: { pass: failed.pass, why } });
  }
  const noted = recordFlow(program, given);
  if (noted?.kind !== "value") return noted;
  if (!failed && why.kind === "raised") {
    whole.endHere();
    return made(whole, { isOnModel: true });
  }
  return { kind: "value", value: { ...noted.value, stopped: { pass: failed?.pass, why } } };
}

/** A module before a step and, once known, the module after it. */
interface Passage {
  readonly before: Module;
  after?: Module;
}

/** The surroundings in which a pass asks the program; without a heap if the program holds too much. */
type Asked = Omit<Surroundings, "values"> & { readonly heap: Heap | undefined };

/** A table that a flow gives to MergeComposite. */
interface MergedTable {
  readonly entries: readonly TableEntryValue[];
  readonly isOwn: boolean;
  /** What is in force where it is first merged; undefined where contexts leave that out. */
  asked?: Asked;
}

/** A step with the table that it merges: which table is the target's is known at the flow's end. */
interface NotedStep extends FlowStep {
  readonly table?: MergedTable;
}

class Recorder {
  /** The pass that ended the function by its failure. */
  failed: { readonly at: number; readonly pass: string; readonly error: unknown } | undefined;
  private readonly steps: NotedStep[] = [];
  private readonly tables: MergedTable[] = [];
  private readonly caught: string[] = [];
  private readonly names = new Map<string, number>();
  private readonly config = new Map<string, string | undefined>();
  private readonly taken = new Set<string>();
  private readonly asked = new Map<AskedKind, Asked>();
  private last: Module;
  private calls = 0;
  private level = 0;
  private binds = false;

  constructor(
    private readonly program: Program,
    private readonly name: string,
    private readonly given: Given,
    private readonly recording: Recording,
  ) {
    this.last = recording.model.module;
  }

  run(): Outcome<Module> {
    const { machine } = this.program;
    const outcome = this.called();
    const { failed } = this;
    if (outcome.kind === "value") {
      this.goOn();
      this.noteBetween(outcome.value);
    } else if (failed && outcome.kind === "raised" && outcome.exception !== failed.error && !(failed.error instanceof Failure)) {
      this.failed = undefined;
    }
    machine.frame = undefined;
    return outcome;
  }

  /** Calls the function. An unknown value ends it like an exception that its own handlers do not see. */
  private called(): Outcome<Module> {
    const { machine } = this.program;
    try {
      const runStep: StepRunner = (m, step, current) => {
        this.goOn();
        this.noteBetween(current);
        this.last = current;
        if (this.calls === mostPasses) throw new Exhausted("steps", "");
        const at = this.calls++;
        const passage: Passage = { before: current };
        this.noteStep(step, at, passage);
        try {
          this.last = this.passed(m, step, at, current);
        } catch (error) {
          this.failed = { at, pass: this.steps.at(-1)?.pass ?? nameOfPass(step.pass), error };
          throw error;
        }
        if (at < this.recording.runsUntil && step.skipped === "") passage.after = this.last;
        return this.last;
      };
      const atEnd = () => this.noteAsked("end", partitionContext);
      return callFlow(this.program, this.recording.model, this.given, { runStep, atEnd });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return machine.describe(exceptionOf(error));
    }
  }

  /** The function continued: its handlers caught the exception of a pass. */
  private goOn(): void {
    const { failed, steps } = this;
    const step = failed && steps.pop();
    if (!step) return;
    steps.push({ ...step, isOff: true });
    this.caught.push(step.pass);
    this.failed = undefined;
  }

  flow(): Omit<RecordedFlow, "name" | "isOnModel" | "stopped"> {
    const { caught, level, binds, chosen } = this;
    const steps = this.steps.map(({ table, ...step }): FlowStep => {
      if (!table) return step;
      const { run: _, ...plain } = step;
      return table === chosen ? plain : { ...step, pass: this.unique(`${step.pass} of another table`) };
    });
    const table = chosen?.entries ?? this.program.entries;
    return { steps, table, caught, optLevel: level, bindsParameters: binds, config: this.leftConfig(), unkept: this.unkept() };
  }

  /** The table that is the target's. */
  private get chosen(): MergedTable | undefined {
    const merged = this.tables.filter(({ asked }) => asked);
    return merged.find(({ isOwn }) => isOwn) ?? merged[0] ?? this.tables.find(({ isOwn }) => isOwn);
  }

  private get allAsked(): readonly (readonly [AskedKind, Asked])[] {
    const { asked: checks } = this.chosen ?? {};
    return [...this.asked, ...(checks ? [["checks", checks] as const] : [])];
  }

  /** The surroundings of each question to the program. Call this after the state is restored. */
  surroundings(): TvmState["surroundings"] {
    const shown = ({ heap, ...rest }: Asked): Surroundings => ({ ...rest, values: heap?.differences() ?? [] });
    return Object.fromEntries(this.allAsked.map(([kind, asked]) => [kind, shown(asked)]));
  }

  private unkept(): readonly string[] | undefined {
    const heaps = this.allAsked.map(([, { heap }]) => heap);
    if (this.program.state.start?.heap === undefined || heaps.includes(undefined)) return undefined;
    return [...new Set(heaps.flatMap((heap) => [...(heap?.iterators ?? [])]))];
  }

  private noteAsked(kind: AskedKind, context: ContextData): void {
    const heap = this.asked.get(kind)?.heap ?? heapOf(this.program);
    this.asked.set(kind, this.inForce(context, heap));
  }

  private inForce(context: ContextData, heap: Heap | undefined): Asked {
    return { context, targets: [...this.program.state.targets], heap };
  }

  /** Options of contexts that became no option of a step. */
  private leftConfig(): ReadonlyMap<string, string | undefined> {
    return new Map([...this.config].filter(([name, pass]) => pass !== undefined || !this.taken.has(name)));
  }

  /**
   * The result of a pass on a module in this recording. The module is unchanged if the pass is only noted or not
   * supported.
   */
  private passed(m: Parameters<StepRunner>[0], step: PassStep, at: number, module: Module): Module {
    return at < this.recording.runsUntil && step.pass.kind !== "unsupported" ? this.really(m, step, module) : module;
  }

  /** Runs a pass with all passes that it runs itself, and all that it rewrites: none of them is a step of the flow. */
  private really(m: Parameters<StepRunner>[0], step: PassStep, module: Module): Module {
    const { state } = this.program;
    const { runStep } = state;
    state.runStep = runForGood;
    try {
      return runForGood(m, step, module);
    } finally {
      state.runStep = runStep;
      state.notes.clear();
      state.bound.clear();
    }
  }

  /** What the function did to the module since the last pass becomes a step. */
  private noteBetween(module: Module): void {
    const { notes, bound } = this.program.state;
    const binds = bound.size > 0;
    if (binds) this.binds = true;
    const names = [...notes];
    const isOther = module !== this.last && !(binds && hasSameFunctions(module, this.last, bound));
    const before = this.last;
    notes.clear();
    bound.clear();
    if (names.length === 0 && !isOther) return;
    this.addBetween(names, before, module);
  }

  /** The function raises after the last pass: what it does there becomes a step, which raises the same. */
  endHere(): void {
    this.addBetween([...this.program.state.notes], this.last, undefined);
  }

  private addBetween(names: readonly string[], before: Module, after: Module | undefined): void {
    const at = this.calls;
    const label = names.length > 0 ? names.join(", ") : `Rest of ${this.name}`;
    const run = (module: Module): Outcome<Module> => {
      const isKnown = after !== undefined && at <= this.recording.runsUntil && sayTheSame(module, before);
      return isKnown ? { kind: "value", value: after } : this.between(at, module);
    };
    this.steps.push({ pass: this.unique(label), options: {}, isOff: false, run });
  }

  /**
   * Runs the function's own code between two passes on a module; what comes before it goes over the recording's model
   * again.
   */
  private between(at: number, module: Module): Outcome<Module> {
    let calls = 0;
    let made: Module | undefined;
    const model = at === 0 ? { ...this.recording.model, module } : this.recording.model;
    const runStep: StepRunner = (m, step, current) => {
      if (calls === at) made = current;
      const own = calls++;
      const after = own < at ? this.passed(m, step, own, current) : current;
      return calls === at ? module : after;
    };
    const outcome = callFlow(this.program, model, this.given, { runStep });
    return made === undefined ? outcome : { kind: "value", value: made };
  }

  private noteStep(step: PassStep, at: number, passage: Passage): void {
    const { pass, context, skipped } = step;
    const isOff = skipped !== "";
    this.level = Math.max(this.level, context.optLevel, isOff ? 0 : levelOfPass(pass));
    for (const key of context.config.keys()) {
      const reads = (readBy.get(key) ?? []).includes(nameOfPass(pass));
      this.config.set(key, reads ? nameOfPass(pass) : this.config.get(key));
    }
    const run = (module: Module): Outcome<Module> => {
      const { before, after } = passage;
      return after !== undefined && sayTheSame(module, before) ? { kind: "value", value: after } : this.alone(at, module);
    };
    if (pass.kind === "unsupported") this.steps.push({ pass: pass.name, options: {}, isOff });
    else if (pass.kind === "built-in") this.steps.push(this.builtIn(pass, context, isOff, run));
    else this.steps.push({ pass: this.unique(pass.name), options: {}, isOff, run });
  }

  private builtIn(pass: BuiltInPass, context: ContextData, isOff: boolean, run: NonNullable<FlowStep["run"]>): NotedStep {
    const { name } = pass.pass;
    if (pass.entries) return this.merging(pass.entries, context, { pass: name, options: {}, isOff, run });
    // What a file registers for calls is known to its own program alone, and for some files only while the flow runs.
    if (this.changesCalls(pass)) return { pass: this.unique(name), options: {}, isOff, run };
    const kind = askedBy.get(name);
    if (kind && (kind !== "hooks" || regionHookFunctions(this.program.machine).size > 0)) {
      // Checks and rules are asked with one set of values: a pass that asks them again with others is the file's own.
      if (!isOff && this.asked.get(kind)?.heap?.isNow === false)
        return { pass: this.unique(`${name} with other values`), options: {}, isOff, run };
      this.noteAsked(kind, context);
    }
    for (const { config } of Object.values(pass.pass.options)) if (config !== undefined) this.taken.add(config);
    return { pass: name, options: stepOptions(pass, context, this.program.name), isOff };
  }

  /** Whether the program has functions that a pass changes calls with, or asks about them. */
  private changesCalls({ pass, options, keepsApart }: BuiltInPass): boolean {
    if (keepsApart !== undefined || unreadBy(this.program.machine, pass.name).size > 0) return true;
    const { layoutConverters, leavesLayout, layoutAlterers, legalizers, precisions } = callHooksOf(this.program.machine);
    if (pass.name === "ConvertLayout") return layoutConverters.size > 0 || leavesLayout !== undefined;
    if (pass.name === "AlterOpLayout") return layoutAlterers.size > 0;
    if (pass.name === "ToMixedPrecision") return precisions.size > 0;
    return pass.name === "Legalize" && legalizers(String(options.legalize_map_attr_name ?? "FTVMLegalize")).size > 0;
  }

  /** MergeComposite with a table of the program. */
  private merging(entries: readonly TableEntryValue[], context: ContextData, step: FlowStep): NotedStep {
    const { program, tables } = this;
    let table = tables.find((known) => isSameTable(entries, known.entries));
    if (!table) {
      if (tables.length === mostTables) return { ...step, pass: this.unique(`${step.pass} of another table`) };
      const isOwn = isSameTable(entries, program.entries);
      table = { entries: isOwn ? program.entries : entries, isOwn };
      tables.push(table);
    }
    if (step.isOff) return { ...step, table };
    const heap = table.asked?.heap ?? heapOf(program, table.entries);
    if (table.asked && heap?.isNow === false) return { ...step, pass: this.unique(`${step.pass} with other values`) };
    table.asked = this.inForce(context, heap);
    return { ...step, table };
  }

  /**
   * Runs one pass of the function on a module, where the function runs it; what comes before it goes over the
   * recording's model again.
   */
  private alone(at: number, module: Module): Outcome<Module> {
    const { machine } = this.program;
    let calls = 0;
    let made: Outcome<Module> | undefined;
    const runStep: StepRunner = (m, step, current) => {
      const own = calls++;
      if (own !== at) return own < at ? this.passed(m, step, own, current) : current;
      made = machine.run(() => this.really(m, { ...step, skipped: "" }, module));
      return current;
    };
    const outcome = callFlow(this.program, this.recording.model, this.given, { runStep });
    return made ?? outcome;
  }

  /** A name that no pass of the compiler and no other step of the file has. */
  private unique(given: string): string {
    const name = findPass(given) ? `${given} of the file` : given;
    const count = (this.names.get(name) ?? 0) + 1;
    this.names.set(name, count);
    return count === 1 ? name : `${name} ${count}`;
  }
}
