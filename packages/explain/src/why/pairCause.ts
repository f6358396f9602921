/** Why two nodes are not in one region. */
import { calledOp, type Expr, type Func, isSkippedByPasses } from "@relayscope/ir";
import { isAnnotation, type StageRegion, stageRegions } from "@relayscope/regions";
import { listed, nameOf } from "../names.ts";
import { orAnnotated } from "./annotatedFunction.ts";
import { nodesBetween } from "./betweenNodes.ts";
import { alsoOf, type Cause } from "./cause.ts";
import type { CauseCode } from "./causes.ts";
import { type CyclePath, cyclePath, insideComposites } from "./cyclePath.ts";
import { annotators, compositeName, didRun, type Ground } from "./ground.ts";
import { afterSkippedPass } from "./laterPasses.ts";
import { MergeReplay } from "./mergeReplay.ts";
import { idlePass, isTaken, type NodeCauses, partsSentence, scopeSentence } from "./nodeCause.ts";
import type { PassOrder } from "./order.ts";

/** Answers why pairs of nodes are apart. */
export class PairCauses {
  private replay: MergeReplay | undefined;
  private annotations: ReadonlyMap<StageRegion, readonly Expr[]> | undefined;

  constructor(
    private readonly ground: Ground,
    private readonly nodes: NodeCauses,
    private readonly order: PassOrder,
  ) {}

  /** Why `from` and `to` are not in one region. They must not be; either order will do. */
  causeOf(from: Expr, to: Expr): Cause {
    const { ground } = this;
    const [a, b] = [ground.unitOf(from), ground.unitOf(to)];
    const asThingsStand = () => this.asThingsStand(a, b);
    const found = this.order.causeOf(asThingsStand, a, b) ?? afterSkippedPass(ground, asThingsStand(), a, b);
    const cause = orAnnotated(ground, found, a, b);
    if (cause.path.length === 0) return cause;
    const [first, last] = cause.path[0] === a ? [from, to] : [to, from];
    return { ...cause, path: insideComposites(cause.path, first, last) };
  }

  /** The same of two nodes of neighboring regions, one of which no longer stands in its region: a tuple that was flattened away. */
  neighborsCause(from: Expr, to: Expr, target: string, other: string): Cause {
    const annotated = this.annotatedBefore(from, to);
    if (annotated) return annotated;
    if (target !== other) return this.ofTwoTargets(from, to, target, other);
    const found =
      this.cycle(from, to, target) ??
      this.between(from, to, target) ??
      this.between(to, from, target) ??
      this.unmerged(from, to, [], target);
    return orAnnotated(this.ground, found, from, to);
  }

  private asThingsStand(a: Expr, b: Expr): Cause {
    return this.acrossFunctions(a, b) ?? this.annotatedBefore(a, b) ?? this.atAnEnd(a, b) ?? this.apart(a, b);
  }

  private plain(code: CauseCode, target: string): Cause {
    return { code, sentence: "", also: [], stage: this.ground.base, blockers: [], path: [], details: [], target };
  }

  private acrossFunctions(from: Expr, to: Expr): Cause | undefined {
    const { ground } = this;
    const [a, b] = [ground.functionOf(from), ground.functionOf(to)];
    if (!a || !b) return undefined;
    if (a.func !== b.func) {
      const calls = callsBetween(ground, a.name, b.name);
      const outside = [a, b].find((f) => f.func.attrs.has("Compiler"));
      if (outside) return this.external(`@${outside.name}`, outside.func, calls);
      const target = ground.regionOf(from)?.target ?? ground.regionOf(to)?.target ?? "";
      return {
        ...this.plain("scope", target),
        sentence: `\`${nameOf(from)}\` is in \`@${a.name}\`, \`${nameOf(to)}\` in \`@${b.name}\`: no region goes across a call of a function.`,
        also: [a, b].some((f) => isSkippedByPasses(f.func)) ? ["skip-optimization"] : [],
        blockers: calls,
      };
    }
    if (isSkippedByPasses(a.func)) return this.nodes.causeOf(from);
    const [inner, outer] = [ground.scopeOf(from), ground.scopeOf(to)];
    if (inner === outer) return undefined;
    const closures = [inner, outer].filter((f) => f !== undefined && f !== a.func);
    const outside = closures.find((f) => f?.attrs.has("Compiler"));
    if (outside) return this.external("A function", outside, ground.usersOf(outside));
    return {
      ...this.plain("scope", ground.regionOf(from)?.target ?? ""),
      sentence: `\`${nameOf(from)}\` and \`${nameOf(to)}\` stand in different functions: no region goes across a function's border.`,
      blockers: closures.flatMap((f) => (f ? [f] : [])),
    };
  }

