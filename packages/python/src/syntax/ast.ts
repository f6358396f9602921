/** The tree of a file. Every node has its place; names and shapes follow Python's `ast`. */

export interface Node {
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
}

export type BinaryOperator = "+" | "-" | "*" | "/" | "//" | "%" | "**" | "@" | "<<" | ">>" | "&" | "|" | "^";
export type CompareOperator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "is" | "is not" | "in" | "not in";

export type Expression =
  | (Node & { readonly kind: "Constant"; readonly value: null | boolean | number | bigint | string })
  | (Node & { readonly kind: "Float"; readonly value: number })
  | (Node & { readonly kind: "Bytes"; readonly value: Uint8Array })
  | (Node & { readonly kind: "Ellipsis" })
  | Name
  | Attribute
  | Subscript
  | Call
  | (Node & { readonly kind: "Binary"; readonly operator: BinaryOperator; readonly left: Expression; readonly right: Expression })
  | (Node & { readonly kind: "Unary"; readonly operator: "-" | "+" | "~" | "not"; readonly operand: Expression })
  | (Node & { readonly kind: "Bool"; readonly operator: "and" | "or"; readonly values: readonly Expression[] })
  | Compare
  | (Node & { readonly kind: "If"; readonly test: Expression; readonly body: Expression; readonly otherwise: Expression })
  | Lambda
  | Sequence
  | (Node & { readonly kind: "Set"; readonly items: readonly Expression[] })
  | (Node & { readonly kind: "Dict"; readonly items: readonly DictItem[] })
  | Comprehension
  | Starred
  | (Node & {
      readonly kind: "Slice";
      readonly lower: Expression | undefined;
      readonly upper: Expression | undefined;
      readonly step: Expression | undefined;
    })
  | Joined
  | (Node & { readonly kind: "Walrus"; readonly target: Name; readonly value: Expression })
  | (Node & { readonly kind: "Yield"; readonly value: Expression | undefined })
  | (Node & { readonly kind: "YieldFrom"; readonly value: Expression })
  /** A value that was computed before, kept in a slot of the frame; made by the compiler alone. */
  | (Node & { readonly kind: "Kept"; readonly slot: number });

export interface Name extends Node {
  readonly kind: "Name";
  readonly name: string;
}

export interface Attribute extends Node {
  readonly kind: "Attribute";
  readonly value: Expression;
  readonly name: string;
}

export interface Subscript extends Node {
  readonly kind: "Subscript";
  readonly value: Expression;
  readonly index: Expression;
}

export interface Call extends Node {
  readonly kind: "Call";
  readonly callee: Expression;
  /** `Starred` among them for `*args`. */
  readonly args: readonly Expression[];
  /** Without a name: `**kwargs`. */
  readonly keywords: readonly Keyword[];
}

export interface Keyword extends Node {
  readonly name: string | undefined;
  readonly value: Expression;
}

export interface Compare extends Node {
  readonly kind: "Compare";
  readonly left: Expression;
  readonly operators: readonly CompareOperator[];
  readonly others: readonly Expression[];
}

export interface Lambda extends Node {
  readonly kind: "Lambda";
  readonly parameters: ParameterList;
  readonly body: Expression;
}

export interface Sequence extends Node {
  readonly kind: "List" | "Tuple";
  readonly items: readonly Expression[];
}

export interface Starred extends Node {
  readonly kind: "Starred";
  readonly value: Expression;
}

export interface DictItem {
  /** Undefined for `**value`. */
  readonly key: Expression | undefined;
  readonly value: Expression;
}

export interface Comprehension extends Node {
  readonly kind: "ListComp" | "SetComp" | "DictComp" | "Generator";
  readonly item: Expression;
  /** Of a dict: the value of `item`. */
  readonly value: Expression | undefined;
  readonly loops: readonly ComprehensionLoop[];
}

export interface ComprehensionLoop {
  readonly target: Expression;
  readonly iterable: Expression;
  readonly conditions: readonly Expression[];
}

/** An f-string, or adjacent texts with one among them. */
export interface Joined extends Node {
  readonly kind: "Joined";
  readonly parts: readonly (string | Formatted)[];
}

export interface Formatted extends Node {
  readonly value: Expression;
  readonly conversion: "r" | "s" | "a" | undefined;
  readonly format: Joined | undefined;
}

export interface Parameter extends Node {
  readonly name: string;
  readonly annotation: Expression | undefined;
  readonly value: Expression | undefined;
}

export interface ParameterList {
  readonly positionalOnly: readonly Parameter[];
  readonly positional: readonly Parameter[];
  readonly rest: Parameter | undefined;
  readonly keywordOnly: readonly Parameter[];
  readonly keywords: Parameter | undefined;
}

