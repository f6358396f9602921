/** Parses the pattern language into statements. An error ends its statement; the next line goes on. Depth is bounded. */
import { type Diagnostic, Failure, type Span } from "@relayscope/ir";
import type { Token, TokenKind } from "./lexer.ts";
import { textMessages } from "./messages.ts";
import { type BinaryOperator, type Expression, type Keyword, keywords, type Parameter, type Statement } from "./syntax.ts";

const depthLimit = 150;

/** Thrown to leave a statement; its diagnostic is reported there. */
/** The statements of a token list; errors go to `diagnostics`. */
export function parseStatements(tokens: readonly Token[], diagnostics: Diagnostic[]): Statement[] {
  return new Parser(tokens, diagnostics).parseAll();
}

class Parser {
  private at = 0;
  private depth = 0;
  private readonly tokens: readonly Token[];
  private readonly diagnostics: Diagnostic[];

  constructor(tokens: readonly Token[], diagnostics: Diagnostic[]) {
    this.tokens = tokens;
    this.diagnostics = diagnostics;
  }

  parseAll(): Statement[] {
    const out: Statement[] = [];
    while (this.token.kind !== "end") this.parseStatementInto(out);
    return out;
  }

  private get token(): Token {
    return this.tokens[Math.min(this.at, this.tokens.length - 1)] as Token;
  }

  /** The kind of the token in hand; asked again, since it changes under narrowed types. */
  private kind(): TokenKind {
    return this.token.kind;
  }

  private get before(): Span {
    return (this.tokens[Math.max(0, this.at - 1)] as Token).span;
  }

  private is(text: string): boolean {
    return (this.token.kind === "symbol" || this.token.kind === "name") && this.token.text === text;
  }

