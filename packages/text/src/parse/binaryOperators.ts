/**
 * Binary operators of expressions and how tightly they bind. Follows GetOperatorTable in src/relay/parser/parser.cc.
 */
import { type Cursor, kindAt, startOf } from "./cursor.ts";

export interface BinaryOperator {
  /** As the text writes it; each of its characters is a token. */
  readonly text: string;
  /** The Relay operator that it calls. */
  readonly operator: string;
  /** The higher, the tighter. */
  readonly precedence: number;
}

const binaryOperators: readonly BinaryOperator[] = [
  { text: "*", operator: "multiply", precedence: 12 },
  { text: "/", operator: "divide", precedence: 12 },
  { text: "+", operator: "add", precedence: 10 },
  { text: "-", operator: "subtract", precedence: 10 },
  { text: "<", operator: "less", precedence: 8 },
  { text: "<=", operator: "less_equal", precedence: 8 },
  { text: ">", operator: "greater", precedence: 8 },
  { text: ">=", operator: "greater_equal", precedence: 8 },
  { text: "==", operator: "equal", precedence: 7 },
  { text: "!=", operator: "not_equal", precedence: 7 },
];

const byText = new Map(binaryOperators.map((b) => [b.text, b]));
const firstCharacters = new Set(binaryOperators.map((b) => b.text.charCodeAt(0)));

/** Whether a token of that kind may start a binary operator. */
export function isBinary(kind: number): boolean {
  return firstCharacters.has(kind);
}

/** The binary operator at the cursor; undefined where none is. */
export function binaryAt(c: Cursor): BinaryOperator | undefined {
  if (!isBinary(kindAt(c))) return undefined;
  const start = startOf(c);
  const { text } = c.tokens;
  return byText.get(text.slice(start, start + 2)) ?? byText.get(text.charAt(start));
}