  /** A function that is external where targets are chosen, and the calls of it. */
  private external(name: string, func: Func, calls: readonly Expr[]): Cause {
    const compiler = String(func.attrs.get("Compiler"));
    return {
      ...this.plain("external-already", compiler),
      sentence: `${name.startsWith("@") ? `\`${name}\`` : name} is external already (\`Compiler=${JSON.stringify(compiler)}\`): the passes leave it and its call alone.`,
      also: ["scope", "skip-optimization"],
      blockers: [func, ...calls],
    };
  }

  /** The input carried annotations around one of the two. */
  private annotatedBefore(from: Expr, to: Expr): Cause | undefined {
    const { ground } = this;
    const { history, base } = ground;
    const module = history.stages[base]?.module;
    const regions = module && stageRegions(module);
    const region = (node: Expr) => {
      const found = regions?.offloadedTo(node);
      return found?.kind === "annotated" ? found : undefined;
    };
    const inside = [from, to].find(region);
    const own = inside && region(inside);
    if (!inside || !own || region(from) === region(to)) return undefined;
    this.annotations ??= annotationsByRegion(ground.order, region);
    const [a, b] = [ground.regionOf(from), ground.regionOf(to)];
    const earlier = history.stages.slice(0, base + 1).find((view) => annotators.includes(view.pass) && didRun(view));
    const annotator = earlier ? `An earlier \`${earlier.pass}\` put` : "The input already has";
    return {
      ...this.plain("annotated-input", own.target),
      sentence: `${annotator} \`compiler_begin\` and \`compiler_end\` for \`${own.target}\` around \`${nameOf(inside)}\`, and \`AnnotateTarget\` keeps them.`,
      also: a && b && a.target !== b.target ? ["other-target"] : [],
      blockers: this.annotations.get(own) ?? [],
    };
  }

  /** One of the two is in no region, or is another target's. */
  private atAnEnd(from: Expr, to: Expr): Cause | undefined {
    const { ground } = this;
    const [a, b] = [ground.regionOf(from), ground.regionOf(to)];
    const alone = !a ? this.untakenBeside(from, to, b?.target) : !b ? this.untakenBeside(to, from, a.target) : undefined;
    if (alone) return alone.code === "pruned" ? (this.beforePrune(from, to, alone) ?? alone) : alone;
    if (!a || !b) return undefined;
    return a.target === b.target ? undefined : this.ofTwoTargets(from, to, a.target, b.target);
  }

  /** Why a node is in no region of the target that the other is of; where a match of some other target would have held both, why it does not. */
  private untakenBeside(node: Expr, other: Expr, target = ""): Cause {
    const { ground } = this;
    const own = this.nodes.causeOf(node, target);
    const any = own.code === "no-rule" ? this.nodes.causeOf(node) : own;
    // What the target has in a region is in nothing's way: then it is the node itself.
    const isOwn = (blocker: Expr) => ground.regionOf(ground.unitOf(blocker))?.target === target;
    if (any === own && own.blockers.some(isOwn)) return { ...own, blockers: ground.callsOf(node) };
    return any.code === "pattern-shadowed" && ground.callsOf(other).some((call) => any.match?.includes(call)) ? any : own;
  }

  /** What kept two nodes of one target apart before a later pass gave a region of theirs back; undefined where it was one region. */
  private beforePrune(from: Expr, to: Expr, pruned: Cause): Cause | undefined {
    const { ground } = this;
    const { target } = pruned;
    if ([from, to].some((node) => ground.decisionOf(node)?.target !== target)) return undefined;
    const [start, end] = ground.placeOf(from) <= ground.placeOf(to) ? [from, to] : [to, from];
    const cause = this.cycle(start, end, target) ?? this.between(start, end, target) ?? this.between(end, start, target);
    if (!cause || cause.code === "unknown" || cause.code === "no-merge-pass") return undefined;
    return { ...cause, also: alsoOf(cause.code, cause.also, ["pruned"]) };
  }

