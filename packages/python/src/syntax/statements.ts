/** Statements, by Python's grammar. */
import type {
  BinaryOperator,
  Block,
  Expression,
  Handler,
  Import,
  ImportFrom,
  ImportName,
  ParameterList,
  Statement,
  WithItem,
} from "./ast.ts";
import { Expressions } from "./expressions.ts";
import { SyntaxFailure, unsupported } from "./problem.ts";
import type { Token } from "./tokens.ts";

const augmented = new Set(["+=", "-=", "*=", "/=", "//=", "%=", "**=", "@=", "<<=", ">>=", "&=", "|=", "^="]);

/** Exceptions whose handler catches an import that finds nothing. */
const importErrors = new Set(["ImportError", "ModuleNotFoundError", "Exception", "BaseException"]);

export abstract class Statements extends Expressions {
  private guards = 0;
  private blockDepth = 0;

  file(): Block {
    const body: Statement[] = [];
    while (this.token.kind !== "end") {
      if (this.token.kind === "newline") this.at++;
      else body.push(...this.statement());
    }
    return body;
  }

  /** One expression, and nothing after it. */
  onlyExpression(): Expression {
    const value = this.expressionList();
    if (this.token.kind === "newline") this.at++;
    if (this.token.kind !== "end") throw this.failure("invalid syntax");
    return value;
  }

  protected statement(): Statement[] {
    const { token } = this;
    if (token.kind === "indent") throw new SyntaxFailure("unexpected indent", token.start, token.end, "IndentationError");
    const compound = this.compound(token);
    return compound ? [compound] : this.simpleLine();
  }

  private compound(first: Token): Statement | undefined {
    if (first.kind === "op" && first.text === "@") return this.decorated();
    if (first.kind !== "name") return undefined;
    switch (first.text) {
      case "if":
        return this.ifStatement();
      case "for":
        return this.forStatement();
      case "while":
        return this.whileStatement();
      case "try":
        return this.tryStatement();
      case "with":
        return this.withStatement();
      case "def":
        return this.functionDefinition([]);
      case "class":
        return this.classDefinition([]);
      case "async":
        throw unsupported("'async' is", this.token);
      case "match":
        return this.matchStatement();
      default:
        return undefined;
    }
  }

  /** `match` is a word of its own only where a subject, a colon and cases follow. */
  protected abstract matchStatement(): Statement | undefined;

  /** The failure where more follows a statement: `print x` is of Python 2. */
  private unfinished(last: Statement | undefined): SyntaxFailure {
    const name = last?.kind === "Expression" && last.value.kind === "Name" ? last.value : undefined;
    if (name?.name !== "print" && name?.name !== "exec") return this.failure("invalid syntax");
    return this.failure(`Missing parentheses in call to '${name.name}'. Did you mean ${name.name}(...)?`, name);
  }

  // simple_stmts: simple_stmt (';' simple_stmt)* [';'] NEWLINE
  private simpleLine(): Statement[] {
    const found = [this.simple()];
    while (this.take(";")) {
      if (this.token.kind === "newline") break;
      found.push(this.simple());
    }
    if (this.token.kind === "newline") this.at++;
    else if (this.token.kind !== "end") throw this.unfinished(found.at(-1));
    return found;
  }

  private simple(): Statement {
    const first = this.token;
    if (first.kind === "name") {
      switch (first.text) {
        case "pass":
        case "break":
        case "continue":
          this.at++;
          return { ...this.span(first), kind: first.text === "pass" ? "Pass" : first.text === "break" ? "Break" : "Continue" };
        case "return": {
          this.at++;
          const value = this.startsExpression() ? this.expressionList() : undefined;
          return { ...this.span(first), kind: "Return", value };
        }
        case "raise": {
          this.at++;
          const value = this.startsExpression() ? this.expression() : undefined;
          const cause = value && this.take("from") ? this.expression() : undefined;
          return { ...this.span(first), kind: "Raise", value, cause };
        }
        case "global":
        case "nonlocal":
          return this.scopeStatement(first);
        case "del":
          return this.deleteStatement();
        case "assert": {
          this.at++;
          const test = this.expression();
          const message = this.take(",") ? this.expression() : undefined;
          return { ...this.span(first), kind: "Assert", test, message };
        }
        case "import":
          return this.importStatement();
        case "from":
          return this.importFrom();
      }
    }
    return this.expressionStatement();
  }

