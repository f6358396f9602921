/**
 * Prints expressions as the reference does, to the character. Follows src/relay/printer/relay_text_printer.cc.
 *
 * A node that is used once and ends a scope is printed in place. Other nodes, except variables, constants, operators
 * and global names, get a line `%n = ...;` in the scope of their first use. Numbers and names continue through a whole
 * module. A node is first *visited* (its text is made, after its operands), later *printed* at its use, and only then
 * gets its number: the order of numbers depends on that.
 */
import {
  type Clause,
  childrenOf,
  type Expr,
  type Func,
  isCallOf,
  type Let,
  type MatchPattern,
  type MetaAttr,
  present,
  runTask,
  type Task,
  type Type,
  type TypeData,
} from "@relayscope/ir";
import { type Doc, indented, joined, lineBreak } from "./doc.ts";
import { attributeText, functionAttributeTexts } from "./printAttributes.ts";
import { type PrintedMetadata, type PrintedNames, printedNames } from "./printedNames.ts";
import type { PrinterOptions } from "./printerOptions.ts";
import { simpleTexts } from "./simpleTexts.ts";
import { alwaysInline, type UsePrinter, usePrinter } from "./usePrinter.ts";

export interface Printer {
  /** `def @name(...) ... {...}`. */
  definition(name: string, f: Func): Doc;
  typeDefinition(data: TypeData): Doc;
  /** An expression with the lines of its temporaries before it. */
  expression(expr: Expr): Doc;
  metadata(): PrintedMetadata;
}

/** A printer; names and numbers go on from one definition to the next. */
export function printer(options: PrinterOptions = {}): Printer {
  const names = printedNames();
  const uses = usePrinter(options, names, (e) => visitSkipped(e));
  const { memo, introduced, scopes, at, bindingOf, printed, use } = uses;
  const simpleText = simpleTexts(names, uses, options.attrsOf);

  /** `call_lowered` hides its tuple of arguments from the visit; it is made when it is printed. */
  const visitSkipped = (expr: Expr): Doc => {
    const text = runTask(visitLeaf(expr));
    memo.set(expr, text);
    return text;
  };

  /** Makes the texts of a node and of all nodes that it depends on. */
  function* visit(root: Expr): Task<Doc> {
    const stack: Expr[] = [root];
    const isExpanded: boolean[] = [false];
    while (stack.length > 0) {
      const top = stack.length - 1;
      const expr = present(stack[top]);
      if (memo.has(expr)) {
        stack.pop();
        isExpanded.pop();
      } else if (isExpanded[top]) {
        stack.pop();
        isExpanded.pop();
        const leaf = simpleText(expr);
        const text: Doc = leaf ?? (yield visitLeaf(expr));
        if (expr.kind === "Var") introduced.set(expr, text);
        else if (!memo.has(expr)) memo.set(expr, text);
      } else {
        isExpanded[top] = true;
        const operands = operandsOf(expr);
        for (let i = operands.length - 1; i >= 0; i--) {
          if (memo.has(present(operands[i]))) continue;
          stack.push(present(operands[i]));
          isExpanded.push(false);
        }
        // A call's operator is visited before its arguments.
        if (expr.kind === "Call" && expr.op.kind !== "Op" && !memo.has(expr.op)) {
          stack.push(expr.op);
          isExpanded.push(false);
        }
      }
    }
    return memo.get(root) ?? "";
  }

  /** Visits a node, then prints it. */
  function* visitAndPrint(expr: Expr, mayInline: boolean): Task<Doc> {
    if (!memo.has(expr)) yield visit(expr);
    return printed(expr, mayInline);
  }

  /** Prints an expression in a scope of its own: the lines that it needs, then the expression. */
  function* scope(expr: Expr): Task<Doc> {
    const lines: Doc[] = [];
    scopes.push(lines);
    const body = yield visitAndPrint(expr, true);
    scopes.pop();
    return [lines, body];
  }

  function* block(expr: Expr): Task<Doc> {
    const body = yield scope(expr);
    return ["{", indented(2, [lineBreak, body]), lineBreak, "}"];
  }

  function* visitLeaf(expr: Expr): Task<Doc> {
    switch (expr.kind) {
      case "Function":
        return yield functionText("fn ", expr);
      case "Let":
        return yield letText(expr);
      case "If": {
        const condition = yield visitAndPrint(expr.condition, false);
        const thenBranch = yield block(expr.thenBranch);
        const elseBranch = yield block(expr.elseBranch);
        return ["if (", condition, ") ", thenBranch, " else ", elseBranch];
      }
      case "Match": {
        const data = yield visitAndPrint(expr.data, false);
        const clauses: Doc[] = [];
        for (const clause of expr.clauses) clauses.push(yield clauseText(clause));
        const head = expr.isComplete ? "match (" : "match? (";
        return [head, data, ") {", indented(2, [lineBreak, joined(clauses, lineBreak)]), lineBreak, "}"];
      }
      case "RefCreate":
        return ["ref(", yield visitAndPrint(expr.value, false), ")"];
      case "RefRead":
        return ["ref_read(", yield visitAndPrint(expr.ref, false), ")"];
      case "RefWrite": {
        const ref = yield visitAndPrint(expr.ref, false);
        return ["ref_write(", ref, ", ", yield visitAndPrint(expr.value, false), ")"];
      }
      default:
        return simpleText(expr) ?? "";
    }
  }

  function* clauseText(clause: Clause): Task<Doc> {
    const pattern = patternText(clause.pattern, bindingOf);
    const body = yield scope(clause.body);
    return [pattern, " => {", indented(2, [lineBreak, body]), lineBreak, "},"];
  }

  /** A chain of lets: each line is before the lines that the next value needs. */
  function* letText(first: Let): Task<Doc> {
    const lines: Doc[][] = [];
    const depth = scopes.length;
    let expr: Expr = first;
    while (expr.kind === "Let") {
      const binding = bindingOf(expr.variable);
      const value = yield visitAndPrint(expr.value, true);
      const line: Doc[] = [at(expr, ["let ", binding, " = ", value, ";"]), lineBreak];
      lines.push(line);
      scopes.length = depth;
      scopes.push(line);
      expr = expr.body;
    }
    const body = yield scope(expr);
    scopes.length = depth;
    return [lines, body];
  }

  function* functionText(prefix: string, f: Func): Task<Doc> {
    const extern = externOf(f);
    const head = functionHead(prefix, f, names, bindingOf);
    if (extern) return [head, `= ${attributeText(extern, names.metaText)}`];
    return [head, yield block(f.body)];
  }

  return {
    definition(name, f) {
      use(sharedNodes(f));
      return at(f, runTask(functionText(`def @${name}`, f)));
    },
    typeDefinition: (data) => typeDefinition(data, names.typeTextOf),
    expression(expr) {
      use(sharedNodes(expr));
      return runTask(scope(expr));
    },
    metadata: names.metadata,
  };
}

