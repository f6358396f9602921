/**
 * The only door between the page and the compiler core: plain data in, plain data out.
 * Implemented twice, in process and over a worker; the same tests run against both.
 */
import type { DrawableGraph, GraphLayout } from "@relayscope/graph";

/** Offsets into a text, UTF-16 units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Problem {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly hints: readonly string[];
  /** Into the input text. */
  readonly range: Range | undefined;
  /** One-based, for display. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** The pass that said it; undefined for reading and typing. */
  readonly pass: string | undefined;
  /** Id of the node it is about. */
  readonly node: number | undefined;
}

/** One step of the pipeline, as the user wrote it. Plain JSON: it goes into links. */
export interface PipelineStep {
  readonly pass: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Switched off by the user: shown, not run. */
  readonly isOff?: boolean;
}

/** A pattern of an edited target, in the text form that reads like the reference's Python. */
export interface TargetPattern {
  readonly name: string;
  readonly pattern: string;
  /** What the target asks of a match besides its shape, as text; absent where it asks nothing. Built-in targets only. */
  readonly check?: string;
  /** A known defect of the reference's table, a sentence: it can never match, its check raises. */
  readonly defect?: string;
}

/** A target as the page edits it and links carry it. */
export interface TargetSpec {
  readonly name: string;
  readonly patterns: readonly TargetPattern[];
  /** Operators that the target's rules accept always. */
  readonly operators: readonly string[];
}

export interface RunRequest {
  /** Rises with every edit; the newest wins and older runs fall silent. */
  readonly epoch: number;
  readonly text: string;
  readonly pipeline: readonly PipelineStep[];
  /** Passes above it are skipped. */
  readonly optLevel: number;
  /** Name of the chosen target, e.g. `dnnl`. */
  readonly target: string;
  /** Targets edited or made by the user; they win over built-in ones of the same name. */
  readonly customTargets: readonly TargetSpec[];
  /** All parameters of @main but the inputs become constants. */
  readonly bindParameters: boolean;
  /** Whether passes report decisions (for "why"). */
  readonly trace: boolean;
  /** Milliseconds after which the run is stopped; 20,000 where it is left out. A longer one is how a stopped run goes on. */
  readonly timeLimit?: number;
}

export interface StageSummary {
  readonly calls: number;
  readonly nodes: number;
  readonly functions: number;
  readonly composites: number;
  /** Regions per target at this stage, `default` left out. */
  readonly regions: readonly { readonly target: string; readonly count: number }[];
}

export type StageStatus = "done" | "unchanged" | "skipped" | "off" | "failed" | "not-built";

/** What the strip shows for the input (stage 0) and for each pass (stage i for pipeline step i - 1). */
export interface StageResult {
  readonly stage: number;
  readonly pass: string;
  readonly status: StageStatus;
  /** One sentence for skipped, failed and not-built: `needs opt level 3, the context has 2`. Else empty. */
  readonly reason: string;
  readonly ms: number;
  readonly summary: StageSummary;
}

/** Streamed while a run goes on. */
export type RunEvent =
  | { readonly kind: "stage"; readonly epoch: number; readonly result: StageResult; readonly problems: readonly Problem[] }
  | { readonly kind: "finished"; readonly epoch: number; readonly ms: number }
  | { readonly kind: "stopped"; readonly epoch: number; readonly reason: "timeout" | "crash" | "canceled"; readonly message: string };

export interface GraphRequest {
  readonly epoch: number;
  readonly stage: number;
  readonly hideVariables: boolean;
  readonly hideConstants: boolean;
  /** Ids of collapsed frames. */
  readonly collapsed: readonly number[];
  /** Draws `compiler_begin` and `compiler_end` as nodes; else the regions alone show them. */
  readonly showAnnotations?: boolean;
  /** Draws the groups that the next pass fuses as regions, where it is FuseOps: for the picture beside its result. */
  readonly showGroups?: boolean;
}

export interface GraphAnswer {
  readonly graph: DrawableGraph;
  readonly layout: GraphLayout;
}

/** Label and value, for tables in the inspector. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** True where the value equals the default. */
  readonly isDefault?: boolean;
  /** The assumption that the value rests on, if any. */
  readonly assumed?: string;
}

export interface NodeDetails {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly attributes: readonly Fact[];
  readonly facts: readonly Fact[];
  /** In the input text, where it stems from there. */
  readonly source: Range | undefined;
  /** Nodes of the stage before, and of the stage after. */
  readonly cameFrom: readonly NodeReference[];
  readonly became: readonly NodeReference[];
  /** Sentences that answer "why is it here", "why is there a boundary". */
  readonly why: readonly Explanation[];
}

export interface NodeReference {
  readonly id: number;
  readonly label: string;
}

