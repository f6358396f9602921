/** Expressions, by Python's grammar: the production is above each function. */
import type {
  BinaryOperator,
  Call,
  CompareOperator,
  Comprehension,
  ComprehensionLoop,
  DictItem,
  Expression,
  Keyword,
  Parameter,
  ParameterList,
} from "./ast.ts";
import { Cursor, keywords } from "./cursor.ts";
import { numberOf, stringToken, unescape } from "./literals.ts";
import { SyntaxFailure, unsupported } from "./problem.ts";
import { formatted } from "./strings.ts";
import { type Token, tokenize } from "./tokens.ts";

/** Binary operators by how tight they bind; unary ones and `**` bind tighter. */
const levels: ReadonlyMap<string, number> = new Map(
  [["|"], ["^"], ["&"], ["<<", ">>"], ["+", "-"], ["*", "/", "//", "%", "@"]].flatMap((row, at) => row.map((o) => [o, at] as const)),
);

/** The name of an expression's kind, for messages about targets. */
function describe(e: Expression): string {
  switch (e.kind) {
    case "Constant":
      return e.value === null ? "None" : e.value === true ? "True" : e.value === false ? "False" : "literal";
    case "Float":
    case "Bytes":
      return "literal";
    case "Ellipsis":
      return "ellipsis";
    case "Call":
      return "function call";
    case "Binary":
    case "Unary":
    case "Bool":
      return "expression";
    case "Compare":
      return "comparison";
    case "If":
      return "conditional expression";
    case "Lambda":
      return "lambda";
    case "Set":
      return "set display";
    case "Dict":
      return "dict literal";
    case "ListComp":
      return "list comprehension";
    case "SetComp":
      return "set comprehension";
    case "DictComp":
      return "dict comprehension";
    case "Generator":
      return "generator expression";
    case "Joined":
      return "f-string expression";
    case "Walrus":
      return "named expression";
    case "Yield":
    case "YieldFrom":
      return "yield expression";
    default:
      return e.kind.toLowerCase();
  }
}

export abstract class Expressions extends Cursor {
  // star_expressions: star_expression (',' star_expression)* [',']
  protected expressionList(): Expression {
    const first = this.token;
    const item = this.starOrNamed();
    if (!this.is(",")) {
      if (item.kind === "Starred") throw this.failure("can't use starred expression here", item);
      return item;
    }
    const items = [item];
    while (this.take(",")) {
      if (!this.startsExpression()) break;
      items.push(this.starOrNamed());
    }
    return { ...this.span(first), kind: "Tuple", items };
  }

  protected startsExpression(): boolean {
    const { kind, text } = this.token;
    if (kind === "number" || kind === "string") return true;
    if (kind === "name") return !keywords.has(text) || ["None", "True", "False", "not", "lambda", "await", "yield"].includes(text);
    return kind === "op" && ["(", "[", "{", "-", "+", "~", "...", "*"].includes(text);
  }

  protected starOrNamed(): Expression {
    const first = this.token;
    if (!this.take("*")) return this.named();
    const value = this.binary(0);
    return { ...this.span(first), kind: "Starred", value };
  }

  // named_expression: NAME ':=' expression | expression
  protected named(): Expression {
    const first = this.token;
    const next = this.tokenAt(this.at + 1);
    if (first.kind === "name" && next.text === ":=" && next.kind === "op" && !keywords.has(first.text)) {
      this.at += 2;
      const value = this.expression();
      const target = { start: first.start, end: first.end, line: first.line, kind: "Name", name: first.text } as const;
      return { ...this.span(first), kind: "Walrus", target, value };
    }
    return this.expression();
  }

  // expression: disjunction ['if' disjunction 'else' expression] | lambda
  expression(): Expression {
    return this.deeper(() => {
      const first = this.token;
      if (this.is("lambda")) return this.lambda();
      if (this.is("yield")) throw this.failure("invalid syntax");
      const body = this.disjunction();
      if (!this.take("if")) return body;
      const test = this.disjunction();
      this.expect("else", "expected 'else' after 'if' expression");
      const otherwise = this.expression();
      return { ...this.span(first), kind: "If", test, body, otherwise };
    });
  }

  // yield_expr: 'yield' 'from' expression | 'yield' [star_expressions]
  protected yieldExpression(): Expression {
    const first = this.expect("yield");
    if (this.take("from")) {
      const value = this.expression();
      return { ...this.span(first), kind: "YieldFrom", value };
    }
    const value = this.startsExpression() ? this.expressionList() : undefined;
    return { ...this.span(first), kind: "Yield", value };
  }