  private scopeStatement(first: Token): Statement {
    this.at++;
    const names = [this.name().text];
    while (this.take(",")) names.push(this.name().text);
    return { ...this.span(first), kind: first.text === "global" ? "Global" : "Nonlocal", names };
  }

  private deleteStatement(): Statement {
    const first = this.expect("del");
    const value = this.expressionList();
    const targets = value.kind === "Tuple" && this.text[value.start] !== "(" ? value.items : [value];
    for (const target of targets) this.checkTarget(target, "delete");
    return { ...this.span(first), kind: "Delete", targets };
  }

  private expressionStatement(): Statement {
    const first = this.token;
    const value = this.is("yield") ? this.yieldExpression() : this.starredList();
    const { token } = this;
    if (token.kind === "op" && augmented.has(token.text)) {
      if (value.kind !== "Name" && value.kind !== "Attribute" && value.kind !== "Subscript") {
        throw this.failure(`'${value.kind.toLowerCase()}' is an illegal expression for augmented assignment`, value);
      }
      this.at++;
      const right = this.is("yield") ? this.yieldExpression() : this.expressionList();
      const operator = token.text.slice(0, -1) as BinaryOperator; // one of `augmented`
      return { ...this.span(first), kind: "Augmented", target: value, operator, value: right };
    }
    if (this.is(":") && first.kind === "name") return this.annotated(first, value);
    if (!this.is("=")) {
      if (value.kind === "Starred") throw this.failure("can't use starred expression here", value);
      return { ...this.span(first), kind: "Expression", value };
    }
    const targets: Expression[] = [];
    let last = value;
    while (this.take("=")) {
      this.checkTarget(last, "assign to");
      targets.push(last);
      last = this.is("yield") ? this.yieldExpression() : this.starredList();
    }
    if (last.kind === "Starred") throw this.failure("can't use starred expression here", last);
    return { ...this.span(first), kind: "Assign", targets, value: last };
  }

  /** As `expressionList`, but a lone starred one is left to the caller. */
  private starredList(): Expression {
    return this.is("*") ? this.starredTuple() : this.expressionList();
  }

  private starredTuple(): Expression {
    const first = this.token;
    const item = this.starOrNamed();
    if (!this.is(",")) return item;
    const items = [item];
    while (this.take(",") && this.startsExpression()) items.push(this.starOrNamed());
    return { ...this.span(first), kind: "Tuple", items };
  }

  private annotated(first: Token, target: Expression): Statement {
    if (target.kind === "Tuple") throw this.failure("only single target (not tuple) can be annotated", target);
    if (target.kind === "List") throw this.failure("only single target (not list) can be annotated", target);
    if (target.kind !== "Name" && target.kind !== "Attribute" && target.kind !== "Subscript") {
      throw this.failure("illegal target for annotation", target);
    }
    this.expect(":");
    const annotation = this.expression();
    const value = this.take("=") ? (this.is("yield") ? this.yieldExpression() : this.starredList()) : undefined;
    return { ...this.span(first), kind: "Annotated", target, annotation, value };
  }

  private importStatement(): Import {
    const first = this.expect("import");
    const names: ImportName[] = [];
    do {
      const start = this.token;
      const name = this.dottedName();
      const alias = this.take("as") ? this.name().text : undefined;
      names.push({ ...this.span(start), name, alias });
    } while (this.take(","));
    return { ...this.span(first), kind: "Import", names, isGuarded: this.guards > 0 };
  }

  private dottedName(): string {
    let name = this.name().text;
    while (this.take(".")) name += `.${this.name().text}`;
    return name;
  }

