/**
 * Which variable each name means. A scope that has a frame of its own is a module, a class body, a function, a lambda
 * or a generator expression; list, set and dict comprehensions keep their variables in slots of the frame around them.
 */
import type { Comprehension, Expression, Node, ParameterList, Statement } from "../syntax/ast.ts";
import { SyntaxFailure } from "../syntax/problem.ts";
import { partsOf } from "./parts.ts";

export type Place =
  | { readonly kind: "slot"; readonly index: number }
  | { readonly kind: "cell"; readonly index: number }
  | { readonly kind: "global" }
  /** A name in a class body: looked up there, then among globals or in the cell. */
  | { readonly kind: "class"; readonly cell: number | undefined };

type Kind = "module" | "class" | "function" | "comprehension";

export class Scope {
  /** The scope whose frame holds the variables of this one. */
  readonly frame: Scope;
  /** Names of `qualname` up to this one. */
  readonly path: string;
  /** The class around a function, for names that begin with two underscores. */
  readonly privateName: string | undefined;
  readonly bound = new Set<string>();
  readonly declaredGlobal = new Set<string>();
  readonly declaredNonlocal = new Set<string>();
  readonly used = new Set<string>();
  readonly children = new Map<Node, Scope>();
  /** Names of this scope that functions inside share. */
  private readonly shared = new Set<string>();
  /** For a frame: the names of cells of enclosing functions. */
  readonly free: string[] = [];
  isGenerator = false;
  /** For a function: the parameter that `super()` takes as the object. */
  firstParameter: string | undefined = undefined;
  private readonly places = new Map<string, Place>();
  /** For a frame: the number of its slots. */
  private slots = 0;
  private ownCells = 0;

  constructor(
    readonly kind: Kind,
    readonly parent: Scope | undefined,
    readonly name: string,
  ) {
    this.frame = kind === "comprehension" && parent ? parent.frame : this;
    const isNamed = parent?.kind === "function" && parent.name !== "<genexpr>";
    const prefix = !parent || parent.kind === "module" ? "" : `${parent.path}.${isNamed ? "<locals>." : ""}`;
    this.path = prefix + name;
    this.privateName = kind === "class" ? name : parent?.privateName;
  }

  get slotCount(): number {
    return this.slots;
  }

  get cellCount(): number {
    return this.ownCells;
  }

  /** A slot for what the compiler keeps while an expression waits. */
  newSlot(): number {
    return this.frame.slots++;
  }

  mangled(name: string): string {
    const own = this.privateName?.replace(/^_+/, "");
    return own && name.startsWith("__") && !name.endsWith("__") ? `_${own}${name}` : name;
  }

  place(name: string): Place {
    const mangled = this.mangled(name);
    let place = this.places.get(mangled);
    if (!place) {
      place = this.find(mangled);
      this.places.set(mangled, place);
    }
    return place;
  }

  /** Own variables of a function, then those of the functions around it that it uses. */
  *variables(): Iterable<readonly [name: string, place: Place & { readonly kind: "slot" | "cell" }]> {
    for (const name of new Set([...this.places.keys(), ...this.free])) {
      const place = this.place(name);
      if (place.kind === "slot" || place.kind === "cell") yield [name, place];
    }
  }

  /** Cells that are made again each time the scope is entered. */
  ownCellIndices(): readonly number[] {
    const found: number[] = [];
    for (const name of this.shared) {
      const place = this.places.get(name);
      if (place?.kind === "cell") found.push(place.index);
    }
    return found;
  }

  /**
   * Gives slots and cells to this scope's own variables, `first` before the others (parameters); then to those inside.
   */
  settle(first: readonly string[]): void {
    for (const name of first) this.places.set(name, { kind: "slot", index: this.frame.slots++ });
    if (this.kind === "function" || this.kind === "comprehension") {
      for (const name of this.bound) {
        if (this.declaredGlobal.has(name) || this.declaredNonlocal.has(name)) continue;
        if (this.shared.has(name)) this.places.set(name, { kind: "cell", index: this.frame.ownCells++ });
        else if (!this.places.has(name)) this.places.set(name, { kind: "slot", index: this.frame.slots++ });
      }
    }
    if (this.kind === "class" && this.shared.has("__class__")) {
      this.places.set("__class__", { kind: "cell", index: this.ownCells++ });
    }
    for (const child of this.children.values()) if (child.kind === "comprehension") child.settle([]);
  }