  private lambda(): Expression {
    const first = this.expect("lambda");
    const parameters = this.parameters(":", false);
    this.expect(":");
    const body = this.expression();
    return { ...this.span(first), kind: "Lambda", parameters, body };
  }

  private disjunction(): Expression {
    return this.junction("or", () => this.junction("and", () => this.inversion()));
  }

  private junction(operator: "and" | "or", part: () => Expression): Expression {
    const first = this.token;
    const value = part();
    if (!this.is(operator)) return value;
    const values = [value];
    while (this.take(operator)) values.push(part());
    return { ...this.span(first), kind: "Bool", operator, values };
  }

  // inversion: 'not' inversion | comparison
  private inversion(): Expression {
    const first = this.token;
    if (!this.take("not")) return this.comparison();
    const operand = this.deeper(() => this.inversion());
    return { ...this.span(first), kind: "Unary", operator: "not", operand };
  }

  private comparison(): Expression {
    const first = this.token;
    const left = this.binary(0);
    const operators: CompareOperator[] = [];
    const others: Expression[] = [];
    for (let operator = this.comparator(); operator; operator = this.comparator()) {
      operators.push(operator);
      others.push(this.binary(0));
    }
    return operators.length === 0 ? left : { ...this.span(first), kind: "Compare", left, operators, others };
  }

  private comparator(): CompareOperator | undefined {
    const { text, kind } = this.token;
    if (kind !== "op" && kind !== "name") return undefined;
    if (text === "==" || text === "!=" || text === "<" || text === "<=" || text === ">" || text === ">=" || text === "in") {
      this.at++;
      return text;
    }
    if (text === "is") {
      this.at++;
      return this.take("not") ? "is not" : "is";
    }
    if (text === "not" && this.tokenAt(this.at + 1).text === "in") {
      this.at += 2;
      return "not in";
    }
    return undefined;
  }

  /** Binary operators that bind at least as tight as a level; chains lean to the left. */
  protected binary(level: number): Expression {
    const first = this.token;
    let left = this.unary();
    for (let length = 1; this.token.kind === "op"; length++) {
      const { text } = this.token;
      const own = levels.get(text);
      if (own === undefined || own < level) break;
      const operator = text as BinaryOperator; // one of the levels'
      this.at++;
      const right = this.binary(own + 1);
      left = { ...this.span(first), kind: "Binary", operator, left, right };
      this.checkChain(length);
    }
    return left;
  }

  // factor: ('+' | '-' | '~') factor | power;  power: primary ['**' factor]
  private unary(): Expression {
    const first = this.token;
    if (first.kind === "op" && (first.text === "-" || first.text === "+" || first.text === "~")) {
      const operator = first.text;
      this.at++;
      const operand = this.deeper(() => this.unary());
      return { ...this.span(first), kind: "Unary", operator, operand };
    }
    const left = this.primary();
    if (!this.take("**")) return left;
    const right = this.deeper(() => this.unary());
    return { ...this.span(first), kind: "Binary", operator: "**", left, right };
  }

  // primary: atom ('.' NAME | '(' arguments ')' | '[' slices ']')*
  private primary(): Expression {
    const first = this.token;
    if (first.kind === "name" && first.text === "await") throw unsupported("'await' is", this.token);
    let value = this.atom();
    for (let length = 1; this.token.kind === "op"; length++) {
      if (this.take(".")) {
        const name = this.name();
        value = { ...this.span(first), kind: "Attribute", value, name: name.text };
      } else if (this.is("(")) value = this.call(first, value);
      else if (this.take("[")) {
        const index = this.deeper(() => this.slices());
        this.expect("]", "invalid syntax. Perhaps you forgot a comma?");
        value = { ...this.span(first), kind: "Subscript", value, index };
      } else break;
      this.checkChain(length);
    }
    return value;
  }

  private call(first: Token, callee: Expression): Call {
    const open = this.expect("(");
    const { args, keywords: named } = this.arguments(open);
    return { ...this.span(first), kind: "Call", callee, args, keywords: named };
  }

