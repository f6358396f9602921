/** Why a node is in no region: what its function, its target's rules, the pattern table and the passes after them said of it. */
import { calledOp, type Expr, isCallOf, isSkippedByPasses } from "@relayscope/ir";
import type { MatchProblem, TraceStep } from "@relayscope/match";
import type { PatternEntry, StageView, TargetView } from "../history.ts";
import { called, calledAll, listed, nameOf } from "../names.ts";
import { orAnnotated } from "./annotatedFunction.ts";
import { alsoOf, type Cause, type Detail } from "./cause.ts";
import type { CauseCode } from "./causes.ts";
import { compositeName, type Ground, isSameWork } from "./ground.ts";
import { afterSkippedPass, pruned } from "./laterPasses.ts";
import { leafOf } from "./leaf.ts";
import type { PassOrder } from "./order.ts";
import { isBindable } from "./parameters.ts";
import { compareTries, PatternTable, type PatternTry } from "./patternTries.ts";

/** Answers why nodes are in no region; what was found of a node is kept. */
export class NodeCauses {
  private readonly known = new Map<string, Map<Expr, Cause>>();
  private readonly table: PatternTable | undefined;
  /** Without MergeComposite: the targets' own tables, which no pass matches. */
  private readonly unmatched: ReadonlyMap<TargetView, PatternTable>;

  constructor(
    readonly ground: Ground,
    private readonly order: PassOrder,
  ) {
    const { compose, annotate, history } = ground;
    const view = compose === undefined ? undefined : history.stages[compose];
    this.table = view && new PatternTable(view.table, view.decisions, history.operators);
    const views = view || annotate === undefined ? [] : (history.stages[annotate]?.targets ?? []);
    this.unmatched = new Map(views.map((target) => [target, new PatternTable(target.table, [], history.operators)]));
  }

  /** Why `node` is in no region of `target`; of none at all where it is left out. The node must not be in one. */
  causeOf(node: Expr, target = ""): Cause {
    let known = this.known.get(target);
    if (!known) {
      known = new Map();
      this.known.set(target, known);
    }
    let cause = known.get(node);
    if (!cause) {
      cause = this.find(node, target);
      known.set(node, cause);
    }
    return cause;
  }

  /** Whether a pattern of a target's own table, and its check, would take all that a composite holds, if no other target's came first. */
  wouldMatch(composite: Expr, { table }: TargetView): boolean {
    const { ground } = this;
    const { compose, history, base } = ground;
    if (compose === undefined) return false;
    const holder = history.stages[compose - 1]?.module.functions.get(ground.functionOf(composite)?.name ?? "");
    const calls = ground
      .callsOf(composite)
      .flatMap((call) => history.follow(base, compose - 1, call).find((e) => isSameWork(call, e)) ?? []);
    return holder !== undefined && new PatternTable(table, [], history.operators).wouldTake(calls, holder);
  }

  private find(node: Expr, target: string): Cause {
    const { ground } = this;
    const unit = ground.unitOf(node);
    return orAnnotated(
      ground,
      leftAlone(ground, unit) ?? missingPass(ground, target) ?? this.outOfOrder(unit, target) ?? this.asThingsStand(unit, target),
      unit,
    );
  }

  /** What another order of passes would do. Of a node that another target has, that it would be in a region says nothing. */
  private outOfOrder(unit: Expr, target: string): Cause | undefined {
    return this.ground.regionOf(unit) ? undefined : this.order.causeOf(() => this.asThingsStand(unit, target), unit);
  }

  private asThingsStand(unit: Expr, target: string): Cause {
    const { ground } = this;
    const stands = pruned(ground, unit) ?? unlisted(ground, unit) ?? notACall(ground, unit);
    if (stands) return stands;
    const refusal = this.refused(unit, target);
    return ground.regionOf(unit) ? refusal : afterSkippedPass(ground, refusal, unit);
  }

  private refused(unit: Expr, target: string): Cause {
    const { ground } = this;
    const views = targetsAsked(ground, target);
    const answers = views.flatMap((view) => {
      // Of a composite of another target: what this one does not take of it.
      const isWhole = compositeName(unit) === undefined;
      if (!isWhole && takesNothing(unit)) return [withoutArguments(ground, unit, view.name)];
      const call = isWhole ? unit : ground.callsOf(unit).find((inner) => !isTaken(asWritten(ground, inner), view));
      return call ? [this.answerOf(call, calledOp(call), view)] : [];
    });
    const [best] = answers.toSorted((a, b) => rank(a.code) - rank(b.code));
    return (
      best ?? {
        ...plain(ground, "unknown", target),
        sentence: `Nothing that the passes decided tells why \`${nameOf(unit)}\` is in no region.`,
      }
    );
  }