  /** The two are different targets'. */
  private ofTwoTargets(from: Expr, to: Expr, a: string, b: string): Cause {
    const order = this.targetOrder();
    const taken = this.otherTarget(to, a, b, order) ?? this.otherTarget(from, b, a, order);
    if (taken) return taken;
    // The target listed first is asked first, so that what it does not take decides.
    const [first, second] = [order.indexOf(a), order.indexOf(b)];
    const isCall = calledOp(from) !== undefined || compositeName(from) !== undefined;
    return isCall && first >= 0 && second >= 0 && second < first ? this.untaken(from, b) : this.untaken(to, a);
  }

  /** Why a node of another target is not `target`'s. */
  private untaken(node: Expr, target: string): Cause {
    const cause = this.nodes.causeOf(node, target);
    return {
      ...cause,
      also: alsoOf(cause.code, cause.also, ["other-target"]),
      blockers: cause.blockers.length > 0 ? cause.blockers : [node],
    };
  }

  private targetOrder(): readonly string[] {
    const { history, annotate } = this.ground;
    return annotate === undefined ? [] : (history.stages[annotate]?.targets ?? []).map((t) => t.name);
  }

  /** `taker`, listed before `wanting`, or with a pattern, which goes before all rules, took a node that `wanting` would have taken. */
  private otherTarget(node: Expr, wanting: string, taker: string, order: readonly string[]): Cause | undefined {
    const { ground } = this;
    const [first, second] = [order.indexOf(taker), order.indexOf(wanting)];
    if (first < 0 || second < 0) return undefined;
    const decision = ground.decisionOf(node);
    const isComposite = decision?.reason === "composite";
    const isWanted = isComposite
      ? this.wouldTake(node, wanting)
      : first < second && decision?.answers?.find((a) => a.target === wanting)?.answer === "accepted";
    if (!isWanted) return undefined;
    const calls = ground.callsOf(node);
    const them = calls.length > 1 ? "them" : "it";
    // By a pattern of its own the other would be next in turn; by its rules it is not asked before patterns were matched.
    const isByOrder = first < second && (!isComposite || this.wouldMatch(node, wanting));
    const who = isByOrder ? `\`${taker}\`, listed before \`${wanting}\`,` : `\`${taker}\``;
    const means = isComposite ? `the pattern \`${nameOf(node)}\` for ${listed(calls.map(nameOf))}` : `a rule for \`${nameOf(node)}\``;
    const before = isByOrder ? "" : ", and patterns are matched before rules are asked";
    return {
      ...this.plain("other-target", wanting),
      sentence: `${who} has ${means} and takes ${them}${before}; \`${wanting}\` would have taken ${them} too.`,
      blockers: calls,
    };
  }

  /** Whether a target has rules for all that a composite holds, or a pattern of its own that would hold as much. */
  private wouldTake(composite: Expr, target: string): boolean {
    const view = this.viewOf(target);
    if (!view) return false;
    return this.wouldMatch(composite, target) || this.ground.callsOf(composite).every((call) => isTaken(call, view));
  }

  private wouldMatch(composite: Expr, target: string): boolean {
    const view = this.viewOf(target);
    return view !== undefined && this.nodes.wouldMatch(composite, view);
  }

  private viewOf(target: string) {
    const { history, annotate = 0 } = this.ground;
    return history.stages[annotate]?.targets.find((t) => t.name === target);
  }

  /** Two regions of one target. */
  private apart(from: Expr, to: Expr): Cause {
    const { ground } = this;
    const [start, end] = ground.placeOf(from) <= ground.placeOf(to) ? [from, to] : [to, from];
    const target = ground.regionOf(start)?.target ?? "";
    return (
      this.cycle(start, end, target) ??
      this.between(start, end, target) ??
      this.between(end, start, target) ??
      this.siblings(start, end, target)
    );
  }

  private cycle(from: Expr, to: Expr, target: string): Cause | undefined {
    const { ground } = this;
    if (ground.merge === undefined) return undefined;
    this.replay ??= new MergeReplay(ground);
    const { replay } = this;
    const refusal = replay.refusalBetween(from, to);
    if (refusal === undefined) return undefined;
    const found = cyclePath(ground, replay, refusal, from, to, target) ?? this.laterPath(from, to, target);
    if (!found) return undefined;
    return this.cycleCause(found, target);
  }

