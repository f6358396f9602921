/**
 * Algebraic data types as Python sees them: just enough to walk over and rebuild a match. Follows
 * python/tvm/relay/adt.py.
 */
import { type Clause, type MatchPattern, match } from "@relayscope/ir";
import { hostAttribute, hostClass, type PyClass, type Value } from "@relayscope/python";
import { ArrayObject } from "./containers.ts";
import { tvmError } from "./errors.ts";
import { ExprObject, exprClass, wrapExpr } from "./exprHolder.ts";
import { give, irNodeClass, making } from "./nodeClasses.ts";
import { valuesOf } from "./sequences.ts";
import { exprOf } from "./toCompiler.ts";
import { TvmObject } from "./tvmObject.ts";

class ClauseObject extends TvmObject {
  constructor(readonly clause: Clause) {
    super(clauseClass);
  }

  override get key(): unknown {
    return this.clause;
  }

  override show(): string {
    return "relay.Clause(0x0)";
  }
}

class MatchPatternObject extends TvmObject {
  constructor(readonly pattern: MatchPattern) {
    super(patternClasses[pattern.kind]);
  }

  override get key(): unknown {
    return this.pattern;
  }

  override show(): string {
    return `relay.${this.pattern.kind}(0x0)`;
  }
}

const adt = "tvm.relay.adt";
const patternClass = hostClass({ name: "Pattern", module: adt, bases: [irNodeClass] });
const kind = (name: MatchPattern["kind"]): PyClass => hostClass({ name, module: adt, bases: [patternClass] });

const patternClasses: Readonly<Record<MatchPattern["kind"], PyClass>> = {
  PatternWildcard: kind("PatternWildcard"),
  PatternVar: kind("PatternVar"),
  PatternConstructor: kind("PatternConstructor"),
  PatternTuple: kind("PatternTuple"),
};

const clauseClass: PyClass = hostClass({
  name: "Clause",
  module: adt,
  bases: [irNodeClass],
  members: {
    __new__: making("Clause", "lhs, rhs", (m, _cls, lhs = null, rhs = null) => {
      if (!(lhs instanceof MatchPatternObject)) throw tvmError("Check failed: Expected type relay.Pattern but got another");
      return new ClauseObject({ pattern: lhs.pattern, body: exprOf(m, rhs) });
    }),
    lhs: hostAttribute("lhs", ClauseObject, ({ clause }) => new MatchPatternObject(clause.pattern)),
    rhs: hostAttribute("rhs", ClauseObject, ({ clause }) => wrapExpr(clause.body)),
  },
});

give(exprClass("Match"), {
  __new__: making("Match", "data, clauses, complete=True", (m, _cls, data = null, clauses = null, complete = null) => {
    const given = valuesOf(clauses).flatMap((c) => (c instanceof ClauseObject ? [c.clause] : []));
    return wrapExpr(match(exprOf(m, data), given, complete === true));
  }),
  data: hostAttribute("data", ExprObject, ({ node }) => (node.kind === "Match" ? wrapExpr(node.data) : undefined)),
  clauses: hostAttribute("clauses", ExprObject, ({ node }) => {
    if (node.kind !== "Match") return undefined;
    const { clauses } = node;
    return new ArrayObject(clauses, (i) => {
      const clause = clauses[i];
      return clause ? new ClauseObject(clause) : null;
    });
  }),
  complete: hostAttribute("complete", ExprObject, ({ node }) => (node.kind === "Match" ? node.isComplete : undefined)),
});

give(exprClass("Constructor"), {
  name_hint: hostAttribute("name_hint", ExprObject, ({ node }) => (node.kind === "Constructor" ? node.name : undefined)),
});

/** The members of `relay.adt`. */
export const adtMembers: Readonly<Record<string, Value>> = {
  Pattern: patternClass,
  ...patternClasses,
  Clause: clauseClass,
  Match: exprClass("Match"),
  Constructor: exprClass("Constructor"),
};