export type Statement =
  | (Node & { readonly kind: "Expression"; readonly value: Expression })
  | (Node & { readonly kind: "Assign"; readonly targets: readonly Expression[]; readonly value: Expression })
  | (Node & { readonly kind: "Augmented"; readonly target: Expression; readonly operator: BinaryOperator; readonly value: Expression })
  | (Node & {
      readonly kind: "Annotated";
      readonly target: Expression;
      readonly annotation: Expression;
      readonly value: Expression | undefined;
    })
  | (Node & { readonly kind: "Return"; readonly value: Expression | undefined })
  | (Node & { readonly kind: "Delete"; readonly targets: readonly Expression[] })
  | (Node & { readonly kind: "Raise"; readonly value: Expression | undefined; readonly cause: Expression | undefined })
  | (Node & { readonly kind: "Assert"; readonly test: Expression; readonly message: Expression | undefined })
  | (Node & { readonly kind: "Global" | "Nonlocal"; readonly names: readonly string[] })
  | Import
  | ImportFrom
  | (Node & { readonly kind: "Pass" | "Break" | "Continue" })
  | IfStatement
  | (Node & { readonly kind: "While"; readonly test: Expression; readonly body: Block; readonly otherwise: Block | undefined })
  | ForStatement
  | TryStatement
  | (Node & { readonly kind: "With"; readonly items: readonly WithItem[]; readonly body: Block })
  | FunctionDefinition
  | ClassDefinition
  | MatchStatement;

export type Block = readonly Statement[];

export interface Import extends Node {
  readonly kind: "Import";
  readonly names: readonly ImportName[];
  /** Whether it is inside a `try` that handles a failed import. */
  readonly isGuarded: boolean;
}

export interface ImportFrom extends Node {
  readonly kind: "ImportFrom";
  /** Dots before the module. */
  readonly level: number;
  readonly module: string;
  /** `*` alone for all. */
  readonly names: readonly ImportName[];
  readonly isGuarded: boolean;
}

export interface ImportName extends Node {
  readonly name: string;
  readonly alias: string | undefined;
}

/** `if`, and each `elif` as another branch. */
export interface IfStatement extends Node {
  readonly kind: "IfStatement";
  readonly branches: readonly { readonly test: Expression; readonly body: Block }[];
  readonly otherwise: Block | undefined;
}

export interface ForStatement extends Node {
  readonly kind: "For";
  readonly target: Expression;
  readonly iterable: Expression;
  readonly body: Block;
  readonly otherwise: Block | undefined;
}

export interface TryStatement extends Node {
  readonly kind: "Try";
  readonly body: Block;
  readonly handlers: readonly Handler[];
  readonly otherwise: Block | undefined;
  readonly final: Block | undefined;
}

export interface Handler extends Node {
  readonly type: Expression | undefined;
  readonly name: string | undefined;
  readonly body: Block;
}

export interface WithItem {
  readonly context: Expression;
  readonly target: Expression | undefined;
}

export interface FunctionDefinition extends Node {
  readonly kind: "Function";
  readonly name: string;
  readonly parameters: ParameterList;
  readonly decorators: readonly Expression[];
  readonly returns: Expression | undefined;
  readonly body: Block;
}

export interface ClassDefinition extends Node {
  readonly kind: "Class";
  readonly name: string;
  readonly bases: readonly Expression[];
  readonly keywords: readonly Keyword[];
  readonly decorators: readonly Expression[];
  readonly body: Block;
}

export interface MatchStatement extends Node {
  readonly kind: "Match";
  readonly subject: Expression;
  readonly cases: readonly MatchCase[];
}

export interface MatchCase {
  readonly pattern: Pattern;
  readonly guard: Expression | undefined;
  readonly body: Block;
}

export type Pattern =
  | (Node & { readonly kind: "Value"; readonly value: Expression })
  | (Node & { readonly kind: "Singleton"; readonly value: null | boolean })
  /** Without a name: `_`. */
  | (Node & { readonly kind: "Capture"; readonly name: string | undefined; readonly pattern: Pattern | undefined })
  | (Node & { readonly kind: "Or"; readonly patterns: readonly Pattern[] })
  | (Node & { readonly kind: "Sequence"; readonly items: readonly Pattern[] })
  | (Node & { readonly kind: "Star"; readonly name: string | undefined })
  | (Node & {
      readonly kind: "Mapping";
      readonly keys: readonly Expression[];
      readonly patterns: readonly Pattern[];
      readonly rest: string | undefined;
    })
  | (Node & {
      readonly kind: "Class";
      readonly cls: Expression;
      readonly items: readonly Pattern[];
      readonly names: readonly string[];
      readonly named: readonly Pattern[];
    });
