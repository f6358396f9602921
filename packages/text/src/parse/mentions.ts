/** The names in a text, each with its meaning, for editors. Recorded only on request. */
import type { AttrField, Constructor, Expr, GlobalTypeVar, Op, Span, TypeVar, Var } from "@relayscope/ir";
import type { Tokens } from "../lex/tokens.ts";

/** A function of the module, by name: one object per name, whether it is defined or not. */
export interface GlobalName {
  readonly name: string;
}

/** The value bound by `%12 = ...`. */
export interface BoundValue {
  readonly value: Expr;
}

/**
 * A name in the text. Mentions of one kind with the same `target` object mean the same thing; so are shadowed names
 * distinguished. The span covers the name with its sigil.
 */
export type Mention = { readonly span: Span; readonly isBinding: boolean } & (
  | { readonly kind: "local"; readonly target: Var }
  | { readonly kind: "temporary"; readonly target: BoundValue }
  | { readonly kind: "global"; readonly target: GlobalName }
  | { readonly kind: "operator"; readonly target: Op }
  | { readonly kind: "constructor"; readonly target: Constructor }
  | { readonly kind: "type"; readonly target: GlobalTypeVar | TypeVar }
  | { readonly kind: "attribute"; readonly target: AttrField; readonly operator: string }
);

/** The names that a parse found. */
export interface Mentions {
  /** All tokens of the text, including those outside of the module. */
  readonly tokens: Tokens;
  /** In the order of the text, no two at one place. */
  readonly list: readonly Mention[];
  /** Where variables go out of scope. Variables of the whole text have no entry. */
  readonly scopeEnds: ReadonlyMap<Var, number>;
  /** The ranges of the text that the module was read from, in order. */
  readonly ranges: readonly Span[];
}

export interface MentionRecorder {
  readonly scopeEnds: Map<Var, number>;
  add(mention: Mention): void;
  global(name: string, span: Span, isBinding: boolean): void;
  /**
   * All mentions, by place. If two are at one place, the first one is kept: a line that was read ahead was read with
   * the right meaning.
   */
  finish(): readonly Mention[];
}

/** Collects mentions in any order. */
export function mentionRecorder(): MentionRecorder {
  const added: Mention[] = [];
  const globals = new Map<string, GlobalName>();
  return {
    scopeEnds: new Map(),
    add: (mention) => added.push(mention),
    global(name, span, isBinding) {
      let target = globals.get(name);
      if (!target) {
        target = { name };
        globals.set(name, target);
      }
      added.push({ kind: "global", span, isBinding, target });
    },
    finish() {
      const sorted = [...added].sort((a, b) => a.span.start - b.span.start);
      return sorted.filter((m, i) => m.span.start !== sorted[i - 1]?.span.start);
    },
  };
}