export interface Explanation {
  readonly question: string;
  readonly answer: string;
  /** What to try, a sentence each. */
  readonly cures: readonly string[];
  /** Ids of the nodes it speaks of, for highlighting. */
  readonly nodes: readonly number[];
  /** The pattern whose try at the node tells more (`patternTrace`); empty for all of the table. */
  readonly pattern?: string;
}

/**
 * How an entry of a pattern table met a node: `taken` into its composite; `refused` though it matches; `failed` to match; `raises`, which stops the
 * pass; `spent`: an earlier entry has the node; `unrelated`: no part of it could meet the node; `not-tried`: an earlier one stopped the pass.
 */
export type PatternState = "taken" | "refused" | "failed" | "raises" | "spent" | "unrelated" | "not-tried";

/** An entry of a pattern table, tried where a match would hold a node. */
export interface PatternTry {
  /** Its place in the answer's list, for `patternTrace`. */
  readonly index: number;
  readonly name: string;
  readonly state: PatternState;
  /** The first failure by its kind (`operator`, `arity`, `attribute`, `outside-user`, `overlap`, `check`, ...); empty where there is none. */
  readonly reason: string;
  /** The same as a sentence. */
  readonly message: string;
  /** Where the match ends, or where the first failure is. */
  readonly at: NodeReference | undefined;
  /** Ids of the nodes that the sentence speaks of. */
  readonly nodes: readonly number[];
  /** A known defect of the reference's table, a sentence. */
  readonly defect?: string;
}

/** A target's rule for a node's operator. */
export interface RuleTry {
  readonly target: string;
  readonly operator: string;
  /** `none`: the target has no rule for it; `always`: it takes whatever calls the operator. */
  readonly state: "accepts" | "always" | "refuses" | "raises" | "none";
  readonly check: readonly CheckLine[];
}

/** What the patterns and rules of a run's targets say of a node. */
export interface PatternAnswer {
  readonly tries: readonly PatternTry[];
  readonly rules: readonly RuleTry[];
  /** What to know of it, a sentence each: where the patterns were tried, or why they were not. */
  readonly notes: readonly string[];
}

/** A sub-pattern and what it met, a line of a tree in preorder. */
export interface TraceLine {
  /** From 1. */
  readonly level: number;
  readonly pattern: string;
  readonly state: "met" | "refused";
  /** What stood there; undefined for a node that the asked stage no longer has. */
  readonly node: NodeReference | undefined;
  /** Its name, where there is no such node any more too. */
  readonly label: string;
  /** The refusal that is this line's own, a sentence; empty where an inner line refused. */
  readonly message: string;
  /** Whether the line is the first failure. */
  readonly isFirst: boolean;
}

/** A part of a check with what came of it, a line of a tree in preorder. Parts that were not reached are left out. */
export interface CheckLine {
  /** From 1. */
  readonly level: number;
  readonly text: string;
  readonly answer: boolean | "raises";
  readonly values: readonly { readonly text: string; readonly value: string }[];
  /** What raised; else empty. */
  readonly message: string;
}

export interface PatternTrace {
  readonly lines: readonly TraceLine[];
  /** How many lines were left out. */
  readonly linesLeft: number;
  /** Where the lines show a part of the pattern: a sentence. */
  readonly note: string;
  readonly check: readonly CheckLine[];
  /** Why there is no check: it asks nothing, or was not reached. Empty where there is one. */
  readonly checkNote: string;
}

export interface StageText {
  readonly text: string;
  /** Where nodes stand in it: id, start, end, id, start, end, ... sorted by start. */
  readonly places: Uint32Array;
}

export interface TargetInfo {
  readonly name: string;
  readonly title: string;
  /** What it wants: layout, constants, dtype. */
  readonly needs: string;
  readonly patterns: readonly TargetPattern[];
  readonly operators: readonly string[];
  readonly pipeline: readonly PipelineStep[];
  /** The opt level that the target's flow sets for itself. */
  readonly optLevel: number;
  /** Whether the flow begins by making constants of all parameters but the inputs. */
  readonly bindsParameters: boolean;
}

export interface PassInfo {
  readonly name: string;
  readonly summary: string;
  readonly optLevel: number;
  readonly options: readonly {
    readonly name: string;
    readonly type: string;
    readonly default: unknown;
    readonly doc: string;
    readonly choices?: readonly (string | number)[];
    /** Whether other passes read it and this one does not. */
    readonly isReadElsewhere?: boolean;
  }[];
}

export interface Catalog {
  readonly targets: readonly TargetInfo[];
  readonly passes: readonly PassInfo[];
}