  /** Arguments up to and with the closing parenthesis. */
  protected arguments(open: Token): { args: readonly Expression[]; keywords: readonly Keyword[] } {
    const args: Expression[] = [];
    const named: Keyword[] = [];
    const seen = new Set<string>();
    while (!this.take(")")) {
      const first = this.token;
      const next = this.tokenAt(this.at + 1);
      if (this.take("**")) {
        const value = this.expression();
        named.push({ ...this.span(first), name: undefined, value });
      } else if (first.kind === "name" && next.kind === "op" && next.text === "=") {
        if (keywords.has(first.text)) throw this.failure(`expression cannot contain assignment, perhaps you meant "=="?`, first);
        if (seen.has(first.text)) throw this.failure(`keyword argument repeated: ${first.text}`, first);
        seen.add(first.text);
        this.at += 2;
        const value = this.expression();
        named.push({ ...this.span(first), name: first.text, value });
      } else {
        const value = this.argument(open);
        if (named.length > 0 && value.kind !== "Starred") {
          const isUnpacking = named.some((k) => k.name === undefined);
          throw this.failure(`positional argument follows keyword argument${isUnpacking ? " unpacking" : ""}`, value);
        }
        args.push(value);
      }
      if (!this.is(")")) this.expect(",", "invalid syntax. Perhaps you forgot a comma?");
    }
    return { args, keywords: named };
  }

  private argument(open: Token): Expression {
    const first = this.token;
    // In an argument the star precedes a whole expression.
    const value: Expression = this.take("*") ? { kind: "Starred", value: this.expression(), ...this.span(first) } : this.named();
    if (this.is("=")) throw this.failure(`expression cannot contain assignment, perhaps you meant "=="?`, value);
    if (!this.is("for")) return value;
    const loops = this.loops();
    return { start: open.start, end: this.token.end, line: open.line, kind: "Generator", item: value, value: undefined, loops };
  }

  // slices: slice !',' | (slice | starred_expression) (',' ...)* [',']
  private slices(): Expression {
    const first = this.token;
    const item = this.slice();
    if (!this.is(",")) return item.kind === "Starred" ? { ...this.span(first), kind: "Tuple", items: [item] } : item;
    const items = [item];
    while (this.take(",") && !this.is("]")) items.push(this.slice());
    return { ...this.span(first), kind: "Tuple", items };
  }

  private slice(): Expression {
    const first = this.token;
    const lower = this.is(":") ? undefined : this.starOrNamed();
    if (!this.take(":")) {
      if (!lower) throw this.failure("invalid syntax");
      return lower;
    }
    const isEnd = () => this.is(":") || this.is("]") || this.is(",");
    const upper = isEnd() ? undefined : this.expression();
    const step = this.take(":") && !isEnd() ? this.expression() : undefined;
    return { ...this.span(first), kind: "Slice", lower, upper, step };
  }

  private atom(): Expression {
    const { token } = this;
    const node = { start: token.start, end: token.end, line: token.line };
    switch (token.kind) {
      case "number": {
        this.at++;
        const value = numberOf(token.text, token.start);
        return typeof value === "object" ? { ...node, kind: "Float", value: value.float } : { ...node, kind: "Constant", value };
      }
      case "string":
        return this.strings();
      case "name":
        if (token.text === "None" || token.text === "True" || token.text === "False") {
          this.at++;
          return { ...node, kind: "Constant", value: token.text === "None" ? null : token.text === "True" };
        }
        return { ...node, kind: "Name", name: this.name().text };
      case "op":
        if (token.text === "(") return this.deeper(() => this.parenthesized());
        if (token.text === "[") return this.deeper(() => this.listDisplay());
        if (token.text === "{") return this.deeper(() => this.braces());
        if (token.text === "...") {
          this.at++;
          return { ...node, kind: "Ellipsis" };
        }
        throw this.failure("invalid syntax");
      case "indent":
        throw new SyntaxFailure("unexpected indent", token.start, token.end, "IndentationError");
      default:
        throw this.failure("invalid syntax");
    }
  }

  private parenthesized(): Expression {
    const first = this.expect("(");
    if (this.take(")")) return { ...this.span(first), kind: "Tuple", items: [] };
    if (this.is("yield")) {
      const value = this.yieldExpression();
      this.expect(")");
      return value;
    }
    const item = this.starOrNamed();
    if (this.is("for")) return this.comprehension("Generator", first, item, undefined, ")");
    if (!this.is(",")) {
      if (item.kind === "Starred") throw this.failure("cannot use starred expression here", item);
      this.expect(")", "invalid syntax. Perhaps you forgot a comma?");
      return { ...item, start: first.start, end: this.previous.end };
    }
    const items = [item];
    while (this.take(",") && !this.is(")")) items.push(this.starOrNamed());
    this.expect(")", "invalid syntax. Perhaps you forgot a comma?");
    return { ...this.span(first), kind: "Tuple", items };
  }