  /** Cells come in two parts, so those of functions around are numbered after all own ones are. */
  private find(name: string): Place {
    if (this.declaredGlobal.has(name)) return { kind: "global" };
    const freeCell = () => (this.frame.free.includes(name) ? this.frame.ownCells + this.frame.free.indexOf(name) : undefined);
    if (this.kind === "class") {
      if (this.declaredNonlocal.has(name)) return { kind: "cell", index: freeCell() ?? 0 };
      return { kind: "class", cell: this.bound.has(name) ? undefined : freeCell() };
    }
    if (this.kind === "module") return { kind: "global" };
    if (this.kind === "comprehension") {
      // Up through comprehensions of the same frame, whose names are in their own tables.
      for (let scope = this.parent; scope && scope.frame === this.frame; scope = scope.parent) {
        if (scope.kind === "class" || scope.kind === "module") break;
        const place = scope.places.get(name);
        if (place) return place;
        if (scope.declaredGlobal.has(name)) return { kind: "global" };
      }
    }
    const cell = freeCell();
    return cell === undefined ? { kind: "global" } : { kind: "cell", index: cell };
  }

  /** Finds the owner of each name that is used here and is not bound here; shares it on the way. */
  resolve(): void {
    for (const name of [...this.used, ...this.declaredNonlocal]) {
      if (this.declaredGlobal.has(name)) continue;
      if (!this.bound.has(name) || this.declaredNonlocal.has(name)) this.reach(name);
    }
    for (const child of this.children.values()) child.resolve();
  }

  private reach(name: string): boolean {
    const crossed: Scope[] = this.frame === this ? [this] : [];
    let { frame } = this;
    for (let scope = this.parent; scope; scope = scope.parent) {
      const isSameFrame = scope.frame === frame;
      if (!isSameFrame) {
        if (!crossed.includes(frame)) crossed.push(frame);
        frame = scope.frame;
      }
      if (scope.kind === "module") return false;
      if (scope.kind === "class" && name !== "__class__") continue;
      if (scope.declaredGlobal.has(name)) return false;
      const isBound = scope.kind === "class" || (scope.bound.has(name) && !scope.declaredNonlocal.has(name));
      if (!isBound) continue;
      if (scope.frame !== this.frame) {
        scope.shared.add(name);
        for (const one of crossed) if (!one.free.includes(name) && one !== scope.frame) one.free.push(name);
      }
      return true;
    }
    return false;
  }

  /** Whether a `nonlocal` name is bound in a function around. */
  hasOuter(name: string): boolean {
    for (let scope = this.parent; scope; scope = scope.parent) {
      if ((scope.kind === "function" || scope.kind === "comprehension") && scope.bound.has(name) && !scope.declaredGlobal.has(name))
        return true;
    }
    return false;
  }
}

/** The names of parameters in the order of their slots. */
export function parameterNames(list: ParameterList): readonly string[] {
  const { positionalOnly, positional, rest, keywordOnly, keywords } = list;
  return [...positionalOnly, ...positional, ...(rest ? [rest] : []), ...keywordOnly, ...(keywords ? [keywords] : [])].map((p) => p.name);
}

/**
 * The scopes of a file. Throws `SyntaxFailure` for a statement that is not allowed at its place (`return` outside a
 * function).
 */
export function scopesOf(body: readonly Statement[]): Scope {
  const module = new Scope("module", undefined, "<module>");
  const collector = new Collector(module);
  collector.statements(body);
  collector.checkLater();
  finish(module);
  return module;
}

/** The scope of an expression that is evaluated over a module's globals. */
export function scopeOfExpression(e: Expression): Scope {
  const module = new Scope("module", undefined, "<module>");
  new Collector(module).expression(e);
  finish(module);
  return module;
}

function finish(module: Scope): void {
  module.resolve();
  const settle = (scope: Scope, first: readonly string[]): void => {
    if (scope.kind !== "comprehension") scope.settle(first);
    for (const [node, child] of scope.children) settle(child, firstNames(node, child));
  };
  settle(module, []);
}

function firstNames(node: Node, scope: Scope): readonly string[] {
  const found = node as Statement | Expression; // children are kept by the nodes that have scopes
  const isDefined = found.kind === "Function" || found.kind === "Lambda";
  if (!isDefined && found.kind !== "Generator") return [];
  const names = isDefined ? parameterNames(found.parameters).map((n) => scope.mangled(n)) : [".0"];
  // `*args` takes no argument of its own.
  if (!isDefined || found.parameters.positionalOnly.length + found.parameters.positional.length > 0) [scope.firstParameter] = names;
  return names;
}

/** Goes through a tree and notes which names each scope binds and uses. */
class Collector {
  private loops = 0;

  constructor(private scope: Scope) {}

