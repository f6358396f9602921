/** Patterns as text that reads like TVM's Python and parses back to the same pattern, sharing included. */
import { type AttrValue, type Expr, elementOf, isAttrList, present, pushTo, type Type, typeText } from "@relayscope/ir";
import type { AltPattern, Pattern } from "../pattern.ts";
import { patternNodes, subPatterns } from "../patternGraph.ts";

export interface PrintPatternOptions {
  /** The text of an expression that is in a pattern; scalars and operators need none. */
  readonly printExpr?: (expr: Expr) => string;
}

/**
 * One expression; before it a line `name = ...` for each sub-pattern that is used twice or has a label.
 * `a.optional(lambda x: ...)` is written where the second alternative extends the first.
 */
export function printPattern(pattern: Pattern, options: PrintPatternOptions = {}): string {
  return new Printer(pattern, options).print();
}

class Printer {
  private readonly names = new Map<Pattern, string>();
  private readonly taken = new Set<string>();
  private readonly optionals = new Set<AltPattern>();
  /** The present meaning of a lambda's parameter. */
  private readonly bound = new Map<Pattern, string>();

  constructor(
    private readonly root: Pattern,
    private readonly options: PrintPatternOptions,
  ) {}

  print(): string {
    const nodes = patternNodes(this.root);
    this.chooseNames(nodes);
    const lines: string[] = [];
    const redirects: string[] = [];
    for (const node of nodes) {
      const name = this.names.get(node);
      if (name !== undefined) lines.push(`${name} = ${this.write(node)}`);
      if (node.kind === "WildcardPattern" && node.redirect) redirects.push(`${name}.redirect_to(${this.use(node.redirect)})`);
    }
    const last = this.names.has(this.root) ? present(this.names.get(this.root)) : this.write(this.root);
    return [...lines, ...redirects, last].join("\n");
  }

  private chooseNames(nodes: readonly Pattern[]): void {
    const users = new Map<Pattern, Pattern[]>();
    for (const node of nodes) {
      for (const child of subPatterns(node)) {
        pushTo(users, child, node);
      }
    }
    for (const node of nodes) {
      if (node.kind !== "AltPattern" || node.left.label !== undefined) continue;
      if (extendsLeft(node, users)) this.optionals.add(node);
    }
    const optionalLefts = new Set([...this.optionals].map((o) => o.left));
    for (const node of nodes) {
      const isShared = (users.get(node)?.length ?? 0) > (node === this.root ? 0 : 1) && !optionalLefts.has(node);
      const isRedirected = node.kind === "WildcardPattern" && node.redirect !== undefined;
      if (isShared || isRedirected || (node.label !== undefined && node !== this.root)) this.names.set(node, this.freshName(node));
    }
    // A named pattern is written on a line of its own, where no lambda's parameter is in scope.
    for (const optional of this.optionals) {
      const inside = patternNodes(optional.right, (p) => (p === optional.left ? [] : subPatterns(p)));
      if (!inside.some((p) => this.names.has(p) && patternNodes(p).includes(optional.left))) continue;
      this.optionals.delete(optional);
      if (!this.names.has(optional.left)) this.names.set(optional.left, this.freshName(optional.left));
    }
  }

  private freshName(pattern: Pattern): string {
    const wanted =
      pattern.label !== undefined && /^[A-Za-z_]\w*$/.test(pattern.label) && !reserved.has(pattern.label)
        ? pattern.label
        : plainName(pattern);
    let name = wanted;
    for (let i = 2; this.taken.has(name); i++) name = `${wanted}${i}`;
    this.taken.add(name);
    return name;
  }

  /** A pattern at its use: by name if it has one. */
  private use(pattern: Pattern): string {
    return this.bound.get(pattern) ?? this.names.get(pattern) ?? this.write(pattern);
  }

  private list(patterns: readonly Pattern[]): string {
    return patterns.map((p) => this.use(p)).join(", ");
  }

  /** A pattern before a `.` or a `(`. */
  private head(pattern: Pattern): string {
    const text = this.use(pattern);
    return pattern.kind === "AltPattern" && !this.optionals.has(pattern) && !this.names.has(pattern) && !this.bound.has(pattern)
      ? `(${text})`
      : text;
  }