  private cycleCause({ path, blockers }: CyclePath, target: string): Cause {
    const { ground } = this;
    const stops = blockers.some((node) => calledOp(node) === "annotation.stop_fusion");
    const strangers = [...new Set(blockers.map((n) => this.whose(n)))];
    return {
      ...this.plain("cycle", target),
      sentence: `One region of both would wait for itself: the path ${wayText(path)} leaves it through ${listed(strangers, 6)} and comes back.`,
      also: stops ? ["stop-fusion"] : [],
      path,
      blockers: blockers.flatMap(ground.callsOf),
    };
  }

  /** Where the ends joined their regions only after the refusal: the regions as they are at the end. */
  private laterPath(from: Expr, to: Expr, target: string) {
    const { replay } = this;
    return replay && cyclePath(this.ground, replay, replay.end, from, to, target);
  }

  private whose(node: Expr): string {
    const target = this.ground.regionOf(node)?.target;
    return target === undefined ? nameOf(node) : `${nameOf(node)} (${target})`;
  }

  /** What stands on the ways from one to the other. */
  private between(from: Expr, to: Expr, target: string): Cause | undefined {
    const { ground } = this;
    const isDirect = ground.usersOf(from).includes(to);
    const middle = nodesBetween(ground, from, to);
    if (!isDirect && middle.length === 0) return undefined;
    const strangers = middle.filter(
      (node) => node.kind !== "Constant" && (!this.isTargets(node, target) || this.calledExternal(node) !== undefined),
    );
    if (strangers.length > 0) {
      const around = this.aroundStrangers(from, to, middle, new Set(strangers), target);
      if (around) return around;
    }
    const blocking = this.blocking(strangers, target);
    const [first] = blocking;
    if (!first) return this.unmerged(from, to, middle, target);
    const found = blocking.map((node) => ({ node, cause: this.causeBetween(node, target, from) }));
    // A tuple within a match that is refused would have been taken with it.
    const refused = new Set(found.flatMap(({ cause }) => cause.match ?? []));
    const left = found.filter(({ node }) => node.kind !== "Tuple" || !refused.has(node));
    const causes = left.map(({ cause }) => cause);
    const main = causes.find((c) => c.code === "scope" || c.code === "external-already") ?? (causes[0] as Cause);
    const items = strangers.filter((s) => !left.some(({ node }) => node === s) && (s.kind === "TupleGetItem" || s.kind === "Tuple"));
    const hasVariables = blocking.some((node) => node.kind === "Let" || node.kind === "Match" || node.kind === "If");
    return {
      ...main,
      also: alsoOf(main.code, main.also, ...causes.map((c) => [c.code, ...c.also]), items.length > 0 || hasVariables ? ["not-a-call"] : []),
      blockers: [
        ...new Set(
          causes.flatMap((c, i) =>
            c.code === "composite-unlisted" || c.code === "external-already" || c.code === "annotated-input"
              ? c.blockers
              : ground.callsOf(left[i]?.node as Expr),
          ),
        ),
      ],
    };
  }

  /**
   * A way from the one to the other stays with the target all along, so that it is not the strangers beside it that end a region: somewhere on it
   * two regions would have waited for each other, or nothing merges any.
   */
  private aroundStrangers(from: Expr, to: Expr, middle: readonly Expr[], strangers: ReadonlySet<Expr>, target: string): Cause | undefined {
    const { ground } = this;
    const limit = ground.placeOf(to);
    const reached = new Set<Expr>([from]);
    for (const node of reached)
      for (const user of ground.usersOf(node))
        if (ground.placeOf(user) <= limit && !strangers.has(user) && ground.regionOf(user)?.target === target) reached.add(user);
    if (!reached.has(to)) return undefined;
    if (ground.merge === undefined) return this.unmerged(from, to, middle, target);
    this.replay ??= new MergeReplay(ground);
    const found = this.laterPath(from, to, target);
    return found && this.cycleCause(found, target);
  }

  /** Whether a node is the target's: in a region at the end, or a tuple or item of one that PartitionGraph put back in front of it or behind it. */
  private isTargets(node: Expr, target: string): boolean {
    const { ground } = this;
    const region = ground.regionOf(node);
    if (region || (node.kind !== "Tuple" && node.kind !== "TupleGetItem")) return region?.target === target;
    const { merge, annotate } = ground;
    const stage = merge ?? annotate;
    return stage !== undefined && ground.regionAt(stage, node)?.target === target;
  }

