/** The syntax tree of the pattern language: the part of Python that pattern tables are written in. */
import type { Span } from "@relayscope/ir";

interface Node {
  readonly span: Span;
}

export type Expression =
  | (Node & { readonly kind: "Name"; readonly name: string })
  | (Node & { readonly kind: "Number"; readonly value: number; readonly isFloat: boolean })
  | (Node & { readonly kind: "String"; readonly value: string })
  | (Node & { readonly kind: "Literal"; readonly value: boolean | null })
  | (Node & { readonly kind: "List" | "Tuple"; readonly items: readonly Expression[] })
  | (Node & { readonly kind: "Dict"; readonly entries: readonly (readonly [Expression, Expression])[] })
  | (Node & {
      readonly kind: "Call";
      readonly callee: Expression;
      readonly args: readonly Expression[];
      readonly keywords: readonly Keyword[];
    })
  | (Node & { readonly kind: "Member"; readonly object: Expression; readonly name: string })
  | (Node & { readonly kind: "Index"; readonly object: Expression; readonly index: Expression })
  | (Node & { readonly kind: "Unary"; readonly operator: "-" | "not"; readonly operand: Expression })
  | (Node & { readonly kind: "Binary"; readonly operator: BinaryOperator; readonly left: Expression; readonly right: Expression })
  | (Node & { readonly kind: "Conditional"; readonly test: Expression; readonly then: Expression; readonly otherwise: Expression })
  | (Node & { readonly kind: "Lambda"; readonly params: readonly Parameter[]; readonly body: Expression });

export type BinaryOperator = "+" | "-" | "*" | "/" | "|" | "and" | "or" | "==" | "!=" | "in" | "not in" | "is" | "is not";

export interface Keyword extends Node {
  readonly name: string;
  readonly value: Expression;
}

export interface Parameter {
  readonly name: string;
  readonly fallback: Expression | undefined;
}

export type Statement =
  | (Node & { readonly kind: "Assign"; readonly targets: readonly Expression[]; readonly value: Expression })
  | (Node & { readonly kind: "Expression"; readonly value: Expression })
  | (Node & { readonly kind: "Return"; readonly value: Expression | undefined })
  | (Node & { readonly kind: "Def"; readonly name: string; readonly params: readonly Parameter[]; readonly body: readonly Statement[] })
  | (Node & {
      readonly kind: "If";
      readonly test: Expression;
      readonly then: readonly Statement[];
      readonly otherwise: readonly Statement[];
    })
  | (Node & { readonly kind: "Raise" })
  | (Node & { readonly kind: "Pass" });

/** Python's words that no expression begins with. */
export const keywords: ReadonlySet<string> = new Set([
  "if",
  "else",
  "elif",
  "and",
  "or",
  "in",
  "is",
  "not",
  "lambda",
  "return",
  "def",
  "for",
  "while",
  "import",
  "from",
  "class",
]);