  private listDisplay(): Expression {
    const first = this.expect("[");
    const items: Expression[] = [];
    while (!this.is("]")) {
      const item = this.starOrNamed();
      if (items.length === 0 && this.is("for")) return this.comprehension("ListComp", first, item, undefined, "]");
      items.push(item);
      if (!this.is("]")) this.expect(",", "invalid syntax. Perhaps you forgot a comma?");
    }
    this.expect("]");
    return { ...this.span(first), kind: "List", items };
  }

  private braces(): Expression {
    const first = this.expect("{");
    if (this.take("}")) return { ...this.span(first), kind: "Dict", items: [] };
    const start = this.token;
    if (this.is("**")) return this.dictDisplay(first, undefined);
    const item = this.starOrNamed();
    if (this.is(":")) return this.dictDisplay(first, item);
    if (this.is("for")) return this.comprehension("SetComp", first, item, undefined, "}");
    const items = [item];
    while (this.take(",") && !this.is("}")) items.push(this.starOrNamed());
    this.expect("}", `invalid syntax. Perhaps you forgot a comma?`);
    return { ...this.span(first), line: start.line, kind: "Set", items };
  }

  private dictDisplay(first: Token, firstKey: Expression | undefined): Expression {
    const items: DictItem[] = [];
    let key = firstKey;
    while (key || !this.is("}")) {
      if (!key && this.take("**")) items.push({ key: undefined, value: this.binary(0) });
      else {
        key ??= this.expression();
        this.expect(":", "':' expected after dictionary key");
        const value = this.expression();
        if (items.length === 0 && this.is("for")) return this.comprehension("DictComp", first, key, value, "}");
        items.push({ key, value });
      }
      key = undefined;
      if (!this.is("}")) this.expect(",", "invalid syntax. Perhaps you forgot a comma?");
    }
    this.expect("}");
    return { ...this.span(first), kind: "Dict", items };
  }

  private comprehension(
    kind: Comprehension["kind"],
    first: Token,
    item: Expression,
    value: Expression | undefined,
    close: string,
  ): Comprehension {
    if (item.kind === "Starred") throw this.failure("iterable unpacking cannot be used in comprehension", item);
    const loops = this.loops();
    this.expect(close, "invalid syntax. Perhaps you forgot a comma?");
    return { ...this.span(first), kind, item, value, loops };
  }

  // for_if_clauses: ('for' star_targets 'in' disjunction ('if' disjunction)*)+
  private loops(): ComprehensionLoop[] {
    const loops: ComprehensionLoop[] = [];
    while (this.take("for")) {
      const target = this.targetList();
      this.expect("in");
      const iterable = this.disjunction();
      const conditions: Expression[] = [];
      while (this.take("if")) conditions.push(this.conditionOfLoop());
      loops.push({ target, iterable, conditions });
    }
    if (this.is("async")) throw unsupported("'async' is", this.token);
    return loops;
  }

  private conditionOfLoop(): Expression {
    const next = this.tokenAt(this.at + 1);
    return this.token.kind === "name" && next.kind === "op" && next.text === ":=" ? this.named() : this.disjunction();
  }

  /** Targets of `for`, up to its `in`. */
  protected targetList(): Expression {
    const first = this.token;
    const item = this.targetItem();
    let target = item;
    if (this.is(",")) {
      const items = [item];
      while (this.take(",") && !this.is("in")) items.push(this.targetItem());
      target = { ...this.span(first), kind: "Tuple", items };
    }
    this.checkTarget(target, "assign to");
    return target;
  }

  private targetItem(): Expression {
    const first = this.token;
    if (!this.take("*")) return this.binary(0);
    const value = this.binary(0);
    return { ...this.span(first), kind: "Starred", value };
  }

  /** Raises for what can't be assigned to or deleted. */
  protected checkTarget(e: Expression, verb: "assign to" | "delete", isDirect = true): void {
    if (e.kind === "Name" || e.kind === "Attribute" || e.kind === "Subscript") return;
    if (e.kind === "Tuple" || e.kind === "List") {
      for (const item of e.items) this.checkTarget(item, verb, false);
      if (e.items.filter((i) => i.kind === "Starred").length > 1) {
        throw this.failure("multiple starred expressions in assignment", e);
      }
      return;
    }
    if (e.kind === "Starred" && verb === "assign to") {
      if (isDirect) throw this.failure("starred assignment target must be in a list or tuple", e);
      this.checkTarget(e.value, verb, false);
      return;
    }
    const what = describe(e);
    const hint =
      isDirect && verb === "assign to" && !["True", "False", "None", "ellipsis"].includes(what)
        ? " here. Maybe you meant '==' instead of '='?"
        : "";
    throw this.failure(`cannot ${verb} ${what}${hint}`, e);
  }

