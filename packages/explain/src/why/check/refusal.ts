/** A refusal by a check or a rule, whether it is data or in a target's own Python files. */
import { childrenOf, type Expr } from "@relayscope/ir";
import type { Detail } from "../cause.ts";
import type { DecidingSetting } from "./decidingSettings.ts";

export interface RefusalReason {
  /** Why, in the terms of the model: `ceil_mode` of `nn.max_pool2d` is `True`, but the target needs `False`. */
  readonly text: string;
  /** The deciding condition as the target's file writes it; empty if `text` already contains it. */
  readonly condition: string;
  readonly details: readonly Detail[];
  /** For each value that decided, the nodes it was read from: the innermost first, then those on the way to it. */
  readonly nodes: readonly (readonly Expr[])[];
  /** The node that should be a constant and is not. */
  readonly notConstant: Expr | undefined;
  /** Whether the condition needs a type that is unknown. */
  readonly isTypeUnknown: boolean;
  /** What was raised, and where in the user's file; undefined if it answered. */
  readonly raised?: string;
  /** Settings of the target that decided: with other values for all of them the node would be accepted. */
  readonly settings: readonly DecidingSetting[];
}

/** The reason that decided, and the reasons that would decide after it: all of them must change. */
export interface Refusal extends RefusalReason {
  readonly others: readonly RefusalReason[];
}

/** All reasons of a refusal, the one that decided first. */
export function reasonsOf(refusal: Refusal): readonly RefusalReason[] {
  return [refusal, ...refusal.others];
}

/**
 * The texts of the reasons, each once. A value that an earlier reason reports is not repeated, nor is a consequence of
 * it.
 */
export function textsOf(reasons: readonly RefusalReason[]): readonly string[] {
  const own = reasons.filter(
    (reason, at) => !reasons.slice(0, at).some((before) => isSameValue(reason, before) || isSameType(reason, before)),
  );
  return [...new Set(own.map(({ text }) => text))];
}

/**
 * Whether a reason examines the value that another reason wants changed, or a part of it: `padding` and `padding[3]`.
 */
function isSameValue({ details: [own] }: RefusalReason, { details, text }: RefusalReason): boolean {
  const name = plainName(own?.attribute);
  if (!own?.node || name === "") return false;
  // The condition may offer an alternative to the text: `padding` where the text is about strides.
  const isSaid = new RegExp(`\\b${/^\w*/.exec(name)?.[0] ?? ""}\\b`).test(text);
  return details.some(({ node, attribute, wanted = "" }) => {
    const other = plainName(attribute);
    return isSaid && wanted !== "" && node === own.node && (name === other || name.startsWith(`${other}[`) || other.startsWith(`${name}[`));
  });
}

function plainName(attribute = ""): string {
  return attribute.replace(/^len\((.*)\)$/, "$1");
}

/** Whether two reasons have the same condition on the type of a call and on the type of its argument. */
function isSameType({ details: [own] }: RefusalReason, { details: [other] }: RefusalReason): boolean {
  if (!own?.node || !other?.node || !/^(shape|dtype)\b/.test(plainName(own.attribute))) return false;
  const isSame = own.attribute === other.attribute && own.found === other.found && own.wanted === other.wanted;
  return isSame && (isMadeFrom(own.node, other.node) || isMadeFrom(other.node, own.node));
}

/** The most nodes to search for the origin of a value; enough for a match. */
const mostLooked = 64;

function isMadeFrom(node: Expr, source: Expr): boolean {
  const seen = new Set([node]);
  for (const one of seen) {
    if (seen.size > mostLooked) return false;
    for (const child of childrenOf(one)) {
      if (child === source) return true;
      seen.add(child);
    }
  }
  return false;
}

/** A check that can be asked why it refuses a node. */
export interface Refusing {
  /** Undefined if it accepts the node. */
  refusalOf(node: Expr): Refusal | undefined;
}