  private importFrom(): ImportFrom {
    const first = this.expect("from");
    let level = 0;
    for (;;) {
      if (this.take(".")) level++;
      else if (this.take("...")) level += 3;
      else break;
    }
    const module = level > 0 && this.is("import") ? "" : this.dottedName();
    this.expect("import");
    const isGuarded = this.guards > 0;
    const star = this.token;
    if (this.take("*")) {
      return {
        ...this.span(first),
        kind: "ImportFrom",
        level,
        module,
        names: [{ ...this.span(star), name: "*", alias: undefined }],
        isGuarded,
      };
    }
    const isOpen = this.take("(");
    const names: ImportName[] = [];
    do {
      if (isOpen && this.is(")")) break;
      const start = this.token;
      const name = this.name().text;
      const alias = this.take("as") ? this.name().text : undefined;
      names.push({ ...this.span(start), name, alias });
    } while (this.take(","));
    if (isOpen) this.expect(")");
    else if (this.previous.text === ",") throw this.failure("trailing comma not allowed without surrounding parentheses", this.previous);
    return { ...this.span(first), kind: "ImportFrom", level, module, names, isGuarded };
  }

  // block: NEWLINE INDENT statements DEDENT | simple_stmts
  protected block(owner: string, first: Token): Block {
    this.expect(":", "expected ':'");
    if (this.token.kind !== "newline") return this.simpleLine();
    this.at++;
    const { token } = this;
    if (token.kind !== "indent") {
      throw new SyntaxFailure(
        `expected an indented block after ${owner} on line ${first.line}`,
        token.start,
        token.end,
        "IndentationError",
      );
    }
    this.at++;
    this.blockDepth++;
    if (this.blockDepth > 90) throw this.failure("too many statically nested blocks");
    const body: Statement[] = [];
    while (!this.isKind("dedent") && !this.isKind("end")) {
      if (this.isKind("newline")) this.at++;
      else body.push(...this.statement());
    }
    if (this.isKind("dedent")) this.at++;
    this.blockDepth--;
    return body;
  }

  private ifStatement(): Statement {
    const first = this.token;
    const branches: { test: Expression; body: Block }[] = [];
    let otherwise: Block | undefined;
    let owner = this.expect("if");
    do {
      const test = this.named();
      branches.push({ test, body: this.block(`'${owner.text}' statement`, owner) });
      owner = this.token;
    } while (this.take("elif"));
    const last = this.token;
    if (this.take("else")) otherwise = this.block("'else' statement", last);
    return { ...this.span(first), kind: "IfStatement", branches, otherwise };
  }

  private elseBlock(): Block | undefined {
    const first = this.token;
    return this.take("else") ? this.block("'else' statement", first) : undefined;
  }

  private whileStatement(): Statement {
    const first = this.expect("while");
    const test = this.named();
    const body = this.block("'while' statement", first);
    const otherwise = this.elseBlock();
    return { ...this.span(first), kind: "While", test, body, otherwise };
  }

  private forStatement(): Statement {
    const first = this.expect("for");
    const target = this.targetList();
    this.expect("in");
    const iterable = this.expressionList();
    const body = this.block("'for' statement", first);
    const otherwise = this.elseBlock();
    return { ...this.span(first), kind: "For", target, iterable, body, otherwise };
  }

  private tryStatement(): Statement {
    const first = this.expect("try");
    const isGuarding = this.handlersAhead();
    if (isGuarding) this.guards++;
    const body = this.block("'try' statement", first);
    if (isGuarding) this.guards--;
    const handlers: Handler[] = [];
    while (this.is("except")) handlers.push(this.handler());
    const otherwise = handlers.length > 0 ? this.elseBlock() : undefined;
    const last = this.token;
    const final = this.take("finally") ? this.block("'finally' statement", last) : undefined;
    if (handlers.length === 0 && !final) throw this.failure("expected 'except' or 'finally' block");
    const bare = handlers.findIndex((h) => !h.type);
    if (bare >= 0 && bare < handlers.length - 1) throw this.failure("default 'except:' must be last", handlers[bare]);
    return { ...this.span(first), kind: "Try", body, handlers, otherwise, final };
  }