  /** The function that a call calls, where it is external already. */
  private calledExternal(node: Expr): Func | undefined {
    if (node.kind !== "Call") return undefined;
    const callee =
      node.op.kind === "GlobalVar"
        ? this.ground.history.stages[this.ground.base]?.module.functions.get(node.op.name)
        : node.op.kind === "Function"
          ? node.op
          : undefined;
    return callee?.attrs.has("Compiler") ? callee : undefined;
  }

  /** Of what stands between: what does not just go where something else there goes. A bound variable stands for what binds it. */
  private blocking(strangers: readonly Expr[], target: string): readonly Expr[] {
    const { ground } = this;
    const all = new Set(strangers);
    const found = new Set<Expr>();
    for (const node of strangers) {
      if (node.kind === "Var") {
        const binder = ground.binderOf(node);
        if (binder) found.add(binder);
        continue;
      }
      const isItem =
        node.kind === "Tuple" ||
        node.kind === "TupleGetItem" ||
        node.kind === "RefRead" ||
        node.kind === "RefCreate" ||
        node.kind === "RefWrite";
      if (isItem && this.followsOthers(node, all, target)) continue;
      found.add(node);
    }
    return [...found];
  }

  /** Whether a node without a rule of its own would be the target's if others of the strangers were. */
  private followsOthers(node: Expr, strangers: ReadonlySet<Expr>, target: string): boolean {
    const { ground } = this;
    const inputs = ground.inputsOf(node);
    const isOwn = (input: Expr) => this.isTargets(input, target);
    return inputs.some((input) => strangers.has(input)) && inputs.every((input) => strangers.has(input) || isOwn(input));
  }

  private causeBetween(node: Expr, target: string, from: Expr): Cause {
    const { ground } = this;
    if (node.kind === "Call" && node.op.kind === "Constructor") {
      return {
        ...this.plain("not-a-call", target),
        sentence: `The constructor \`${nameOf(node)}\` stands between: no target takes it.`,
        blockers: [node],
      };
    }
    if (node.kind === "Call" && calledOp(node) === undefined && ground.decisionOf(node)?.reason !== "composite") {
      const callee = node.op.kind === "GlobalVar" ? ground.history.stages[ground.base]?.module.functions.get(node.op.name) : undefined;
      const outside = this.calledExternal(node);
      if (outside) return this.external(nameOf(node), outside, [node]);
      const own = ground.functionOf(from);
      const isOwn = callee !== undefined && callee === own?.func;
      if (node.op.kind !== "Function" || !node.op.attrs.has("Composite")) {
        const sentence = isOwn
          ? `\`${nameOf(node)}\` calls itself between the two: calls of functions stay with the host.`
          : scopeSentence(node);
        return { ...this.plain("scope", target), sentence, blockers: [node] };
      }
    }
    if (
      node.kind === "Tuple" ||
      node.kind === "TupleGetItem" ||
      node.kind === "RefRead" ||
      node.kind === "RefCreate" ||
      node.kind === "RefWrite"
    ) {
      return { ...this.plain("not-a-call", target), sentence: partsSentence(ground, node), blockers: [node] };
    }
    if (node.kind !== "Call") return { ...this.plain("scope", target), sentence: scopeSentence(node), blockers: [node] };
    const region = ground.regionOf(node);
    if (!region) return this.nodes.causeOf(node, target);
    return (
      this.annotatedBefore(from, node) ?? this.otherTarget(node, target, region.target, this.targetOrder()) ?? this.untaken(node, target)
    );
  }

