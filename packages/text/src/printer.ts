/**
 * Prints expressions as the reference does, to the character. Follows src/relay/printer/relay_text_printer.cc.
 *
 * A node that is used once and ends a scope is printed in place; any other but variables, constants, operators and global names gets a line
 * `%n = ...;` in the scope where it is first needed. Numbers and names run on through a whole module.
 * A node is first *visited* (its text is made, its operands before it), later *printed* where it is used, and only then gets its number:
 * the numbers' order hangs on that.
 */
import {
  type Call,
  type Clause,
  type Constant,
  type Constructor,
  childrenOf,
  type Dim,
  dimText,
  type Expr,
  type Func,
  isCallOf,
  type Let,
  type MatchPattern,
  type MetaAttr,
  runTask,
  type Task,
  type Type,
  type TypeData,
  typeText,
  type Var,
} from "@relayscope/ir";
import { concatenated, type Doc, indented, joined, lineBreak, listed, placed } from "./doc.ts";
import { addCallAttributes, attributeText, functionAttributeTexts } from "./printAttributes.ts";
import { scalarText } from "./printScalars.ts";

/** What the text refers to as `meta[type][index]`, in order of first mention. */
export interface PrintedMetadata {
  readonly constants: readonly Constant[];
  /** Per type, the references of attributes as they stood in the text that was read. */
  readonly attributes: ReadonlyMap<string, readonly MetaAttr[]>;
}

export interface Printer {
  /** `def @name(...) ... {...}`. */
  definition(name: string, f: Func): Doc;
  typeDefinition(data: TypeData): Doc;
  /** An expression with the lines of its temporaries before it. */
  expression(expr: Expr): Doc;
  metadata(): PrintedMetadata;
}