  private handler(): Handler {
    const first = this.expect("except");
    if (this.is("*")) throw unsupported("'except*' is", this.token);
    const type = this.is(":") ? undefined : this.expression();
    if (this.is(",")) throw this.failure("multiple exception types must be parenthesized", type);
    const name = type && this.take("as") ? this.name().text : undefined;
    const body = this.block("'except' statement", first);
    return { ...this.span(first), type, name, body };
  }

  /** Whether a handler of the `try` whose colon is next catches an import that finds nothing. */
  private handlersAhead(): boolean {
    let depth = 0;
    for (let at = this.at; at < this.tokens.length; at++) {
      const token = this.tokenAt(at);
      if (token.kind === "indent") depth++;
      else if (token.kind === "dedent") depth--;
      if (depth < 0 || token.kind === "end") return false;
      if (depth > 0 || token.kind !== "name" || token.line === this.previous.line) continue;
      const before = this.tokenAt(at - 1).kind;
      if (before !== "dedent" && before !== "newline") continue;
      if (token.text !== "except") return false;
      if (this.catchesImports(at + 1)) return true;
    }
    return false;
  }

  private catchesImports(from: number): boolean {
    if (this.tokenAt(from).text === ":") return true;
    for (let at = from; this.tokenAt(at).text !== ":" && this.tokenAt(at).text !== "as" && this.tokenAt(at).kind !== "end"; at++) {
      if (importErrors.has(this.tokenAt(at).text)) return true;
    }
    return false;
  }

  private withStatement(): Statement {
    const first = this.expect("with");
    const items = this.isParenthesizedWith() ? this.withItems(true) : this.withItems(false);
    const body = this.block("'with' statement", first);
    return { ...this.span(first), kind: "With", items, body };
  }

  /** Whether the parenthesis that follows `with` holds the items: its end is followed by a colon. */
  private isParenthesizedWith(): boolean {
    if (!this.is("(")) return false;
    let depth = 0;
    for (let at = this.at; at < this.tokens.length; at++) {
      const { text, kind } = this.tokenAt(at);
      if (kind !== "op") continue;
      if ("([{".includes(text)) depth++;
      else if (")]}".includes(text) && --depth === 0) return this.tokenAt(at + 1).text === ":";
    }
    return false;
  }

  private withItems(isOpen: boolean): WithItem[] {
    if (isOpen) this.expect("(");
    const items: WithItem[] = [];
    do {
      if (isOpen && this.is(")")) break;
      const context = this.expression();
      let target: Expression | undefined;
      if (this.take("as")) {
        target = this.starOrNamed();
        this.checkTarget(target, "assign to");
      }
      items.push({ context, target });
    } while (this.take(","));
    if (isOpen) this.expect(")");
    return items;
  }

  private decorated(): Statement {
    const decorators: Expression[] = [];
    while (this.take("@")) {
      decorators.push(this.named());
      if (this.token.kind !== "newline") throw this.failure("invalid syntax");
      this.at++;
    }
    if (this.is("def")) return this.functionDefinition(decorators);
    if (this.is("class")) return this.classDefinition(decorators);
    throw this.failure("invalid syntax");
  }

  private functionDefinition(decorators: readonly Expression[]): Statement {
    const first = this.expect("def");
    const name = this.name().text;
    this.expect("(", "expected '('");
    const parameters: ParameterList = this.parameters(")", true);
    this.expect(")");
    const returns = this.take("->") ? this.expression() : undefined;
    const body = this.block("function definition", first);
    return { ...this.span(first), kind: "Function", name, parameters, decorators, returns, body };
  }

  private classDefinition(decorators: readonly Expression[]): Statement {
    const first = this.expect("class");
    const name = this.name().text;
    const open = this.token;
    const { args, keywords } = this.take("(") ? this.arguments(open) : { args: [], keywords: [] };
    const body = this.block("class definition", first);
    return { ...this.span(first), kind: "Class", name, bases: args, keywords, decorators, body };
  }
}