/** Language services for the editor. Each is asked with the text as it stands; offsets are in that text. */
export interface LanguageService {
  hover(text: string, offset: number): Promise<{ readonly range: Range; readonly markdown: string } | undefined>;
  definition(text: string, offset: number): Promise<Range | undefined>;
  /** All mentions of what is named at the offset, its definition among them. */
  references(text: string, offset: number): Promise<readonly Range[]>;
  /** The name that would be renamed; undefined where nothing there can be. */
  renameRange(text: string, offset: number): Promise<Range | undefined>;
  /** Edits that rename what is named at the offset; `name` may come with its `%` or `@` or without. */
  rename(text: string, offset: number, name: string): Promise<RenameAnswer>;
  completions(text: string, offset: number): Promise<readonly Completion[]>;
  /** From an opening to its closing bracket, where they are on different lines. */
  folding(text: string): Promise<readonly Range[]>;
  outline(text: string): Promise<readonly OutlineItem[]>;
  /** The text in the reference's own layout. */
  format(text: string): Promise<FormatAnswer>;
  /** Five numbers a token as LSP encodes them: delta line, delta start, length, type, modifiers; the latter two as `semanticLegend` lists them. */
  semanticTokens(text: string): Promise<Uint32Array>;
  /** What is wrong with a pattern in the text form of the Target tab. */
  patternProblems(text: string): Promise<readonly Problem[]>;
  patternCompletions(text: string, offset: number): Promise<readonly Completion[]>;
}

export interface RenameAnswer {
  readonly edits: readonly TextEdit[];
  /** Why it can't be renamed so, a sentence; then there are no edits. */
  readonly refusal: string | undefined;
}

export interface FormatAnswer {
  /** The same text where it cannot be laid out without losing something. */
  readonly text: string;
  /** Why it was left as it is, a sentence. */
  readonly refusal: string | undefined;
}

export interface TextEdit {
  readonly range: Range;
  readonly text: string;
}

export type CompletionKind = "operator" | "attribute" | "variable" | "function" | "constructor" | "type" | "value" | "keyword" | "method";

export interface Completion {
  readonly kind: CompletionKind;
  readonly label: string;
  readonly insert: string;
  readonly detail: string;
  readonly documentation: string;
  /** What of the text `insert` takes the place of. */
  readonly range: Range;
}

export interface OutlineItem {
  readonly kind: "function" | "type" | "constructor" | "variable";
  readonly name: string;
  readonly detail: string;
  readonly range: Range;
  /** The name within the range. */
  readonly selection: Range;
  readonly children: readonly OutlineItem[];
}

/** Whether a pass kept the module's meaning, found by running the module before and after it on random inputs. */
export interface CheckAnswer {
  /** `unknown`: it could not be told; the sentence says why. `canceled`: by `cancelCheck`, by another check, or by a newer run. */
  readonly kind: "same" | "different" | "unknown" | "canceled";
  /** `Same on 3 random inputs; largest difference 2e-6.` */
  readonly sentence: string;
  /** What to know of the answer, a sentence each. */
  readonly notes: readonly string[];
  /** Id, at the stage or the one before, of the node it is about. */
  readonly node: number | undefined;
}

export interface Engine {
  /** Starts a run; earlier runs fall silent. Events come through `onEvent` until `finished` or `stopped`. */
  run(request: RunRequest, onEvent: (event: RunEvent) => void): void;
  /** Stops the run in hand. Over a worker: within 100 ms, by ending the worker and starting another. */
  cancel(): void;
  /** Rejects where the epoch is no longer held. */
  graph(request: GraphRequest): Promise<GraphAnswer>;
  text(epoch: number, stage: number): Promise<StageText>;
  node(epoch: number, stage: number, id: number): Promise<NodeDetails | undefined>;
  /** Ids at `stage` of what a range of the input text says. */
  nodesAt(epoch: number, stage: number, range: Range): Promise<readonly number[]>;
  /** Ids at stage `to` of what nodes of stage `from` became (or came from, where `to` is smaller). */
  follow(epoch: number, from: number, to: number, ids: readonly number[]): Promise<readonly number[]>;
  /** What is worth saying of a stage as a whole: why so many regions, why these ids, what was offloaded. */
  explain(epoch: number, stage: number): Promise<readonly Explanation[]>;
  /** How each entry of the pattern tables met a node of a stage, in table order, and the operator rules. Undefined where the stage has no such node. */
  patterns(epoch: number, stage: number, id: number): Promise<PatternAnswer | undefined>;
  /** The try of one entry in full: which sub-pattern met which node, and the entry's check with its values. */
  patternTrace(epoch: number, stage: number, id: number, index: number): Promise<PatternTrace | undefined>;
  /** Runs the modules before and after a stage's pass on random inputs. One check at a time; a newer one cancels it. */
  check(epoch: number, stage: number): Promise<CheckAnswer>;
  cancelCheck(): void;
  catalog(): Promise<Catalog>;
  readonly language: LanguageService;
  dispose(): void;
}
