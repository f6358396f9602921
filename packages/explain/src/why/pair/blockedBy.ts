/** The nodes between two regions that block, each with its cause, and one sentence for all of them. */
import type { Expr } from "@relayscope/ir";
import type { Cause } from "../cause.ts";
import type { DecidingSetting } from "../check/decidingSettings.ts";
import { type Ground, isItem } from "../ground.ts";
import { sentences } from "../sentences.ts";
import { betweenSentence, mainCause, type Stranger } from "./betweenWords.ts";
import type { PairAsked } from "./pairAsked.ts";
import { strangerCause } from "./strangerCause.ts";

export interface Blocked {
  /** The nodes that block, with the causes as they were found. */
  readonly left: readonly Stranger[];
  /** The same nodes with their causes as the passes ran. */
  readonly asTheyAre: readonly Stranger[];
  readonly causes: readonly Cause[];
  /** The cause that begins the sentence. */
  readonly main: Cause;
  readonly sentence: string;
  readonly evidence: readonly string[];
}

/**
 * The blocking nodes among nodes that the target does not have; undefined if all of them only follow others.
 * `isPlaced`: whether the sentence says where the nodes are.
 */
export function blockedBy(asked: PairAsked, strangers: readonly Expr[], from: Expr, isPlaced: boolean): Blocked | undefined {
  const { ground, target } = asked;
  const blocking = blockingOf(ground, strangers, target);
  if (blocking.length === 0) return undefined;
  const [onHost, between] = [sentences.stopOnHost(target), sentences.stopBetween(target)];
  const placed = (cause: Cause): Cause => (isPlaced ? { ...cause, sentence: cause.sentence.replace(onHost, between) } : cause);
  const found = blocking.map((node) => ({ node, cause: placed(strangerCause(asked, node, from)) }));
  // A tuple in a refused match does not block: the match would have contained it.
  const refused = new Set(found.flatMap(({ cause }) => cause.match ?? []));
  const left = found.filter(({ node }) => node.kind !== "Tuple" || !refused.has(node));
  // A pass that would have put only one of several nodes into a region does not separate the two: the other nodes would
  // still be between them, or the pass would have been found for the pair.
  const asTheyAre = left.map(({ node, cause }) => ({
    node,
    cause: left.length > 1 && cause.asItStands ? placed(cause.asItStands) : cause,
  }));
  const causes = asTheyAre.map(({ cause }) => cause);
  const main = mainCause(causes);
  return { left, asTheyAre, causes, main, ...betweenSentence(ground, target, { main, strangers: asTheyAre, isPlaced }) };
}

/** The settings that decided for several nodes, each once. */
export function settingsOf(causes: readonly Cause[]): readonly DecidingSetting[] {
  const found = new Map(causes.flatMap(({ settings = [] }) => settings.map((setting) => [setting.name, setting] as const)));
  return [...found.values()];
}

/**
 * Whether a node is the target's: in a region at the end, or a tuple or item of one that PartitionGraph put back before
 * it or after it.
 */
export function isTargets(ground: Ground, node: Expr, target: string): boolean {
  const region = ground.regionOf(node);
  if (region || (node.kind !== "Tuple" && node.kind !== "TupleGetItem")) return region?.target === target;
  const { merge, annotate } = ground;
  const stage = merge ?? annotate;
  return stage !== undefined && ground.regionAt(stage, node)?.target === target;
}

/** The nodes between that do not just follow others there. A bound variable represents its binding. */
function blockingOf(ground: Ground, strangers: readonly Expr[], target: string): readonly Expr[] {
  const all = new Set(strangers);
  const found = new Set<Expr>();
  for (const node of strangers) {
    if (node.kind === "Var") {
      const binder = ground.binderOf(node);
      if (binder) found.add(binder);
      continue;
    }
    if (isItem(node) && followsOthers(ground, node, all, target)) continue;
    found.add(node);
  }
  return [...found];
}

/** Whether a node without its own rule would get the target if the other strangers got it. */
function followsOthers(ground: Ground, node: Expr, strangers: ReadonlySet<Expr>, target: string): boolean {
  const inputs = ground.inputsOf(node);
  const isOwn = (input: Expr) => isTargets(ground, input, target);
  return inputs.some((input) => strangers.has(input)) && inputs.every((input) => strangers.has(input) || isOwn(input));
}