  // lambda_params and params: positional-only, '/', positional, '*args' or '*', keyword-only, '**kwargs'
  protected parameters(close: ":" | ")", isAnnotated: boolean): ParameterList {
    let positionalOnly: Parameter[] = [];
    let positional: Parameter[] = [];
    const keywordOnly: Parameter[] = [];
    let rest: Parameter | undefined;
    let others: Parameter | undefined;
    let afterStar = false;
    const seen = new Set<string>();
    const parameter = (isStar = false): Parameter => {
      const name = this.name();
      if (seen.has(name.text)) throw this.failure(`duplicate argument '${name.text}' in function definition`, name);
      seen.add(name.text);
      const annotation = isAnnotated && this.take(":") ? (isStar ? this.starOrNamed() : this.expression()) : undefined;
      const value = !isStar && this.take("=") ? this.expression() : undefined;
      return { ...this.span(name), name: name.text, annotation, value };
    };
    while (!this.is(close)) {
      const { token } = this;
      if (others) throw this.failure("arguments cannot follow var-keyword argument");
      if (this.take("/")) {
        if (afterStar) throw this.failure("/ must be ahead of *", token);
        if (positionalOnly.length > 0) throw this.failure("/ may appear only once", token);
        if (positional.length === 0) throw this.failure("at least one argument must precede /", token);
        positionalOnly = positional;
        positional = [];
      } else if (this.take("**")) others = parameter(true);
      else if (this.take("*")) {
        if (afterStar) throw this.failure("* argument may appear only once", token);
        afterStar = true;
        if (!this.is(",")) {
          if (this.is(close)) throw this.failure("named arguments must follow bare *", token);
          rest = parameter(true);
        } else if (this.tokenAt(this.at + 1).text === close || this.tokenAt(this.at + 1).text === "**") {
          throw this.failure("named arguments must follow bare *", token);
        }
      } else {
        const made = parameter();
        const before = [...positionalOnly, ...positional].at(-1);
        if (!afterStar && before?.value && !made.value) throw this.failure("non-default argument follows default argument", made);
        (afterStar ? keywordOnly : positional).push(made);
      }
      if (!this.is(close) && !this.take(",")) throw this.failure("invalid syntax");
    }
    return { positionalOnly, positional, rest, keywordOnly, keywords: others };
  }

  /** Adjacent strings are one. */
  private strings(): Expression {
    const first = this.token;
    const parts: Extract<Expression, { kind: "Joined" }>["parts"][number][] = [];
    const bytes: number[] = [];
    let hasBytes = false;
    let hasText = false;
    let isFormat = false;
    for (; this.token.kind === "string"; this.at++) {
      const { token } = this;
      const { isRaw, isBytes, isFormat: isOwn, start, end } = stringToken(token.text, token.start);
      const body = this.text.slice(start, end).replaceAll("\r\n", "\n");
      if (isBytes) {
        hasBytes = true;
        if (/[^\x00-\x7f]/.test(body)) throw this.failure("bytes can only contain ASCII literal characters", token);
        for (const char of isRaw ? body : unescape(body, token.start, true)) bytes.push(char.charCodeAt(0));
      } else {
        hasText = true;
        isFormat ||= isOwn;
        if (isOwn)
          parts.push(...formatted(this.text, { start, end, isRaw, line: token.line }, (from, to, line) => this.embedded(from, to, line)));
        else parts.push(isRaw ? body : unescape(body, token.start, false));
      }
    }
    const node = this.span(first);
    if (hasBytes && hasText) throw this.failure("cannot mix bytes and nonbytes literals", first);
    if (hasBytes) return { ...node, kind: "Bytes", value: Uint8Array.from(bytes) };
    if (!isFormat) return { ...node, kind: "Constant", value: parts.join("") };
    return { ...node, kind: "Joined", parts };
  }

  /** An expression of an f-string, at this range of the text. */
  private embedded(from: number, to: number, line: number): Expression {
    const tokens = tokenize(this.text, { from, to, line });
    return this.deeper(() => this.parsePart(tokens));
  }

  /** Parses tokens of their own to their end. */
  protected abstract parsePart(tokens: readonly Token[]): Expression;
}