  private write(p: Pattern): string {
    switch (p.kind) {
      case "WildcardPattern":
        return p.isNone ? "None" : "wildcard()";
      case "ConstantPattern":
        return "is_constant()";
      case "VarPattern":
        return p.name === "" ? "is_var()" : `is_var(${quote(p.name)})`;
      case "ExprPattern":
        return this.writeExpr(p.expr);
      case "CallPattern":
        return `${this.head(p.op)}(${p.args === null ? "None" : this.list(p.args)})`;
      case "TuplePattern":
        return p.fields === null ? "is_tuple(None)" : `is_tuple([${this.list(p.fields)}])`;
      case "TupleGetItemPattern":
        return p.index === -1 ? `is_tuple_get_item(${this.use(p.tuple)})` : `is_tuple_get_item(${this.use(p.tuple)}, ${p.index})`;
      case "FunctionPattern":
        return `FunctionPattern(${p.params === null ? "None" : `[${this.list(p.params)}]`}, ${this.use(p.body)})`;
      case "IfPattern":
        return `is_if(${this.list([p.condition, p.thenBranch, p.elseBranch])})`;
      case "LetPattern":
        return `is_let(${this.list([p.variable, p.value, p.body])})`;
      case "AltPattern":
        return this.writeAlternative(p);
      case "TypePattern":
        return `${this.head(p.pattern)}.has_type(${writeType(p.type)})`;
      case "DataTypePattern":
        return `${this.head(p.pattern)}.has_dtype(${quote(p.dtype)})`;
      case "ShapePattern":
        return `${this.head(p.pattern)}.has_shape(${sequence(p.shape.map((d) => (d === "?" ? '"?"' : String(d))))})`;
      case "AttrPattern":
        return `${this.head(p.pattern)}.has_attr({${[...p.attrs].map(([k, v]) => `${quote(k)}: ${writeAttr(v)}`).join(", ")}})`;
      case "DominatorPattern":
        return `${this.head(p.child)}.dominates(${this.use(p.parent)}, ${this.use(p.path)})`;
    }
  }

  private writeAlternative(p: AltPattern): string {
    if (!this.optionals.has(p)) {
      const right = p.right.kind === "AltPattern" ? this.head(p.right) : this.use(p.right);
      return `${this.use(p.left)} | ${right}`;
    }
    const left = this.head(p.left);
    const parameter = this.freshParameter();
    this.bound.set(p.left, parameter);
    const right = this.use(p.right);
    this.bound.delete(p.left);
    return `${left}.optional(lambda ${parameter}: ${right})`;
  }

  private freshParameter(): string {
    const used = new Set(this.bound.values());
    for (let i = 1; ; i++) {
      const name = i === 1 ? "x" : `x${i}`;
      if (!used.has(name) && !this.taken.has(name)) return name;
    }
  }

  private writeExpr(expr: Expr): string {
    if (expr.kind === "Op") return `is_op(${quote(expr.name)})`;
    if (expr.kind === "Constant" && expr.data && expr.data.shape.length === 0) {
      const value = Number(elementOf(expr.data, 0));
      const { dtype } = expr.data;
      const text = dtype === "bool" ? (value ? "True" : "False") : dtype.startsWith("float") ? floatText(value) : String(value);
      return `is_expr(relay.const(${text}, ${quote(dtype)}))`;
    }
    return `is_expr(${quote(this.options.printExpr?.(expr) ?? expr.kind)})`;
  }
}

/** Whether `right` is built over `left`, and nothing else uses `left`. */
function extendsLeft(alternative: AltPattern, users: ReadonlyMap<Pattern, readonly Pattern[]>): boolean {
  if (alternative.left === alternative.right) return false;
  const inside = new Set(patternNodes(alternative.right, (p) => (p === alternative.left ? [] : subPatterns(p))));
  if (!inside.has(alternative.left)) return false;
  const outside = (users.get(alternative.left) ?? []).filter((user) => !inside.has(user));
  const isRedirected = alternative.left.kind === "WildcardPattern" && alternative.left.redirect !== undefined;
  return outside.length === 1 && !isRedirected;
}

function plainName(pattern: Pattern): string {
  switch (pattern.kind) {
    case "WildcardPattern":
      return "data";
    case "ConstantPattern":
      return "const";
    case "VarPattern":
      return "var";
    case "CallPattern":
      return pattern.op.kind === "ExprPattern" && pattern.op.expr.kind === "Op"
        ? present(pattern.op.expr.name.split(".").pop()).replace(/\W/g, "_")
        : "call";
    case "ExprPattern":
      return pattern.expr.kind === "Op" ? `${present(pattern.expr.name.split(".").pop()).replace(/\W/g, "_")}_op` : "expr";
    case "AltPattern":
      return "either";
    default:
      return "pattern";
  }
}

/** Names that no variable of a table may have. */
const reserved: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda " +
    "nonlocal not or pass raise return try while with yield const"
  ).split(" "),
);

export function writeType(type: Type): string {
  if (type.kind !== "TensorType" || !type.shape.every((d) => typeof d === "number")) return quote(typeText(type));
  return `relay.TensorType(${sequence(type.shape.map(String))}, ${quote(type.dtype)})`;
}

export function sequence(items: readonly string[]): string {
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(", ")})`;
}

export function writeAttr(value: AttrValue): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quote(value);
  if (typeof value !== "object") return String(value);
  if (isAttrList(value)) return `[${value.map(writeAttr).join(", ")}]`;
  switch (value.kind) {
    case "Float":
      return floatText(value.value);
    case "Int":
      return String(value.value);
    case "Dict":
      return `{${[...value.entries].map(([k, v]) => `${quote(k)}: ${writeAttr(v)}`).join(", ")}}`;
    case "Meta":
      return quote(`meta[${value.type}][${value.index}]`);
    case "Raw":
      return quote(value.text);
  }
}

function floatText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e16 ? `${value}.0` : String(value);
}

export function quote(text: string): string {
  return JSON.stringify(text);
}