  /** What one target says of a call of an operator. */
  private answerOf(unit: Expr, operator: string | undefined, view: TargetView): Cause {
    const { ground } = this;
    const target = view.name;
    const base = { ...plain(ground, "no-rule", target), blockers: [unit] };
    const name = `\`${operator ?? nameOf(unit)}\``;
    const ruleCause = operator === undefined ? undefined : this.ruleCause(unit, operator, view);
    const isStop = isCallOf(unit, "annotation.stop_fusion");
    const patternCause = this.patternCause(unit, target) ?? this.unmatchedCause(unit, view);
    const noRule: Cause = {
      ...base,
      sentence: `\`${target}\` has neither a rule nor a pattern for ${name}.`,
      details: operator === undefined ? [] : [{ node: unit, operator }],
    };
    if (takesNothing(unit)) {
      // A match that held it would do; no rule does.
      const nothing = withoutArguments(ground, unit, target);
      return patternCause ? { ...patternCause, also: alsoOf(patternCause.code, patternCause.also, [nothing.code]) } : nothing;
    }
    if (isStop && !ruleCause) {
      return {
        ...base,
        code: "stop-fusion",
        sentence: `\`annotation.stop_fusion\` stands between, and \`${target}\` has no rule for it. ${stopOrigin(ground, unit)}`,
        also: alsoOf("stop-fusion", ["no-rule"], patternCause ? [patternCause.code] : []),
      };
    }
    const found = [patternCause, ruleCause].filter((c): c is Cause => c !== undefined).sort((a, b) => rank(a.code) - rank(b.code));
    const [first] = found;
    if (!first) return noRule;
    const lacksRule: readonly CauseCode[] =
      ruleCause || first.code === "check-refused" || first.also.includes("check-refused") ? [] : ["no-rule"];
    return { ...first, also: alsoOf(first.code, first.also, ...found.map((c) => [c.code, ...c.also]), lacksRule) };
  }

  private ruleCause(unit: Expr, operator: string, view: TargetView): Cause | undefined {
    const { ground } = this;
    if (!Object.hasOwn(view.rules, operator)) return undefined;
    const asked = Object.hasOwn(view.askedRules, operator) ? view.askedRules[operator] : undefined;
    const leaf = asked && leafOf(asked, asWritten(ground, unit));
    const cause = { ...plain(ground, "rule-refused", view.name), blockers: [unit] };
    if (!leaf) {
      const sentence = isTaken(asWritten(ground, unit), view)
        ? `\`${view.name}\` has a rule for \`${operator}\` that accepts it, and nothing that the passes decided tells why it is in none of its regions.`
        : `The rule of \`${view.name}\` for \`${operator}\` refuses it.`;
      return { ...cause, code: "unknown", sentence };
    }
    const sentence = `The rule of \`${view.name}\` for \`${operator}\` refuses it: ${leaf.text}.`;
    const { details, notConstant } = leaf;
    if (notConstant && isBindable(ground, notConstant)) {
      return {
        ...cause,
        code: "parameter-not-constant",
        sentence: `${sentence} ${bindingSentence(notConstant)}`,
        details,
        also: ["rule-refused"],
      };
    }
    return { ...cause, ...(leaf.isTypeUnknown ? { code: "type-unknown", also: ["rule-refused"] } : {}), sentence, details };
  }

  /** No pass matches patterns, and an entry of the target's own table would match here. */
  private unmatchedCause(unit: Expr, view: TargetView): Cause | undefined {
    const { ground } = this;
    const holder = ground.functionOf(unit);
    const name = holder && this.unmatched.get(view)?.matchAround(unit, holder.func);
    if (name === undefined) return undefined;
    const idle = ground.history.stages.find(({ pass }) => pass === "MergeComposite");
    return {
      ...plain(ground, "pass-skipped", view.name),
      sentence: `\`MergeComposite\` ${idlePass(idle)}: \`${name}\` would match here, but no pass looks for it.`,
      blockers: [unit],
      pattern: name,
      pass: "MergeComposite",
    };
  }