  private inside(node: Node, kind: Kind, name: string, visit: () => void): Scope {
    const { scope, loops } = this;
    const child = new Scope(kind, scope, name);
    scope.children.set(node, child);
    this.scope = child;
    this.loops = 0;
    visit();
    this.scope = scope;
    this.loops = loops;
    return child;
  }

  private bind(name: string): void {
    this.scope.bound.add(this.scope.mangled(name));
  }

  statements(body: readonly Statement[]): void {
    for (const statement of body) this.statement(statement);
  }

  private loop(body: readonly Statement[]): void {
    this.loops++;
    this.statements(body);
    this.loops--;
  }

  private statement(s: Statement): void {
    switch (s.kind) {
      case "Expression":
        this.expression(s.value);
        return;
      case "Assign":
        this.expression(s.value);
        for (const target of s.targets) this.target(target);
        return;
      case "Augmented":
        this.expression(s.value);
        this.expression(s.target);
        this.target(s.target);
        return;
      case "Annotated":
        if (s.value) this.expression(s.value);
        this.expression(s.annotation);
        this.target(s.target);
        return;
      case "Return":
        if (this.scope.kind !== "function") throw new SyntaxFailure("'return' outside function", s.start, s.end);
        if (s.value) this.expression(s.value);
        return;
      case "Delete":
        for (const target of s.targets) this.target(target);
        return;
      case "Raise":
        if (s.value) this.expression(s.value);
        if (s.cause) this.expression(s.cause);
        return;
      case "Assert":
        this.expression(s.test);
        if (s.message) this.expression(s.message);
        return;
      case "Global":
      case "Nonlocal":
        this.declare(s);
        return;
      case "Import":
        for (const { name, alias } of s.names) this.bind(alias ?? name.split(".")[0] ?? name);
        return;
      case "ImportFrom":
        for (const { name, alias } of s.names) if (name !== "*") this.bind(alias ?? name);
        if (s.names[0]?.name === "*" && this.scope.kind !== "module") {
          throw new SyntaxFailure("import * only allowed at module level", s.start, s.end);
        }
        return;
      case "Break":
      case "Continue":
        if (this.loops === 0) {
          throw new SyntaxFailure(s.kind === "Break" ? "'break' outside loop" : "'continue' not properly in loop", s.start, s.end);
        }
        return;
      case "Pass":
        return;
      default:
        this.compound(s);
    }
  }

  private declare(s: Extract<Statement, { kind: "Global" | "Nonlocal" }>): void {
    const { scope } = this;
    const verb = s.kind.toLowerCase();
    for (const plain of s.names) {
      const name = scope.mangled(plain);
      if (s.kind === "Nonlocal" && scope.kind === "module") {
        throw new SyntaxFailure("nonlocal declaration not allowed at module level", s.start, s.end);
      }
      if (scope.bound.has(name) && scope.kind !== "module") {
        throw new SyntaxFailure(`name '${plain}' is assigned to before ${verb} declaration`, s.start, s.end);
      }
      if (scope.used.has(name) && scope.kind !== "module") {
        throw new SyntaxFailure(`name '${plain}' is used prior to ${verb} declaration`, s.start, s.end);
      }
      if (s.kind === "Nonlocal" && !scope.hasOuter(name)) this.later.push(() => this.checkNonlocal(scope, name, s));
      (s.kind === "Global" ? scope.declaredGlobal : scope.declaredNonlocal).add(name);
    }
  }

  private readonly later: (() => void)[] = [];

  /** Runs the checks that need all scopes to be known. */
  checkLater(): void {
    for (const check of this.later) check();
  }

  private checkNonlocal(scope: Scope, name: string, s: Node): void {
    if (!scope.hasOuter(name)) throw new SyntaxFailure(`no binding for nonlocal '${name}' found`, s.start, s.end);
  }

