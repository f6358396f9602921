/** The `match` statement and its patterns. */
import type { Expression, MatchCase, Pattern, Statement } from "./ast.ts";
import { SyntaxFailure } from "./problem.ts";
import { Statements } from "./statements.ts";

export abstract class Patterns extends Statements {
  // match_stmt: "match" subject_expr ':' NEWLINE INDENT case_block+ DEDENT
  protected matchStatement(): Statement | undefined {
    const first = this.token;
    const from = this.at;
    let isCertain = false;
    this.at++;
    try {
      if (!this.startsExpression()) throw this.failure("invalid syntax");
      const subject = this.expressionList();
      this.expect(":");
      if (!this.isKind("newline") || this.tokenAt(this.at + 1).kind !== "indent" || this.tokenAt(this.at + 2).text !== "case") {
        throw this.failure("invalid syntax");
      }
      isCertain = true;
      this.at += 2;
      const cases: MatchCase[] = [];
      while (this.is("case")) cases.push(this.matchCase());
      if (!this.isKind("dedent")) throw this.failure("invalid syntax");
      this.at++;
      return { ...this.span(first), kind: "Match", subject, cases };
    } catch (error) {
      if (isCertain || !(error instanceof SyntaxFailure)) throw error;
      this.at = from;
      return undefined;
    }
  }

  private matchCase(): MatchCase {
    const first = this.expect("case");
    const pattern = this.openPattern();
    const guard = this.take("if") ? this.named() : undefined;
    return { pattern, guard, body: this.block("'case' statement", first) };
  }

  // patterns: open_sequence_pattern | pattern
  private openPattern(): Pattern {
    const first = this.token;
    const item = this.starOrPattern();
    if (!this.is(",")) {
      if (item.kind === "Star") return { ...this.span(first), kind: "Sequence", items: [item] };
      return item;
    }
    const items = [item];
    while (this.take(",") && !this.is(":") && !this.is("if")) items.push(this.starOrPattern());
    return { ...this.span(first), kind: "Sequence", items };
  }

  private starOrPattern(): Pattern {
    const first = this.token;
    if (!this.take("*")) return this.asPattern();
    const name = this.name().text;
    return { ...this.span(first), kind: "Star", name: name === "_" ? undefined : name };
  }

  private asPattern(): Pattern {
    return this.deeper(() => {
      const first = this.token;
      const pattern = this.orPattern();
      if (!this.take("as")) return pattern;
      return { ...this.span(first), kind: "Capture", name: this.name().text, pattern };
    });
  }

  private orPattern(): Pattern {
    const first = this.token;
    const patterns = [this.closedPattern()];
    while (this.take("|")) patterns.push(this.closedPattern());
    return patterns.length === 1 && patterns[0] ? patterns[0] : { ...this.span(first), kind: "Or", patterns };
  }

  private closedPattern(): Pattern {
    const first = this.token;
    if (first.kind === "number" || first.kind === "string" || this.is("-")) {
      const value = this.binary(4);
      return { ...this.span(first), kind: "Value", value };
    }
    if (this.take("(") || this.take("[")) return this.group(first.text === "(" ? ")" : "]");
    if (this.is("{")) return this.mapping();
    if (first.text === "None" || first.text === "True" || first.text === "False") {
      this.at++;
      return { ...this.span(first), kind: "Singleton", value: first.text === "None" ? null : first.text === "True" };
    }
    return this.namePattern();
  }

  private group(close: string): Pattern {
    const first = this.previous;
    const items: Pattern[] = [];
    let hasComma = false;
    while (!this.is(close)) {
      items.push(this.starOrPattern());
      if (!this.is(close)) {
        this.expect(",");
        hasComma = true;
      }
    }
    this.expect(close);
    const [only] = items;
    if (close === ")" && only && items.length === 1 && !hasComma && only.kind !== "Star") return only;
    return { ...this.span(first), kind: "Sequence", items };
  }

  private mapping(): Pattern {
    const first = this.expect("{");
    const keys: Expression[] = [];
    const patterns: Pattern[] = [];
    let rest: string | undefined;
    while (!this.is("}")) {
      if (this.take("**")) rest = this.name().text;
      else {
        keys.push(this.binary(0));
        this.expect(":");
        patterns.push(this.asPattern());
      }
      if (!this.is("}")) this.expect(",");
    }
    this.expect("}");
    return { ...this.span(first), kind: "Mapping", keys, patterns, rest };
  }

  private namePattern(): Pattern {
    const first = this.token;
    const start = this.name();
    let value: Expression = { start: start.start, end: start.end, line: start.line, kind: "Name", name: start.text };
    while (this.take(".")) {
      const name = this.name().text;
      value = { ...this.span(first), kind: "Attribute", value, name };
    }
    if (this.take("(")) return this.classPattern(first, value);
    if (value.kind === "Attribute") return { ...this.span(first), kind: "Value", value };
    return { ...this.span(first), kind: "Capture", name: start.text === "_" ? undefined : start.text, pattern: undefined };
  }

  private classPattern(first: { start: number; line: number }, cls: Expression): Pattern {
    const items: Pattern[] = [];
    const names: string[] = [];
    const named: Pattern[] = [];
    while (!this.is(")")) {
      if (this.tokenAt(this.at + 1).text === "=" && this.token.kind === "name") {
        names.push(this.name().text);
        this.expect("=");
        named.push(this.asPattern());
      } else if (names.length > 0) throw this.failure("positional patterns follow keyword patterns");
      else items.push(this.asPattern());
      if (!this.is(")")) this.expect(",");
    }
    this.expect(")");
    return { ...this.span(first), kind: "Class", cls, items, names, named };
  }
}