/** A printer; names and numbers go on from one definition to the next. `hasPlaces`: its documents note where each node stands. */
export function printer(hasPlaces = false): Printer {
  const memo = new Map<Expr, Doc>();
  const withInfo = new Set<Expr>();
  const temporaries = new Set<Expr>();
  const introduced = new Map<Expr, Doc>();
  const usedNames = new Map<string, number>();
  const typeTexts = new Map<Type, string>();
  const dimensionTexts = new Map<Dim | string, string>();
  const dimensionCounts = new Map<string, number>();
  const constants: Constant[] = [];
  const constantNumbers = new Map<Constant, number>();
  const metaAttributes = new Map<string, MetaAttr[]>();
  const metaIndices = new Map<string, number>();
  const scopes: Doc[][] = [];
  let shared: ReadonlySet<Expr> = new Set();
  let counter = 0;
  let holeCount = 0;

  /** A dimension; one that hangs on an unknown size is numbered among the metadata, each a new number. */
  const dimension = (dim: Dim): string => {
    const kind = typeof dim === "object" && dim.kind === "SymbolicDim" ? /^meta\[(tir\.\w+)\]\[(.*)\]$/u.exec(dim.name) : null;
    if (!kind || typeof dim !== "object") return dimText(dim);
    const type = kind[1] ?? "";
    const key = /^\d+$/u.test(kind[2] ?? "") ? dimText(dim) : dim;
    let text = dimensionTexts.get(key);
    if (text === undefined) {
      const count = dimensionCounts.get(type) ?? 0;
      dimensionCounts.set(type, count + 1);
      text = `meta[${type}][${count}]`;
      dimensionTexts.set(key, text);
    }
    return text;
  };

  /** A hole that inference left: the reference numbers it among the metadata. */
  const holeText = (hole: Type): string => {
    let text = typeTexts.get(hole);
    if (text === undefined) {
      text = `meta[IncompleteType][${holeCount++}]`;
      typeTexts.set(hole, text);
    }
    return text;
  };

  const textOf = (type: Type): string => {
    let text = typeTexts.get(type);
    if (text === undefined) {
      text = typeText(type, { dimText: dimension, holeText });
      typeTexts.set(type, text);
    }
    return text;
  };

  /** Constants are numbered as they come, in arguments and in attributes alike. */
  const constantText = (value: Constant): string => {
    let index = constantNumbers.get(value);
    if (index === undefined) {
      index = constants.length;
      constants.push(value);
      constantNumbers.set(value, index);
    }
    return `meta[relay.Constant][${index}]`;
  };

  const metaText = (value: MetaAttr): string => {
    if (value.constant) return constantText(value.constant);
    const key = `${value.type}:${value.index}`;
    let index = metaIndices.get(key);
    if (index === undefined) {
      const list = metaAttributes.get(value.type) ?? [];
      index = list.length;
      list.push(value);
      metaAttributes.set(value.type, list);
      metaIndices.set(key, index);
    }
    return `meta[${value.type}][${index}]`;
  };

  /** The comment behind a node: its type, once. */
  const info = (expr: Expr): string => {
    if (withInfo.has(expr)) return "";
    withInfo.add(expr);
    return expr.checkedType && hasInfo(expr) ? ` /* ty=${textOf(expr.checkedType)} */` : "";
  };

  const uniqueName = (prefix: string): string => {
    const count = usedNames.get(prefix);
    let name = prefix;
    if (count !== undefined) {
      let n = count;
      do {
        n++;
        name = prefix + n;
      } while (usedNames.has(name));
      usedNames.set(prefix, n);
    }
    usedNames.set(name, 0);
    return name;
  };

  /** The text where a variable is bound; its later uses print the name alone. */
  const bindingOf = (v: Var): Doc => {
    const known = memo.get(v);
    if (known !== undefined) return [known, "-malformed-ir"];
    const hint = /^[A-Za-z]/.test(v.name) ? v.name : `v${v.name}`;
    const name = uniqueName(`%${hint}`);
    memo.set(v, name);
    let text = name;
    if (v.virtualDevice !== undefined) text += ` {virtual_device=${attributeText(v.virtualDevice, metaText)}}`;
    if (v.annotation) text += `: ${annotationText(v.annotation)}`;
    return at(v, text + info(v));
  };

  const annotationText = (type: Type): string => textOf(type);

  /** The text of a visited node where it is used: in place, or its number. */
  const printed = (expr: Expr, mayInline: boolean): Doc => {
    if (expr.kind === "Op") return expr.name;
    const text = memo.get(expr) ?? visitSkipped(expr);
    if (temporaries.has(expr)) return text;
    if (expr.kind === "Var") {
      const line = introduced.get(expr);
      if (line !== undefined) {
        introduced.delete(expr);
        scopes.at(-1)?.push(["free_var ", line, ";", lineBreak]);
      }
      return text;
    }
    const isLeaf = alwaysInline(expr);
    const isInline = isLeaf || (mayInline && !shared.has(expr));
    const full: Doc = !isInline && expr.kind === "Let" ? ["(", indented(2, [lineBreak, text]), lineBreak, ")"] : text;
    const comment = info(expr);
    if (isInline) {
      if (comment === "") return full;
      const doc = isLeaf ? concatenated(full, comment) : at(expr, concatenated(full, comment));
      memo.set(expr, doc);
      return doc;
    }
    temporaries.add(expr);
    const name = `%${counter++}`;
    memo.set(expr, name);
    const line = typeof full === "string" ? `${name} = ${full}${comment}` : [`${name} = `, full, comment];
    if (hasPlaces) scopes.at(-1)?.push(placed(expr, line), ";", lineBreak);
    else scopes.at(-1)?.push(concatenated(line, ";"), lineBreak);
    return name;
  };

  const at = (expr: Expr, doc: Doc): Doc => (hasPlaces ? placed(expr, doc) : doc);

  /** `call_lowered` hides its tuple of arguments from the visit; it is made when it is printed. */
  const visitSkipped = (expr: Expr): Doc => {
    const text = runTask(visitLeaf(expr));
    memo.set(expr, text);
    return text;
  };

  /** Makes the texts of a node and of all that its text needs. */
  function* visit(root: Expr): Task<Doc> {
    const stack: Expr[] = [root];
    const isExpanded: boolean[] = [false];
    while (stack.length > 0) {
      const top = stack.length - 1;
      const expr = stack[top] as Expr;
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
          if (memo.has(operands[i] as Expr)) continue;
          stack.push(operands[i] as Expr);
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

  /** The text of a node whose operands are visited and that opens no scope; undefined for one that does. */
  const simpleText = (expr: Expr): Doc | undefined => {
    switch (expr.kind) {
      case "Var":
        return bindingOf(expr);
      case "Constant": {
        const literal = scalarText(expr.data);
        if (literal !== undefined) return literal;
        return constantText(expr);
      }
      case "GlobalVar":
        return `@${expr.name}`;
      case "Op":
      case "Constructor":
        return expr.name;
      case "Call":
        return callText(expr);
      case "Tuple": {
        const fields = expr.fields.map((f) => printed(f, false));
        return listed("(", fields, fields.length === 1 ? ",)" : ")");
      }
      case "TupleGetItem":
        return concatenated(printed(expr.tuple, false), `.${expr.index}`);
      default:
        return undefined;
    }
  };

  const callText = (expr: Call): Doc => {
    const parts: Doc[] = [];
    for (const arg of expr.args) parts.push(printed(arg, false));
    addCallAttributes(parts, expr.attrs, metaText);
    const { op } = expr;
    if (op.kind !== "Constructor") return listed(concatenated(printed(op, false), "("), parts, ")");
    return op.inputs.length === 0 ? op.name : listed(`${op.name}(`, parts, ")");
  };

  /** Visits a node, then prints it. */
  function* visitAndPrint(expr: Expr, mayInline: boolean): Task<Doc> {
    if (!memo.has(expr)) yield visit(expr);
    return printed(expr, mayInline);
  }

  /** An expression as a scope of its own: the lines it needs, then itself. */
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
    const pattern = patternText(clause.pattern);
    const body = yield scope(clause.body);
    return [pattern, " => {", indented(2, [lineBreak, body]), lineBreak, "},"];
  }

  const patternText = (pattern: MatchPattern): Doc => {
    switch (pattern.kind) {
      case "PatternWildcard":
        return "_";
      case "PatternVar":
        return bindingOf(pattern.variable);
      case "PatternConstructor": {
        const name = pattern.constructor_.name;
        return pattern.patterns.length === 0 ? name : [name, "(", joined(pattern.patterns.map(patternText), ", "), ")"];
      }
      case "PatternTuple":
        return ["(", joined(pattern.patterns.map(patternText), ", "), ")"];
    }
  };

  /** A chain of lets: each line stands before the lines that the next value needs. */
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
    const head: Doc[] = [prefix];
    if (f.typeParams.length > 0) head.push(`[${f.typeParams.map((v) => v.name).join(", ")}]`);
    const extern = f.attrs.get("Extern");
    const isExtern = typeof extern === "object" && extern !== null && "kind" in extern && extern.kind === "Meta";
    const attributes = functionAttributeTexts(isExtern ? new Map([...f.attrs].filter(([name]) => name !== "Extern")) : f.attrs, metaText);
    head.push("(", joined([...f.params.map(bindingOf), ...attributes], ", "), ") ");
    if (f.returnType) head.push(`-> ${textOf(f.returnType)} `);
    if (isExtern) return [head, `= ${attributeText(extern, metaText)}`];
    return [head, yield block(f.body)];
  }

  const typeDefinition = (data: TypeData): Doc => {
    const head = [`type ${data.header.name}`];
    if (data.typeParams.length > 0) head.push(`[${data.typeParams.map((v) => v.name).join(", ")}]`);
    const constructors = data.constructors.map(constructorText);
    const body = constructors.length > 0 ? [joined(constructors, [",", lineBreak]), ","] : "";
    return [head, " {", indented(2, [lineBreak, body]), lineBreak, "}"];
  };

  const constructorText = (c: Constructor): string => (c.inputs.length === 0 ? c.name : `${c.name}(${c.inputs.map(textOf).join(", ")})`);

  return {
    definition(name, f) {
      shared = sharedNodes(f);
      return at(f, runTask(functionText(`def @${name}`, f)));
    },
    typeDefinition,
    expression(expr) {
      shared = sharedNodes(expr);
      return runTask(scope(expr));
    },
    metadata: () => ({ constants, attributes: metaAttributes }),
  };
}

function alwaysInline(expr: Expr): boolean {
  const { kind } = expr;
  return kind === "Var" || kind === "Constant" || kind === "Op" || kind === "GlobalVar" || kind === "Constructor";
}

function hasInfo(expr: Expr): boolean {
  const { kind } = expr;
  return kind === "Call" || kind === "Var" || kind === "Constant" || kind === "Function" || kind === "Tuple" || kind === "TupleGetItem";
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