  /** The entry of the table that came nearest to taking it. */
  private patternCause(unit: Expr, target: string): Cause | undefined {
    const { ground, table } = this;
    const { compose, history, base } = ground;
    if (!table || compose === undefined) return undefined;
    const before = history.follow(base, compose - 1, unit).find((e) => isSameWork(unit, e));
    const holder = history.stages[compose - 1]?.module.functions.get(ground.functionOf(unit)?.name ?? "");
    if (!before || !holder || isSkippedByPasses(holder)) return undefined;
    const isAsked = ({ name }: PatternEntry) => name.startsWith(`${target}.`);
    const tries = table.triesOf(before, holder, isAsked).map((one) => ({ one, cause: this.tryCause(one, unit, before, target) }));
    const [first, ...others] = tries.toSorted((a, b) => rank(a.cause.code) - rank(b.cause.code) || compareTries(a.one, b.one));
    if (!first) return undefined;
    const { cause } = first;
    // Where one entry matched, that others miss says nothing.
    const said = others.map((o) => o.cause.code).filter((code) => code !== "pattern-missed");
    return { ...cause, also: alsoOf(cause.code, cause.also, said) };
  }

  /** The let's variable that a pattern met in the place of a value, or that binds the node which it could not go on from. */
  private letAt(node: Expr, at: Expr): string | undefined {
    const { ground } = this;
    if (at.kind === "Var" && ground.binderOf(at)?.kind === "Let") return at.name;
    const variable = at === node ? ground.usersOf(ground.unitOf(at)).find((user) => user.kind === "Var") : undefined;
    return variable?.kind === "Var" && ground.binderOf(variable)?.kind === "Let" ? variable.name : undefined;
  }

  private tryCause(one: PatternTry, unit: Expr, before: Expr, target: string): Cause {
    const { ground } = this;
    const { compose = 0, history, base } = ground;
    const here = (e: Expr): readonly Expr[] => {
      const all = history.follow(compose - 1, base, e);
      const same = all.filter((other) => isSameWork(e, other));
      return same.length > 0 ? same : all.slice(0, 1);
    };
    const { entry } = one;
    const pattern = entry.name;
    const made = (code: CauseCode, sentence: string, parts: Partial<Cause>): Cause => ({
      ...plain(ground, code, target),
      blockers: [unit],
      pattern,
      ...parts,
      // A defect of the pattern, not of its check, is that it asks for arguments that the operator never has.
      sentence: entry.defect && one.trace?.problem?.reason === "arity" ? `${sentence} ${entry.defect}` : sentence,
    });
    // What the target has in a region is in nothing's way: then it is the node itself.
    const inTheWay = (nodes: readonly Expr[]) =>
      nodes.some((node) => ground.regionOf(ground.unitOf(node))?.target === target) ? [unit] : nodes;
    const members = one.members.filter((m) => calledOp(m) !== undefined);
    const matched = `\`${pattern}\` matches ${listed(members.map(nameOf), 8)}`;
    switch (one.kind) {
      case "check-refused": {
        const leaf = entry.asked && leafOf(entry.asked, one.root);
        const refusing = leaf && refusingNode(leaf.nodes, members);
        const blockers = refusing ? inTheWay(here(refusing)) : [unit];
        const details = leaf?.details.map((d) => (d.node ? { ...d, node: here(d.node)[0] ?? d.node } : d)) ?? [];
        if (leaf?.notConstant && isBindable(ground, ground.unitOf(here(leaf.notConstant)[0] ?? leaf.notConstant))) {
          return made(
            "parameter-not-constant",
            `${matched}, but its check refuses it: ${leaf.text}. ${bindingSentence(leaf.notConstant)}`,
            {
              details,
              also: ["check-refused"],
            },
          );
        }
        const also: readonly CauseCode[] = leaf?.isTypeUnknown ? ["check-refused"] : [];
        return made(
          leaf?.isTypeUnknown ? "type-unknown" : "check-refused",
          leaf ? `${matched}, but its check refuses it: ${leaf.text}.` : `${matched}, but its check refuses it.`,
          {
            blockers,
            details,
            also,
            match: one.members.flatMap(here),
          },
        );
      }
      case "outside-user": {
        const users = one.blockers;
        return made(
          "outside-user",
          `${matched}, but ${calledAll(users)} ${users.length > 1 ? "use" : "uses"} a value from the middle of the match outside of it.`,
          {
            blockers: users.flatMap(here),
            details: users.map((node) => ({ node, operator: nameOf(node) })),
          },
        );
      }
      case "shadowed": {
        const taken = listed(one.blockers.map(nameOf));
        const who = one.taker === pattern ? "another match of it" : `\`${one.taker}\`, earlier in the table,`;
        return made("pattern-shadowed", `\`${pattern}\` could match here, but ${who} took ${taken}, which it needed.`, {
          match: one.members.flatMap(here),
          details: one.blockers.map((node) => ({ node: here(node)[0] ?? node, operator: nameOf(node) })),
        });
      }
      case "missed": {
        const { problem } = one.trace ?? {};
        if (!problem) return made("unknown", `\`${pattern}\` does not match.`, {});
        const at = problem.node.kind === "Op" ? callOfMiss(one.trace?.root, problem) : problem.node;
        if (problem.reason === "constant" && isBindable(ground, ground.unitOf(here(at)[0] ?? at))) {
          return made("parameter-not-constant", `\`${pattern}\` wants a constant and finds ${called(at)}. ${bindingSentence(at)}`, {
            details: [{ node: at, found: nameOf(at), wanted: "a constant" }],
            also: ["pattern-missed"],
          });
        }
        const isUnknown = problem.reason === "type" && !at.checkedType;
        const isElsewhere = at !== before && calledOp(at) !== undefined && isOfNode.has(problem.reason);
        const bound = this.letAt(before, at);
        const behind = bound === undefined ? "" : ` \`%${bound}\` is bound by \`let\`, and patterns do not match through a let's variable.`;
        const said = lowered(problem.message.replace("; bind the parameters", ""));
        const also: readonly CauseCode[] = [
          ...(isUnknown ? (["pattern-missed"] as const) : []),
          ...(bound === undefined ? [] : (["scope", "not-a-call"] as const)),
          ...(isCallOf(at, "annotation.stop_fusion") ? (["stop-fusion"] as const) : []),
        ];
        return made(isUnknown ? "type-unknown" : "pattern-missed", `\`${pattern}\` does not match: ${said}.${behind}`, {
          blockers: isElsewhere ? here(at) : [unit],
          details: [detailOf(problem, here(at)[0] ?? at)],
          also,
        });
      }
    }
  }
}