/** The attribute that represents the body of a function of a library. */
function externOf(f: Func): MetaAttr | undefined {
  const extern = f.attrs.get("Extern");
  return typeof extern === "object" && extern !== null && "kind" in extern && extern.kind === "Meta" ? extern : undefined;
}

/** The text before a function's body. */
function functionHead(prefix: string, f: Func, { metaText, typeTextOf }: PrintedNames, bindingOf: UsePrinter["bindingOf"]): Doc {
  const head: Doc[] = [prefix];
  if (f.typeParams.length > 0) head.push(`[${f.typeParams.map((v) => v.name).join(", ")}]`);
  const attrs = externOf(f) ? new Map([...f.attrs].filter(([name]) => name !== "Extern")) : f.attrs;
  const attributes = functionAttributeTexts(attrs, metaText);
  head.push("(", joined([...f.params.map(bindingOf), ...attributes], ", "), ") ");
  if (f.returnType) head.push(`-> ${typeTextOf(f.returnType)} `);
  return head;
}

function patternText(pattern: MatchPattern, bindingOf: UsePrinter["bindingOf"]): Doc {
  switch (pattern.kind) {
    case "PatternWildcard":
      return "_";
    case "PatternVar":
      return bindingOf(pattern.variable);
    case "PatternConstructor": {
      const name = pattern.constructor_.name;
      return pattern.patterns.length === 0
        ? name
        : [
            name,
            "(",
            joined(
              pattern.patterns.map((p) => patternText(p, bindingOf)),
              ", ",
            ),
            ")",
          ];
    }
    case "PatternTuple":
      return [
        "(",
        joined(
          pattern.patterns.map((p) => patternText(p, bindingOf)),
          ", ",
        ),
        ")",
      ];
  }
}

function typeDefinition(data: TypeData, textOf: (type: Type) => string): Doc {
  const head = [`type ${data.header.name}`];
  if (data.typeParams.length > 0) head.push(`[${data.typeParams.map((v) => v.name).join(", ")}]`);
  const constructors = data.constructors.map((c) => (c.inputs.length === 0 ? c.name : `${c.name}(${c.inputs.map(textOf).join(", ")})`));
  const body = constructors.length > 0 ? [joined(constructors, [",", lineBreak]), ","] : "";
  return [head, " {", indented(2, [lineBreak, body]), lineBreak, "}"];
}

/** The operands that are visited before a node, in the order of the visit; a call's operator comes before them. */
function operandsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "Call": {
      const lowered = isCallOf(expr, "call_lowered") ? expr.args[1] : undefined;
      if (lowered?.kind === "Tuple" && expr.args[0]) return [expr.args[0], ...lowered.fields];
      return expr.args;
    }
    case "Tuple":
      return expr.fields;
    case "TupleGetItem":
      return [expr.tuple];
    default:
      return noOperands;
  }
}

const noOperands: readonly Expr[] = [];

/** The nodes that are used more than once within `root`. Follows src/relay/analysis/dependency_graph.cc. */
function sharedNodes(root: Expr): ReadonlySet<Expr> {
  const seen = new Set<Expr>([root]);
  const shared = new Set<Expr>();
  const stack: Expr[] = [root];
  const use = (child: Expr) => {
    if (alwaysInline(child)) return;
    if (seen.has(child)) {
      shared.add(child);
    } else {
      seen.add(child);
      stack.push(child);
    }
  };
  for (let expr = stack.pop(); expr; expr = stack.pop()) {
    if (expr.kind === "Call") {
      use(expr.op);
      expr.args.forEach(use);
    } else {
      childrenOf(expr).forEach(use);
    }
  }
  return shared;
}