  private take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) this.fail(`\`${text}\``);
  }

  private fail(what: string): never {
    const { kind, text, span } = this.token;
    throw new Failure(textMessages.expected(what, kind === "newline" || kind === "end" ? "" : text || kind, span));
  }

  private expectName(): string {
    if (this.token.kind !== "name") this.fail("a name");
    const { text } = this.token;
    this.at++;
    return text;
  }

  private from(start: number): Span {
    return { start, end: Math.max(start, this.before.end) };
  }

  private nested<T>(parse: () => T): T {
    if (++this.depth > depthLimit) throw new Failure(textMessages.tooDeep(this.token.span));
    const result = parse();
    this.depth--;
    return result;
  }

  private parseStatementInto(out: Statement[]): void {
    const begin = this.at;
    const depth = this.depth;
    try {
      const statement = this.parseStatement();
      if (statement) out.push(statement);
    } catch (problem) {
      if (!(problem instanceof Failure)) throw problem;
      this.diagnostics.push(problem.diagnostic);
      this.depth = depth;
      this.at = Math.max(this.at, begin);
      this.skipLine();
    }
    if (this.at === begin) this.at++;
  }

  private skipLine(): void {
    while (this.token.kind !== "newline" && this.token.kind !== "end") this.at++;
    if (this.token.kind === "newline") this.at++;
    if (this.kind() === "indent") this.skipBlock();
  }

  private skipBlock(): void {
    let level = 0;
    do {
      if (this.token.kind === "indent") level++;
      if (this.token.kind === "dedent") level--;
      this.at++;
    } while (level > 0 && this.token.kind !== "end");
  }

  /** Statement : Import | Decorator | Def | If | Return | Raise | `pass` | Assignment | Expression */
  private parseStatement(): Statement | undefined {
    const { kind, text, span } = this.token;
    if (kind === "newline" || kind === "indent" || kind === "dedent") {
      this.at++;
      return undefined;
    }
    if (kind === "symbol" && (text === "@" || text === ";")) {
      if (text === "@") this.skipLine();
      else this.at++;
      return undefined;
    }
    if (kind === "name") {
      switch (text) {
        case "import":
        case "from":
        case "assert":
        case "global":
          this.skipLine();
          return undefined;
        case "def":
          return this.parseDef();
        case "if":
          return this.parseIf();
        case "return": {
          this.at++;
          const value = this.endsLine() ? undefined : this.parseExpressionList();
          this.endLine();
          return { kind: "Return", value, span: this.from(span.start) };
        }
        case "raise":
          this.skipLine();
          return { kind: "Raise", span };
        case "pass":
          this.at++;
          this.endLine();
          return { kind: "Pass", span };
        case "for":
        case "while":
        case "class":
        case "with":
        case "try":
        case "async":
          throw new Failure(textMessages.unsupported(text, span));
      }
    }
    return this.parseAssignment();
  }

  private endsLine(): boolean {
    return this.token.kind === "newline" || this.token.kind === "end" || this.token.kind === "dedent" || this.is(";");
  }

  private endLine(): void {
    if (!this.endsLine()) this.fail("the end of the line");
    if (this.token.kind !== "end" && this.token.kind !== "dedent") this.at++;
  }

  /** Assignment : (ExpressionList `=`)* ExpressionList */
  private parseAssignment(): Statement {
    const start = this.token.span.start;
    const parts = [this.parseExpressionList()];
    while (this.take("=")) parts.push(this.parseExpressionList());
    if (this.is(":")) {
      // An annotation: `pattern: DFPattern = ...`.
      this.at++;
      this.parseExpression();
      if (this.take("=")) parts.push(this.parseExpressionList());
    }
    for (const sign of ["|", "+"] as const) {
      const target = parts[0] as Expression;
      if (this.take(`${sign}=`))
        parts.push({ kind: "Binary", operator: sign, left: target, right: this.parseExpressionList(), span: this.from(start) });
    }
    this.endLine();
    const value = parts.pop() as Expression;
    const span = this.from(start);
    return parts.length > 0 ? { kind: "Assign", targets: parts, value, span } : { kind: "Expression", value, span };
  }

  /** Def : `def` Name `(` Parameters `)` (`->` Expression)? `:` Block */
  private parseDef(): Statement {
    const start = this.token.span.start;
    this.at++;
    const name = this.expectName();
    this.expect("(");
    const params = this.parseParameters(")");
    this.expect(")");
    if (this.take("->")) this.parseExpression();
    this.expect(":");
    const body = this.nested(() => this.parseBlock());
    return { kind: "Def", name, params, body, span: this.from(start) };
  }

  private parseParameters(end: string): Parameter[] {
    const params: Parameter[] = [];
    while (!this.is(end)) {
      while (this.take("*") || this.take("**")) {}
      if (!this.is(",")) {
        const name = this.expectName();
        if (end === ")" && this.take(":")) this.parseExpression();
        params.push({ name, fallback: this.take("=") ? this.parseExpression() : undefined });
      }
      if (!this.take(",")) break;
    }
    return params;
  }

  /** Block : NEWLINE INDENT Statement+ DEDENT | Statement */
  private parseBlock(): Statement[] {
    const out: Statement[] = [];
    if (this.token.kind !== "newline") {
      this.parseStatementInto(out);
      return out;
    }
    this.at++;
    if (this.kind() !== "indent") this.fail("an indented block");
    this.at++;
    while (this.kind() !== "dedent" && this.kind() !== "end") this.parseStatementInto(out);
    if (this.kind() === "dedent") this.at++;
    return out;
  }

  /** If : (`if` | `elif`) Expression `:` Block (If | `else` `:` Block)? */
  private parseIf(): Statement {
    return this.nested(() => {
      const start = this.token.span.start;
      this.at++;
      const test = this.parseExpression();
      this.expect(":");
      const then = this.parseBlock();
      let otherwise: Statement[] = [];
      if (this.is("elif")) otherwise = [this.parseIf()];
      else if (this.take("else")) {
        this.expect(":");
        otherwise = this.parseBlock();
      }
      return { kind: "If", test, then, otherwise, span: this.from(start) };
    });
  }

  /** ExpressionList : Expression (`,` Expression)* `,`? */
  private parseExpressionList(): Expression {
    const start = this.token.span.start;
    const first = this.parseExpression();
    if (!this.is(",")) return first;
    const items = [first];
    while (this.take(",")) {
      if (this.endsLine() || this.is("=")) break;
      items.push(this.parseExpression());
    }
    return { kind: "Tuple", items, span: this.from(start) };
  }

  /** Expression : `lambda` Parameters `:` Expression | Or (`if` Or `else` Expression)? */
  private parseExpression(): Expression {
    return this.nested(() => {
      const start = this.token.span.start;
      if (this.take("lambda")) {
        const params = this.parseParameters(":");
        this.expect(":");
        const body = this.parseExpression();
        return { kind: "Lambda", params, body, span: this.from(start) };
      }
      const value = this.parseBinary(0);
      if (!this.take("if")) return value;
      const test = this.parseBinary(0);
      this.expect("else");
      const otherwise = this.parseExpression();
      return { kind: "Conditional", test, then: value, otherwise, span: this.from(start) };
    });
  }

  /** Binary : by precedence `or`, `and`, `not`, comparison, `|`, `+ -`, `* /` */
  private parseBinary(level: number): Expression {
    const start = this.token.span.start;
    if (level === 2) {
      if (!this.take("not")) return this.parseBinary(3);
      return this.nested(() => ({ kind: "Unary", operator: "not", operand: this.parseBinary(2), span: this.from(start) }));
    }
    const operators = levels[level];
    if (!operators) return this.parseUnary();
    let left = this.parseBinary(level + 1);
    for (let operator = this.takeOperator(operators); operator; operator = this.takeOperator(operators)) {
      const right = this.parseBinary(level + 1);
      left = { kind: "Binary", operator, left, right, span: this.from(start) };
    }
    return left;
  }

  private takeOperator(operators: readonly BinaryOperator[]): BinaryOperator | undefined {
    for (const operator of operators) {
      const [first, second] = operator.split(" ") as [string, string?];
      if (!this.is(first)) continue;
      const following = this.tokens[this.at + 1];
      if (second && following?.text !== second) continue;
      this.at += second ? 2 : 1;
      return operator;
    }
    return undefined;
  }

  private parseUnary(): Expression {
    const start = this.token.span.start;
    if (!this.take("-")) return this.parsePostfix();
    return this.nested(() => ({ kind: "Unary", operator: "-", operand: this.parseUnary(), span: this.from(start) }));
  }

  /** Postfix : Atom (`(` Arguments `)` | `.` Name | `[` Expression `]`)* */
  private parsePostfix(): Expression {
    const start = this.token.span.start;
    let value = this.parseAtom();
    for (let links = 0; ; links++) {
      if (links > depthLimit * 4) throw new Failure(textMessages.tooDeep(this.token.span));
      if (this.take("(")) {
        const { args, keywords } = this.parseArguments();
        value = { kind: "Call", callee: value, args, keywords, span: this.from(start) };
      } else if (this.take(".")) {
        value = { kind: "Member", object: value, name: this.expectName(), span: this.from(start) };
      } else if (this.take("[")) {
        const index = this.parseExpressionList();
        this.expect("]");
        value = { kind: "Index", object: value, index, span: this.from(start) };
      } else {
        return value;
      }
    }
  }

  private parseArguments(): { args: Expression[]; keywords: Keyword[] } {
    const args: Expression[] = [];
    const keywords: Keyword[] = [];
    while (!this.is(")")) {
      const start = this.token.span.start;
      if (this.is("*") || this.is("**")) throw new Failure(textMessages.unsupported(this.token.text, this.token.span));
      if (this.token.kind === "name" && this.tokens[this.at + 1]?.text === "=" && this.tokens[this.at + 1]?.kind === "symbol") {
        const name = this.expectName();
        this.at++;
        const value = this.parseExpression();
        keywords.push({ name, value, span: this.from(start) });
      } else {
        args.push(this.parseExpression());
      }
      if (!this.take(",")) break;
    }
    this.expect(")");
    return { args, keywords };
  }

  /** Atom : Name | Number | String+ | `True` | `False` | `None` | `(` ... `)` | `[` ... `]` | `{` ... `}` */
  private parseAtom(): Expression {
    const { kind, text, span } = this.token;
    if (kind === "number") {
      this.at++;
      const digits = text.replaceAll("_", "");
      return { kind: "Number", value: Number(digits), isFloat: !/^0[xX]/.test(digits) && /[.eE]/.test(digits), span };
    }
    if (kind === "string") {
      let value = "";
      while (this.token.kind === "string") {
        value += this.token.text;
        this.at++;
      }
      return { kind: "String", value, span: this.from(span.start) };
    }
    if (kind === "name") {
      if (keywords.has(text)) this.fail("an expression");
      this.at++;
      if (text === "True" || text === "False") return { kind: "Literal", value: text === "True", span };
      if (text === "None") return { kind: "Literal", value: null, span };
      return { kind: "Name", name: text, span };
    }
    if (this.take("(")) {
      const items: Expression[] = [];
      let isTuple = this.is(")");
      while (!this.is(")")) {
        items.push(this.parseExpression());
        if (!this.take(",")) break;
        isTuple = true;
      }
      this.expect(")");
      return isTuple ? { kind: "Tuple", items, span: this.from(span.start) } : (items[0] as Expression);
    }
    if (this.take("[")) {
      const items: Expression[] = [];
      while (!this.is("]")) {
        items.push(this.parseExpression());
        if (!this.take(",")) break;
      }
      this.expect("]");
      return { kind: "List", items, span: this.from(span.start) };
    }
    if (this.take("{")) {
      const entries: [Expression, Expression][] = [];
      while (!this.is("}")) {
        const key = this.parseExpression();
        this.expect(":");
        entries.push([key, this.parseExpression()]);
        if (!this.take(",")) break;
      }
      this.expect("}");
      return { kind: "Dict", entries, span: this.from(span.start) };
    }
    return this.fail("an expression");
  }
}

const levels: readonly (readonly BinaryOperator[])[] = [
  ["or"],
  ["and"],
  [],
  ["==", "!=", "not in", "in", "is not", "is"],
  ["|"],
  ["+", "-"],
  ["*", "/"],
];