/** The call of a match whose values decided: of several nodes that were compared, the one that all of them were reached from. */
function refusingNode(chains: readonly (readonly Expr[])[], members: readonly Expr[]): Expr | undefined {
  const asked = chains.filter((chain) => chain.some((node) => members.includes(node)));
  const [first] = asked;
  return (
    first?.find((node) => members.includes(node) && asked.every((chain) => chain.includes(node))) ??
    first?.find((node) => members.includes(node))
  );
}

/** What binding parameters would do to a node that is one, or that is computed from some. */
function bindingSentence(node: Expr): string {
  const name = called(node);
  return node.kind === "Var"
    ? `${name} is a parameter: binding parameters would make it a constant.`
    : `${name} is computed from parameters: binding them would make it a constant.`;
}

/** Who put a `stop_fusion` there. */
function stopOrigin(ground: Ground, unit: Expr): string {
  const { history, base } = ground;
  for (const [stage, view] of history.stages.entries()) {
    if (stage > base) break;
    for (const decision of view.decisions) {
      if (decision.kind !== "insertion") continue;
      const then = history.follow(base, stage, unit);
      if (decision.inserted.some((node) => then.includes(node))) {
        return `\`${view.pass}\` put it there, by its rule "${decision.rule}", for \`${nameOf(decision.for)}\`.`;
      }
    }
  }
  return "It stands in the input.";
}

/** The call whose operator the pattern missed. */
function callOfMiss(root: TraceStep | undefined, { node, refusal }: MatchProblem): Expr {
  const pending = root ? [root] : [];
  for (let step = pending.pop(); step; step = pending.pop()) {
    if (step.node.kind !== "Op" && hasMiss(step, node, refusal)) return step.node;
    pending.push(...step.children);
  }
  return node;
}

/** Whether a step's own operator is what the pattern missed, perhaps behind alternatives. */
function hasMiss(step: TraceStep, node: Expr, refusal: MatchProblem["refusal"]): boolean {
  return step.children.some((child) => child.node === node && (child.refusal === refusal || hasMiss(child, node, refusal)));
}

