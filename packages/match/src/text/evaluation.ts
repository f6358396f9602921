/**
 * Builds patterns from the syntax tree: names, calls of the pattern language's own functions, `def`, `lambda`, `return` and `if` over plain values.
 * Nothing else is known here, so that pasted text can do nothing but build patterns; steps and depth are bounded.
 */
import { at, type Diagnostic, Failure, type Span } from "@relayscope/ir";
import { callOf, callPattern, either, isExpr } from "../builders.ts";
import type { Pattern } from "../pattern.ts";
import { type Arguments, functions, methods, type TextReaders } from "./builtins.ts";
import { textMessages } from "./messages.ts";
import type { Expression, Keyword, Statement } from "./syntax.ts";
import { describe, isTruthy, Scope, type Value, valuesEqual } from "./values.ts";

const stepLimit = 50_000;
const depthLimit = 700;

export interface BuildResult {
  /** What the text ends in: its `return`, its last expression, its last assignment, or what its last `def` gives without arguments. */
  readonly value: Value | undefined;
  /** Where each pattern was built. */
  readonly spans: ReadonlyMap<Pattern, Span>;
}

/** Builds what the statements describe; problems go to `diagnostics`, one a statement. */
export function buildValue(statements: readonly Statement[], readers: TextReaders, diagnostics: Diagnostic[]): BuildResult {
  const builder = new Builder(readers, diagnostics);
  return { value: builder.runAll(statements), spans: builder.spans };
}

const operatorNames = { "+": "add", "-": "subtract", "*": "multiply", "/": "divide" } as const;

class Builder {
  readonly spans = new Map<Pattern, Span>();
  private steps = 0;
  private depth = 0;
  private readonly readers: TextReaders;
  private readonly diagnostics: Diagnostic[];

  constructor(readers: TextReaders, diagnostics: Diagnostic[]) {
    this.readers = readers;
    this.diagnostics = diagnostics;
  }

  runAll(statements: readonly Statement[]): Value | undefined {
    const scope = new Scope();
    let last: Value | undefined;
    for (const statement of statements) {
      try {
        const returned = this.run(statement, scope);
        if (returned) return returned;
        if (statement.kind === "Expression" && statement.value.kind !== "String") last = this.lastExpression;
        else if (statement.kind === "Assign" && statement.targets[0]?.kind === "Name") last = scope.get(statement.targets[0].name) ?? last;
        else if (statement.kind === "Def") last = scope.get(statement.name);
      } catch (problem) {
        if (!(problem instanceof Failure)) throw problem;
        this.diagnostics.push(problem.diagnostic);
        this.depth = 0;
        if (statement.kind === "Assign")
          for (const t of statement.targets) if (t.kind === "Name") scope.set(t.name, { kind: "foreign", name: t.name });
      }
    }
    if (last?.kind !== "function") return last;
    try {
      return this.apply(last, [], [], statements[statements.length - 1]?.span ?? { start: 0, end: 0 });
    } catch (problem) {
      if (!(problem instanceof Failure)) throw problem;
      this.diagnostics.push(problem.diagnostic);
      return undefined;
    }
  }

  private lastExpression: Value | undefined;

  private fail(diagnostic: Diagnostic): never {
    throw new Failure(diagnostic);
  }

  private count(span: Span): void {
    if (++this.steps > stepLimit) this.fail(textMessages.tooManySteps(span));
    if (this.depth > depthLimit) this.fail(textMessages.tooDeep(span));
  }

  /** Runs a statement; answers the value of a `return`. */
  private run(statement: Statement, scope: Scope): Value | undefined {
    this.count(statement.span);
    switch (statement.kind) {
      case "Assign": {
        const value = this.evaluate(statement.value, scope);
        for (const target of statement.targets) this.assign(target, value, scope);
        return undefined;
      }
      case "Expression":
        this.lastExpression = this.evaluate(statement.value, scope);
        return undefined;
      case "Return":
        return statement.value ? this.evaluate(statement.value, scope) : { kind: "none" };
      case "Def":
        scope.set(statement.name, { kind: "function", name: statement.name, params: statement.params, body: statement.body, scope });
        return undefined;
      case "If":
        return this.runBlock(isTruthy(this.evaluate(statement.test, scope)) ? statement.then : statement.otherwise, scope);
      case "Raise":
        return this.fail(textMessages.raised(statement.span));
      case "Pass":
        return undefined;
    }
  }

  private runBlock(statements: readonly Statement[], scope: Scope): Value | undefined {
    for (const statement of statements) {
      const returned = this.run(statement, scope);
      if (returned) return returned;
    }
    return undefined;
  }

  private assign(target: Expression, value: Value, scope: Scope): void {
    if (target.kind === "Name") {
      if (value.kind === "pattern") label(value.pattern, target.name);
      scope.set(target.name, value);
    } else if (target.kind === "Tuple" || target.kind === "List") {
      if (value.kind !== "list" || value.items.length !== target.items.length) {
        this.fail(textMessages.wrongArgument("=", `${target.items.length} values on its right`, target.span));
      }
      target.items.forEach((t, i) => {
        this.assign(t, at(value.items, i), scope);
      });
    } else {
      this.fail(textMessages.expected("a name to assign to", "", target.span));
    }
  }

