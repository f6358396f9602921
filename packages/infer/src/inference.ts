/** The state of one inference over one root: what is known of each expression, and what the visitors share. */
import {
  type Call,
  type Diagnostic,
  type Expr,
  type Func,
  type FuncType,
  funcType,
  incompleteType,
  keptIn,
  type Module,
  type Type,
  type Var,
} from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { messages } from "./diagnostics.ts";
import { checkKind } from "./kinds.ts";
import { inferredSignature } from "./signatures.ts";
import { Solver } from "./solver.ts";
import { mapType } from "./substitute.ts";

/**
 * How far existing types on nodes are trusted. `nothing`: all are computed again; existing types count only if there is
 * no other way (after reading a text, whose comments are claims). `types`: an existing type is right, the others are
 * computed (a text that only its comments type). `subgraphs`: so is everything below a typed node (after a pass on a
 * typed module).
 */
export type Trust = "nothing" | "types" | "subgraphs";

/** The type in the comment after a node, in the text that a module was read from; undefined if there is none. */
export type Claims = (expr: Expr) => Type | undefined;

export class Inference {
  /** The type of each expression visited, holes and all. */
  readonly types = new Map<Expr, Type>();
  /** Type arguments of calls of polymorphic functions. */
  readonly typeArgs = new Map<Call, readonly Type[]>();
  /** Visited expressions, children first. */
  readonly order: Expr[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly solver: Solver;
  /** Typed nodes below which nothing was visited. */
  readonly skipped: Expr[] = [];
  /** Why constants of unknown type are assumed to have their types, if that is not due to an operator's relation. */
  readonly grounds = new Map<Expr, string>();
  private readonly annotations = new Map<Var, Type>();
  private readonly signatures = new Map<string, FuncType | undefined>();

  constructor(
    readonly module: Module,
    readonly operators: OperatorDefinitions,
    readonly trust: Trust,
    readonly isEager: boolean,
    private readonly claims: Claims | undefined,
  ) {
    this.solver = new Solver(isEager);
  }

  report(diagnostic: Diagnostic): void {
    this.diagnostics.push(diagnostic);
  }

  /** Reports, and returns a type that agrees with everything from here on. */
  refuse(diagnostic: Diagnostic): Type {
    this.report(diagnostic);
    return this.solver.unknown();
  }

  /** The type of a node that can't be typed: the claimed one, else unknown. */
  claimedOrUnknown(expr: Expr): Type {
    return this.claimOf(expr) ?? this.solver.unknown();
  }

  /** Whether the module was just read from a text, so that missing parts may be assumed. */
  get isOfText(): boolean {
    return this.claims !== undefined;
  }

  /** The reason for the type of a constant whose type the text lacks. */
  groundOf(constant: Expr): string {
    return this.grounds.get(constant) ?? "its type is not in the text: it is what its use wants";
  }

  /** The type that the node, or the text, claims. */
  claimOf(expr: Expr): Type | undefined {
    return expr.checkedType ?? this.claims?.(expr);
  }

  /** An operator that is not called has no type of its own, as it can have any use. */
  typeOf(expr: Expr): Type {
    const type = this.types.get(expr) ?? (expr.kind === "Op" ? this.solver.unknown() : undefined);
    if (!type) throw new Error(`A ${expr.kind} was asked for its type before it was visited.`);
    return type;
  }

  finish(expr: Expr, type: Type): void {
    this.types.set(expr, type);
    this.order.push(expr);
  }

  /**
   * The declared type of a variable; undefined if there is none. The solver distinguishes type objects by identity, and
   * a reader may have used one object in many places: where that can matter, each variable gets a copy.
   */
  annotationOf(variable: Var): Type | undefined {
    const { annotation } = variable;
    if (annotation === undefined || this.isEager) return annotation;
    return keptIn(this.annotations, variable, () => mapType(annotation, (t) => (t.kind === "TensorType" ? { ...t } : undefined)));
  }

  /**
   * The declared type of a global function, with holes for what is not declared; undefined if the module has no such
   * function.
   */
  signatureOf(name: string): FuncType | undefined {
    if (!this.signatures.has(name)) {
      const f = this.module.functions.get(name);
      this.signatures.set(name, f?.kind === "Function" ? this.declaredType(f) : undefined);
    }
    return this.signatures.get(name);
  }

  checkAnnotation(type: Type, node: Expr): void {
    checkKind(type, node, this.module, (d) => this.report(d));
  }

  /** Relations of primitive calls report mismatches of their result this way. */
  solve(): void {
    this.solver.solve((relation) => (mismatch) => {
      const node = this.relationNodes.get(relation.result);
      if (!node) return;
      const name = node.kind === "Call" && node.op.kind === "Op" ? node.op.name : "this expression";
      this.report(messages.resultType(node, name, mismatch.right, mismatch.left, mismatch.detail));
    });
  }

  /** The node that a waiting relation's result belongs to. */
  readonly relationNodes = new Map<Type, Expr>();

  private declaredType(f: Func): FuncType {
    const inferred = this.isEager ? undefined : inferredSignature(f);
    if (inferred) return inferred;
    return funcType(
      f.params.map((p) => this.annotationOf(p) ?? incompleteType()),
      f.returnType ?? incompleteType(),
      f.typeParams,
    );
  }
}