/** Reasons that speak of the node where the pattern missed, not of what it is an argument of. */
const isOfNode: ReadonlySet<string> = new Set(["operator", "arity", "attribute"]);

function detailOf({ wanted, found, attribute }: MatchProblem, node: Expr): Detail {
  return {
    node,
    operator: nameOf(node),
    ...(attribute === undefined ? {} : { attribute }),
    ...(wanted === undefined ? {} : { wanted }),
    ...(found === undefined ? {} : { found }),
  };
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

/** Which of a node's refusals is said first: the one that is nearest to being taken. */
const ranks: readonly CauseCode[] = [
  "stop-fusion",
  "pass-skipped",
  "type-unknown",
  "parameter-not-constant",
  "check-refused",
  "rule-refused",
  "outside-user",
  "pattern-shadowed",
  "pattern-missed",
  "no-rule",
  "unknown",
];

function rank(code: CauseCode): number {
  const at = ranks.indexOf(code);
  return at < 0 ? ranks.length : at;
}

function plain(ground: Ground, code: CauseCode, target: string): Cause {
  return { code, sentence: "", also: [], stage: ground.base, blockers: [], path: [], details: [], target };
}

/** Whether a node is a call that is given nothing: AnnotateTarget's annotations stand around what a call is given. */
function takesNothing(unit: Expr): boolean {
  return unit.kind === "Call" && unit.args.length === 0;
}

/** A call that a composite holds as it was before, with its own arguments in the place of the composite's variables; any other as it is. */
function asWritten(ground: Ground, call: Expr): Expr {
  const { compose, base, history } = ground;
  if (compose === undefined || ground.unitOf(call) === call) return call;
  return history.follow(base, compose - 1, call).find((e) => isSameWork(call, e)) ?? call;
}

function withoutArguments(ground: Ground, unit: Expr, target: string): Cause {
  const name = nameOf(unit);
  return {
    ...plain(ground, "no-arguments", target),
    sentence: `\`${name}\` takes no values, and \`AnnotateTarget\` marks a call by what goes into it: it stays with the host, whatever rules say.`,
    blockers: [unit],
    details: [{ node: unit, operator: name }],
  };
}

/** Functions that passes leave alone. */
function leftAlone(ground: Ground, unit: Expr): Cause | undefined {
  const holder = ground.functionOf(unit);
  if (!holder || !isSkippedByPasses(holder.func)) return undefined;
  const { name, func } = holder;
  const compiler = func.attrs.get("Compiler");
  if (compiler !== undefined) {
    return {
      ...plain(ground, "external-already", String(compiler)),
      sentence: `\`@${name}\` is external already (\`Compiler=${JSON.stringify(String(compiler))}\`): the passes leave it and its calls alone.`,
      also: ["scope", "skip-optimization"],
      blockers: [func],
    };
  }
  const attribute = func.attrs.has("Extern") ? "Extern" : "SkipOptimization";
  return {
    ...plain(ground, "skip-optimization", ""),
    sentence: `\`@${name}\` has \`${attribute}=${String(func.attrs.get(attribute))}\`: function passes leave it alone.`,
    blockers: [func],
    details: [{ node: func, attribute, found: String(func.attrs.get(attribute)) }],
  };
}

function missingPass(ground: Ground, target: string): Cause | undefined {
  const { history, annotate } = ground;
  if (annotate !== undefined) return undefined;
  const failed = history.stages.find((view) => view.status === "failed");
  if (failed) {
    return {
      ...plain(ground, "pass-failed", target),
      sentence: `\`${failed.pass}\` stopped before targets were chosen: ${failed.reason}`,
      pass: failed.pass,
    };
  }
  const view = history.stages.find((v) => v.pass === "AnnotateTarget");
  return {
    ...plain(ground, "pass-skipped", target),
    sentence:
      view?.status === "offered"
        ? "The module is partitioned already; what chose its targets is not in the text."
        : `\`AnnotateTarget\` ${idlePass(view)}: no node gets a target.`,
    pass: "AnnotateTarget",
  };
}

/** What became of a pass that did not run, a clause. */
export function idlePass(view: StageView | undefined): string {
  if (view === undefined) return "is not in the pipeline";
  if (view.status === "off") return "is switched off";
  const reason = view.reason.replace(/\.$/, "");
  if (view.status === "offered") return "has not run";
  if (view.status === "left-out") return `was left out at a hole of the text (${reason})`;
  // A reason begins with what it speaks of, or goes on after the pass.
  return view.status === "failed" ? `failed (${reason})` : `was skipped (${reason.startsWith("`") ? "" : "it "}${reason})`;
}

function unlisted(ground: Ground, unit: Expr): Cause | undefined {
  const name = compositeName(unit);
  if (name === undefined) return undefined;
  const dot = name.indexOf(".");
  const target = dot < 0 ? "" : name.slice(0, dot);
  if (targetsAsked(ground, target).some((view) => view.name === target)) return undefined;
  const text =
    dot < 0
      ? `The composite's name \`${name}\` has no dot, so that it names no target.`
      : `The composite \`${name}\` is for \`${target}\`, the text before the first dot, which \`AnnotateTarget\` does not list.`;
  return { ...plain(ground, "composite-unlisted", target), sentence: text, blockers: ground.callsOf(unit), pattern: name };
}

/** What has no rule of its own, and goes where its parts go. */
function notACall(ground: Ground, unit: Expr): Cause | undefined {
  if (unit.kind === "Call" && (calledOp(unit) !== undefined || compositeName(unit) !== undefined)) return undefined;
  const base = plain(ground, "not-a-call", "");
  if (unit.kind === "Call" || unit.kind === "If" || unit.kind === "Let" || unit.kind === "Match" || unit.kind === "Function") {
    return { ...base, code: "scope", sentence: scopeSentence(unit), blockers: [unit] };
  }
  return { ...base, sentence: partsSentence(ground, unit), blockers: [unit] };
}

/** What it is that regions do not go through. */
export function scopeSentence(node: Expr): string {
  switch (node.kind) {
    case "If":
      return "An `if` stands between: what a branch gives and what uses the `if`'s result are never one region.";
    case "Let":
      return `\`%${node.variable.name}\` is bound by \`let\`: regions do not merge through a let's variable.`;
    case "Match":
      return "A `match` stands between: a clause takes its values from the clause's variables, and regions do not go into it.";
    case "Function":
      return "A function stands between: no region goes across its border.";
    default:
      return `${nameOf(node) === "function" ? "A function" : `\`${nameOf(node)}\``} is called between: calls of functions stay with the host, and no region goes across them.`;
  }
}

/** Which part of a tuple, tuple item or reference keeps it from having a target. */
export function partsSentence(ground: Ground, unit: Expr): string {
  const { history, annotate } = ground;
  const name = nameOf(unit);
  if (annotate !== undefined && history.stages[annotate]?.options.include_non_call_ops === false) {
    return `\`include_non_call_ops\` is False: the ${name} gets no target.`;
  }
  const parts = ground.inputsOf(unit);
  const values = parts.filter((p) => p.kind === "Var" || p.kind === "Constant");
  if (values.length > 0) {
    const what = calledAll(values);
    return `The ${name} holds ${what}, and variables and constants count as \`default\`, the host: so the ${name} is left to the host.`;
  }
  const left = parts.filter((p) => (ground.decisionOf(ground.unitOf(p))?.target ?? "default") === "default");
  if (left.length > 0)
    return `The ${name} goes where all its parts go, and ${calledAll(left)} ${left.length > 1 ? "are" : "is"} left to the host.`;
  const targets = new Set(parts.map((p) => ground.decisionOf(ground.unitOf(p))?.target));
  return targets.size > 1
    ? `The parts of the ${name} are for different targets (${listed([...targets].map(String))}): so it is left to the host.`
    : `The ${name} is no call: regions do not go across it.`;
}

/** Whether a target has a rule for a call, and the rule accepts it. */
export function isTaken(call: Expr, { rules }: TargetView): boolean {
  const operator = calledOp(call);
  return call.kind === "Call" && operator !== undefined && Object.hasOwn(rules, operator) && rules[operator]?.(call) === true;
}

/** The targets to ask: the one named, else all that the pass annotated for. */
function targetsAsked(ground: Ground, target: string): readonly TargetView[] {
  const { history, annotate } = ground;
  const views = annotate === undefined ? [] : (history.stages[annotate]?.targets ?? []);
  const own = views.filter((view) => view.name === target);
  return own.length > 0 ? own : views;
}
