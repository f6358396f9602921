/** Where names get their values within a function: loops, comprehensions, assignments. */
import { partsOf } from "../compile/parts.ts";
import type { Block, Comprehension, Expression, ForStatement, Statement } from "../syntax/ast.ts";
import type { Definition } from "./records.ts";

/** A loop that gives a name its values. */
export interface Loop {
  /** The statement or the comprehension. */
  readonly node: ForStatement | Comprehension;
  readonly target: Expression;
  readonly iterable: Expression;
}

/** A statement or expression that gives a name a value: `value`, or with `of` as the value's item at `path`. */
export interface Binding {
  readonly node: Expression | Statement;
  readonly target: Expression;
  readonly value: Expression;
}

export interface Binders {
  /** By name, the outer ones first. */
  readonly loops: ReadonlyMap<string, readonly Loop[]>;
  readonly bindings: ReadonlyMap<string, readonly Binding[]>;
}

const known = new WeakMap<Definition, Binders>();

/** What gives the names of a function their values; functions inside it have their own. */
export function bindersOf(definition: Definition): Binders {
  const made = known.get(definition);
  if (made) return made;
  const found = collected(definition);
  known.set(definition, found);
  return found;
}

function collected(definition: Definition): Binders {
  const loops = new Map<string, Loop[]>();
  const bindings = new Map<string, Binding[]>();
  const add = <T>(to: Map<string, T[]>, target: Expression, item: T): void => {
    for (const name of namesOf(target)) {
      const listed = to.get(name);
      if (listed) listed.push(item);
      else to.set(name, [item]);
    }
  };
  const expressions: Expression[] = [];
  const ofComprehension = (e: Comprehension): void => {
    for (const { target, iterable, conditions } of e.loops) {
      add(loops, target, { node: e, target, iterable });
      expressions.push(iterable, ...conditions);
    }
    expressions.push(e.item, ...(e.value ? [e.value] : []));
  };
  const ofStatement = (s: Statement): void => {
    if (s.kind === "Assign") for (const target of s.targets) add(bindings, target, { node: s, target, value: s.value });
    if ((s.kind === "Annotated" || s.kind === "Augmented") && s.value) {
      add(bindings, s.target, { node: s, target: s.target, value: s.value });
    }
    if (s.kind === "For") add(loops, s.target, { node: s, target: s.target, iterable: s.iterable });
    if (s.kind === "With") {
      for (const { context, target } of s.items) if (target) add(bindings, target, { node: s, target, value: context });
    }
    expressions.push(...expressionsOf(s));
  };
  const blocks: Block[] = definition.kind === "Function" ? [definition.body] : [];
  for (let block = blocks.pop(); block; block = blocks.pop()) {
    for (const s of block) {
      ofStatement(s);
      blocks.push(...blocksIn(s));
    }
  }
  if (definition.kind === "Lambda") expressions.push(definition.body);
  else if (definition.kind !== "Function") ofComprehension(definition);
  for (let e = expressions.pop(); e; e = expressions.pop()) {
    if (e.kind === "Walrus") add(bindings, e.target, { node: e, target: e.target, value: e.value });
    if ("loops" in e) ofComprehension(e);
    else expressions.push(...partsOf(e));
  }
  return { loops, bindings };
}

/** The names that a target assigns. */
function namesOf(target: Expression): readonly string[] {
  if (target.kind === "Name") return [target.name];
  if (target.kind === "Starred") return namesOf(target.value);
  return target.kind === "Tuple" || target.kind === "List" ? target.items.flatMap(namesOf) : [];
}

/** The expressions right inside a statement, without those of its blocks. */
function expressionsOf(s: Statement): readonly Expression[] {
  switch (s.kind) {
    case "Expression":
    case "Assign":
    case "Augmented":
      return [s.value];
    case "Annotated":
    case "Return":
      return s.value ? [s.value] : [];
    case "Assert":
      return [s.test];
    case "IfStatement":
      return s.branches.map(({ test }) => test);
    case "While":
      return [s.test];
    case "For":
      return [s.iterable];
    case "With":
      return s.items.map(({ context }) => context);
    default:
      return [];
  }
}

/** The blocks of a statement; those of functions and classes are their own. */
export function blocksIn(s: Statement): readonly Block[] {
  switch (s.kind) {
    case "IfStatement":
      return [...s.branches.map(({ body }) => body), ...(s.otherwise ? [s.otherwise] : [])];
    case "For":
    case "While":
      return [s.body, ...(s.otherwise ? [s.otherwise] : [])];
    case "With":
      return [s.body];
    case "Try":
      return [s.body, ...s.handlers.map(({ body }) => body), ...(s.otherwise ? [s.otherwise] : []), ...(s.final ? [s.final] : [])];
    case "Match":
      return s.cases.map(({ body }) => body);
    default:
      return [];
  }
}