  private evaluate(e: Expression, scope: Scope): Value {
    this.depth++;
    this.count(e.span);
    const value = this.evaluateKind(e, scope);
    this.depth--;
    if (value.kind === "pattern" && !this.spans.has(value.pattern)) this.spans.set(value.pattern, e.span);
    return value;
  }

  private evaluateKind(e: Expression, scope: Scope): Value {
    switch (e.kind) {
      case "Name":
        return (
          scope.get(e.name) ?? (Object.hasOwn(functions, e.name) ? { kind: "builtin", name: e.name } : { kind: "foreign", name: e.name })
        );
      case "Number":
        return { kind: "number", value: e.value, isFloat: e.isFloat };
      case "String":
        return { kind: "string", value: e.value };
      case "Literal":
        return e.value === null ? { kind: "none" } : { kind: "boolean", value: e.value };
      case "List":
      case "Tuple":
        return { kind: "list", items: e.items.map((item) => this.evaluate(item, scope)) };
      case "Dict":
        return { kind: "dict", entries: new Map(e.entries.map(([k, v]) => [this.key(k, scope), this.evaluate(v, scope)])) };
      case "Call":
        return this.evaluateCall(e, scope);
      case "Member":
        return this.member(e, scope);
      case "Index":
        return this.index(e, scope);
      case "Unary": {
        const operand = this.evaluate(e.operand, scope);
        if (e.operator === "not") return { kind: "boolean", value: !isTruthy(operand) };
        if (operand.kind !== "number") return this.fail(textMessages.wrongArgument("-", "a number", e.span));
        return { ...operand, value: -operand.value };
      }
      case "Binary":
        return this.binary(e, scope);
      case "Conditional":
        return this.evaluate(isTruthy(this.evaluate(e.test, scope)) ? e.then : e.otherwise, scope);
      case "Lambda":
        return { kind: "function", name: "lambda", params: e.params, body: e.body, scope };
    }
  }

  private key(e: Expression, scope: Scope): string {
    const value = this.evaluate(e, scope);
    return value.kind === "string" ? value.value : this.fail(textMessages.wrongArgument("{", "strings as keys", e.span));
  }

  private member(e: Expression & { kind: "Member" }, scope: Scope): Value {
    const object = this.evaluate(e.object, scope);
    if (object.kind === "foreign") {
      return Object.hasOwn(functions, e.name) ? { kind: "builtin", name: e.name } : { kind: "foreign", name: `${object.name}.${e.name}` };
    }
    if (object.kind !== "pattern") return this.fail(textMessages.notAPattern(describe(object), e.object.span));
    if (!Object.hasOwn(methods, e.name)) {
      const name = { start: e.span.end - e.name.length, end: e.span.end };
      return this.fail(textMessages.unknownMethod(e.name, Object.keys(methods), name));
    }
    return { kind: "method", pattern: object.pattern, name: e.name };
  }

  private index(e: Expression & { kind: "Index" }, scope: Scope): Value {
    const object = this.evaluate(e.object, scope);
    const index = this.evaluate(e.index, scope);
    let item: Value | undefined;
    if (object.kind === "list" && index.kind === "number") item = object.items.at(index.value);
    else if (object.kind === "dict" && index.kind === "string") item = object.entries.get(index.value);
    else if (object.kind === "pattern" && object.pattern.kind === "TuplePattern" && index.kind === "number") {
      const field = object.pattern.fields?.[index.value];
      item = field ? { kind: "pattern", pattern: field } : undefined;
    }
    return item ?? this.fail(textMessages.wrongArgument("[]", "an index that is there", e.span));
  }

  private binary(e: Expression & { kind: "Binary" }, scope: Scope): Value {
    const left = this.evaluate(e.left, scope);
    if (e.operator === "and") return isTruthy(left) ? this.evaluate(e.right, scope) : left;
    if (e.operator === "or") return isTruthy(left) ? left : this.evaluate(e.right, scope);
    const right = this.evaluate(e.right, scope);
    const answer = (value: boolean): Value => ({ kind: "boolean", value });
    switch (e.operator) {
      case "==":
      case "is":
        return answer(valuesEqual(left, right));
      case "!=":
      case "is not":
        return answer(!valuesEqual(left, right));
      case "in":
      case "not in":
        return answer(contains(right, left) === (e.operator === "in"));
      case "|":
        return { kind: "pattern", pattern: either(this.asPattern(left, e.left.span), this.asPattern(right, e.right.span)) };
      default:
        return this.arithmetic(e, left, right);
    }
  }