  private compound(s: Statement): void {
    switch (s.kind) {
      case "IfStatement":
        for (const { test, body } of s.branches) {
          this.expression(test);
          this.statements(body);
        }
        this.statements(s.otherwise ?? []);
        return;
      case "While":
        this.expression(s.test);
        this.loop(s.body);
        this.statements(s.otherwise ?? []);
        return;
      case "For":
        this.expression(s.iterable);
        this.target(s.target);
        this.loop(s.body);
        this.statements(s.otherwise ?? []);
        return;
      case "Try":
        this.statements(s.body);
        for (const { type, name, body } of s.handlers) {
          if (type) this.expression(type);
          if (name) this.bind(name);
          this.statements(body);
        }
        this.statements(s.otherwise ?? []);
        this.statements(s.final ?? []);
        return;
      case "With":
        for (const { context, target } of s.items) {
          this.expression(context);
          if (target) this.target(target);
        }
        this.statements(s.body);
        return;
      case "Function":
        this.bind(s.name);
        for (const d of s.decorators) this.expression(d);
        this.parameters(s.parameters);
        if (s.returns) this.expression(s.returns);
        this.inside(s, "function", s.name, () => {
          for (const name of parameterNames(s.parameters)) this.bind(name);
          this.statements(s.body);
        });
        return;
      case "Class":
        this.bind(s.name);
        for (const e of [...s.decorators, ...s.bases, ...s.keywords.map((k) => k.value)]) this.expression(e);
        this.inside(s, "class", s.name, () => this.statements(s.body));
        return;
      case "Match":
        this.expression(s.subject);
        for (const { pattern, guard, body } of s.cases) {
          this.pattern(pattern);
          if (guard) this.expression(guard);
          this.statements(body);
        }
        return;
    }
  }

  private pattern(p: Extract<Statement, { kind: "Match" }>["cases"][number]["pattern"]): void {
    switch (p.kind) {
      case "Value":
        this.expression(p.value);
        return;
      case "Capture":
        if (p.name !== undefined) this.bind(p.name);
        if (p.pattern) this.pattern(p.pattern);
        return;
      case "Star":
        if (p.name !== undefined) this.bind(p.name);
        return;
      case "Or":
        for (const one of p.patterns) this.pattern(one);
        return;
      case "Sequence":
        for (const one of p.items) this.pattern(one);
        return;
      case "Mapping":
        for (const key of p.keys) this.expression(key);
        for (const one of p.patterns) this.pattern(one);
        if (p.rest !== undefined) this.bind(p.rest);
        return;
      case "Class":
        this.expression(p.cls);
        for (const one of [...p.items, ...p.named]) this.pattern(one);
        return;
      case "Singleton":
        return;
    }
  }

  private parameters(list: ParameterList): void {
    for (const p of [...list.positionalOnly, ...list.positional, list.rest, ...list.keywordOnly, list.keywords]) {
      if (p?.annotation) this.expression(p.annotation);
      if (p?.value) this.expression(p.value);
    }
  }

  private target(e: Expression): void {
    switch (e.kind) {
      case "Name":
        this.bind(e.name);
        return;
      case "Tuple":
      case "List":
        for (const item of e.items) this.target(item);
        return;
      case "Starred":
        this.target(e.value);
        return;
      default:
        this.expression(e);
    }
  }

  expression(e: Expression): void {
    switch (e.kind) {
      case "Name":
        this.scope.used.add(this.scope.mangled(e.name));
        if (e.name === "super") this.scope.used.add("__class__");
        return;
      case "Lambda":
        this.parameters(e.parameters);
        this.inside(e, "function", "<lambda>", () => {
          for (const name of parameterNames(e.parameters)) this.bind(name);
          this.expression(e.body);
        });
        return;
      case "ListComp":
      case "SetComp":
      case "DictComp":
      case "Generator":
        this.comprehension(e);
        return;
      case "Yield":
      case "YieldFrom":
        if (this.scope.kind !== "function") {
          const what = this.scope.kind === "comprehension" ? "'yield' inside list comprehension" : "'yield' outside function";
          throw new SyntaxFailure(what, e.start, e.end);
        }
        this.scope.isGenerator = true;
        if (e.value) this.expression(e.value);
        return;
      case "Walrus": {
        this.expression(e.value);
        let { scope } = this;
        while ((scope.kind === "comprehension" || scope.name === "<genexpr>") && scope.parent) scope = scope.parent;
        if (scope !== this.scope) this.scope.used.add(scope.mangled(e.target.name));
        scope.bound.add(scope.mangled(e.target.name));
        return;
      }
      default:
        for (const part of partsOf(e)) this.expression(part);
    }
  }

  private comprehension(e: Comprehension): void {
    const [first] = e.loops;
    if (first) this.expression(first.iterable);
    const isGenerator = e.kind === "Generator";
    const name = { ListComp: "<listcomp>", SetComp: "<setcomp>", DictComp: "<dictcomp>", Generator: "<genexpr>" }[e.kind];
    const made = this.inside(e, isGenerator ? "function" : "comprehension", name, () => {
      if (isGenerator) this.bind(".0");
      for (const loop of e.loops) {
        if (loop !== first) this.expression(loop.iterable);
        this.target(loop.target);
        for (const condition of loop.conditions) this.expression(condition);
      }
      this.expression(e.item);
      if (e.value) this.expression(e.value);
    });
    made.isGenerator = isGenerator;
  }
}
