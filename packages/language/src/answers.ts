/** The interface of the language services. */

/** Offsets into a text, UTF-16 units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What is wrong with a text, and where. */
export interface TextProblem {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly hints: readonly string[];
  readonly range: Range | undefined;
  /** One-based, for display. */
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** Language services for the editor. Each call receives the present text; offsets are in that text. */
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
  /**
   * Five numbers a token as LSP encodes them: delta line, delta start, length, type, modifiers; the latter two as
   * `semanticLegend` lists them.
   */
  semanticTokens(text: string): Promise<Uint32Array>;
  /** What is wrong with a pattern in the text form of the Target tab. */
  patternProblems(text: string): Promise<readonly TextProblem[]>;
  patternCompletions(text: string, offset: number): Promise<readonly Completion[]>;
}

export interface RenameAnswer {
  readonly edits: readonly TextEdit[];
  /** Why the name can't be used, as a sentence; there are no edits then. */
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
  /** The part of the text that `insert` replaces. */
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