  /** All between them is the target's, and yet the regions are several. */
  private unmerged(from: Expr, to: Expr, middle: readonly Expr[], target: string): Cause {
    const { ground } = this;
    const { history, merge } = ground;
    if (merge === undefined) {
      const view = history.stages.find((v) => v.pass === "MergeCompilerRegions");
      return {
        ...this.plain("no-merge-pass", target),
        sentence:
          view?.status === "offered"
            ? "The module is partitioned already; how its regions were merged is not in the text."
            : `\`MergeCompilerRegions\` ${idlePass(view)}: each call that \`${target}\` takes stays a region of its own.`,
        pass: "MergeCompilerRegions",
      };
    }
    for (const node of [...middle, to]) {
      if (ground.regionOf(node) === ground.regionOf(from)) continue;
      const before = ground
        .inputsOf(node)
        .find((input) => ground.regionOf(input)?.target === target && ground.regionOf(input) !== ground.regionOf(node));
      if (!before || (before === from && node === to)) continue;
      const cause = this.cycle(before, node, target);
      if (cause) return cause;
    }
    for (const node of middle) {
      const cause = this.annotatedBefore(from, node);
      if (cause) return cause;
    }
    return {
      ...this.plain("unknown", target),
      sentence: `Nothing that the passes decided tells why \`${nameOf(from)}\` and \`${nameOf(to)}\` are apart.`,
    };
  }

  private siblings(from: Expr, to: Expr, target: string): Cause {
    return {
      ...this.plain("siblings", target),
      also: this.ground.merge === undefined ? ["no-merge-pass"] : [],
      sentence: `Nothing flows from \`${nameOf(from)}\` to \`${nameOf(to)}\`: two regions merge only where one feeds the other, or where a third of \`${target}\` takes from both.`,
    };
  }
}

/** How much of a long way a sentence tells, at its beginning and its end. */
const [mostFirst, mostLast] = [9, 4];

/** `a` → `b` → `c`; of a long way both ends. */
function wayText(path: readonly Expr[]): string {
  const names = path.map((node) => `\`${nameOf(node)}\``);
  if (names.length <= mostFirst + mostLast + 1) return names.join(" → ");
  const left = names.length - mostFirst - mostLast;
  return [...names.slice(0, mostFirst), `${left} more`, ...names.slice(-mostLast)].join(" → ");
}

/** The calls by which one of two functions comes to the other, through as few functions as may be; where there are none, all calls of either. */
function callsBetween(ground: Ground, a: string, b: string): readonly Expr[] {
  const calls = new Map<string, { readonly name: string; readonly call: Expr }[]>();
  for (const call of ground.order) {
    const own = ground.functionOf(call)?.name;
    if (own === undefined || call.kind !== "Call" || call.op.kind !== "GlobalVar" || call.op.name === own) continue;
    const list = calls.get(own);
    if (list) list.push({ name: call.op.name, call });
    else calls.set(own, [{ name: call.op.name, call }]);
  }
  const chain = callChain(calls, a, b) ?? callChain(calls, b, a) ?? [];
  const places = (list: readonly Expr[]) => list.toSorted((x, y) => ground.placeOf(x) - ground.placeOf(y));
  if (chain.length > 0) return places(chain);
  return places([...calls.values()].flat().flatMap(({ name, call }) => (name === a || name === b ? [call] : [])));
}

/** All calls on a shortest way from a function to another. */
function callChain(
  calls: ReadonlyMap<string, readonly { readonly name: string; readonly call: Expr }[]>,
  from: string,
  to: string,
): readonly Expr[] | undefined {
  const caller = new Map<string, string>();
  const reached = new Set([from]);
  for (const own of reached) {
    for (const { name } of calls.get(own) ?? []) {
      if (!reached.has(name)) caller.set(name, own);
      reached.add(name);
    }
  }
  if (!reached.has(to)) return undefined;
  const chain: Expr[] = [];
  for (let at = to; at !== from; ) {
    const own = caller.get(at);
    if (own === undefined) return undefined;
    for (const { name, call } of calls.get(own) ?? []) if (name === at) chain.push(call);
    at = own;
  }
  return chain;
}

/** The annotations that the input carried, by region. */
function annotationsByRegion(order: readonly Expr[], regionOf: (node: Expr) => StageRegion | undefined) {
  const found = new Map<StageRegion, Expr[]>();
  for (const node of order) {
    const region = isAnnotation(node) ? regionOf(node) : undefined;
    if (!region) continue;
    const known = found.get(region);
    if (known) known.push(node);
    else found.set(region, [node]);
  }
  return found;
}

/** Whether two nodes of the base are in one region at the end. */
export function areJoined(ground: Ground, from: Expr, to: Expr): boolean {
  const [a, b] = [ground.regionOf(from), ground.regionOf(to)];
  return a !== undefined && a === b;
}