  private arithmetic(e: Expression & { kind: "Binary" }, left: Value, right: Value): Value {
    if (e.operator === "+" && left.kind === "string" && right.kind === "string") return { kind: "string", value: left.value + right.value };
    if (e.operator === "+" && left.kind === "list" && right.kind === "list")
      return { kind: "list", items: [...left.items, ...right.items] };
    if (left.kind === "number" && right.kind === "number") {
      const [a, b] = [left.value, right.value];
      const value = e.operator === "+" ? a + b : e.operator === "-" ? a - b : e.operator === "*" ? a * b : a / b;
      return { kind: "number", value, isFloat: left.isFloat || right.isFloat || e.operator === "/" };
    }
    const name = operatorNames[e.operator as keyof typeof operatorNames];
    return { kind: "pattern", pattern: callOf(name, this.asPattern(left, e.left.span), this.asPattern(right, e.right.span)) };
  }

  private asPattern(value: Value, span: Span): Pattern {
    if (value.kind === "pattern") return value.pattern;
    if (value.kind === "expr") return isExpr(value.expr);
    if (value.kind === "foreign") return this.fail(textMessages.unknownName(value.name, Object.keys(functions), span));
    return this.fail(textMessages.notAPattern(describe(value), span));
  }

  private evaluateCall(e: Expression & { kind: "Call" }, scope: Scope): Value {
    const callee = this.evaluate(e.callee, scope);
    if (callee.kind === "foreign")
      return this.fail(textMessages.unknownName(callee.name, [...scope.known(), ...Object.keys(functions)], e.callee.span));
    const args = e.args.map((a) => this.evaluate(a, scope));
    const keywords = e.keywords.map((k) => ({ keyword: k, value: this.evaluate(k.value, scope) }));
    return this.apply(callee, args, keywords, e.span, e.args);
  }

  private apply(
    callee: Value,
    args: readonly Value[],
    keywords: readonly { keyword: Keyword; value: Value }[],
    span: Span,
    places: readonly Expression[] = [],
  ): Value {
    if (callee.kind === "function") return this.applyFunction(callee, args, keywords, span);
    if (callee.kind === "pattern") return this.callPattern(callee.pattern, args, places, span);
    const table = callee.kind === "builtin" ? functions : callee.kind === "method" ? methods : undefined;
    const name = callee.kind === "builtin" || callee.kind === "method" ? callee.name : "";
    const builtin = table?.[name];
    if (!builtin) return this.fail(textMessages.notCallable(describe(callee), span));
    for (const { keyword } of keywords)
      if (!builtin.params.includes(keyword.name)) this.fail(textMessages.wrongArgument(name, `no \`${keyword.name}\``, keyword.span));
    if (args.length > builtin.params.length)
      this.fail(textMessages.wrongArgument(name, `at most ${builtin.params.length} arguments`, span));
    const given: Arguments = {
      callee: name,
      span,
      readers: this.readers,
      find: (param) => keywords.find((k) => k.keyword.name === param)?.value ?? args[builtin.params.indexOf(param)],
      spanOf: (param) =>
        keywords.find((k) => k.keyword.name === param)?.keyword.value.span ?? places[builtin.params.indexOf(param)]?.span ?? span,
      call: (f, values) => this.apply(f, values, [], span),
      report: (diagnostic) => this.fail(diagnostic),
    };
    return builtin.make(given, callee.kind === "method" ? callee.pattern : undefined);
  }

  /** `op(None)` is a call with any arguments. */
  private callPattern(callee: Pattern, args: readonly Value[], places: readonly Expression[], span: Span): Value {
    const isAny = args.length === 1 && args[0]?.kind === "none";
    const patterns = isAny ? null : args.map((a, i) => this.asPattern(a, places[i]?.span ?? span));
    return { kind: "pattern", pattern: callPattern(callee, patterns) };
  }

  private applyFunction(
    callee: Value & { kind: "function" },
    args: readonly Value[],
    keywords: readonly { keyword: Keyword; value: Value }[],
    span: Span,
  ): Value {
    this.depth += 5;
    this.count(span);
    const scope = new Scope(callee.scope);
    if (args.length > callee.params.length)
      this.fail(textMessages.wrongArgument(callee.name, `at most ${callee.params.length} arguments`, span));
    callee.params.forEach((param, i) => {
      const value = args[i] ?? keywords.find((k) => k.keyword.name === param.name)?.value;
      if (value) scope.set(param.name, value);
      else if (param.fallback) scope.set(param.name, this.evaluate(param.fallback, callee.scope));
      else this.fail(textMessages.missingArgument(callee.name, param.name, span));
    });
    const result = Array.isArray(callee.body)
      ? (this.runBlock(callee.body as readonly Statement[], scope) ?? { kind: "none" as const })
      : this.evaluate(callee.body as Expression, scope);
    this.depth -= 5;
    return result;
  }
}

/** A name sticks to the first pattern it is given; traces and the printer use it. */
function label(pattern: Pattern, name: string): void {
  const named = pattern as { label?: string };
  named.label ??= name;
}

function contains(container: Value, item: Value): boolean {
  if (container.kind === "list") return container.items.some((x) => valuesEqual(x, item));
  if (container.kind === "string" && item.kind === "string") return container.value.includes(item.value);
  return container.kind === "dict" && item.kind === "string" && container.entries.has(item.value);
}
