/** The answer about sets of operators as plain data: a sentence, the tried set, or the path that no set gets around. */
import type { NoSetProof } from "@relayscope/explain";
import { nameOf } from "@relayscope/ir";
import { followNode, type Run, whyOf } from "@relayscope/run";
import type { Cure, SetAnswer, WayStep } from "@relayscope/run/contract";
import type { FoundCure, Knowledge, TriedBoundary } from "./boundary.ts";
import { type JoiningSet, joiningSet } from "./joiningSet.ts";

/**
 * The answer for two sides of the last stage that are not in one region; undefined if they do not exist when targets
 * are chosen.
 */
export function* setAnswer(run: Run, known: Knowledge, boundary: TriedBoundary): Generator<undefined, SetAnswer | undefined> {
  const found = yield* joiningSet(known, whyOf(run).why, boundary);
  if (!found) return undefined;
  const { kind, target } = found;
  const cure = kind === "smallest" || kind === "found" ? plain(found.cure) : undefined;
  return { kind, target, sentence: sentenceOf(found), cure, way: kind === "none" ? wayOf(run, found.proof) : [] };
}

/** The answer of a search that came to its limit, with a set that another one found. */
export function withFoundSet(answer: SetAnswer, cure: Cure): SetAnswer {
  const size = cure.edits.length;
  return {
    ...answer,
    kind: size === 1 ? "smallest" : "found",
    cure,
    sentence:
      size === 1
        ? "No smaller set is enough."
        : `The search ran out of time before it decided whether fewer than these ${size} operators are enough.`,
  };
}

function plain({ edits, label, run, before, after }: FoundCure): Cure {
  return { edits, label, run, before, after };
}

function sentenceOf(found: JoiningSet): string {
  const { sets, target } = found;
  const looked = sets === 1 ? "The search tried one set" : `The search tried ${sets} sets`;
  switch (found.kind) {
    case "smallest": {
      const size = found.cure.edits.length;
      if (size === 1) return "No smaller set is enough.";
      if (found.isRequired)
        return "Every set needs each of these: it is called at one of the two, or where data flows from one to the other.";
      return `${looked}, including all smaller ones: none of those is enough.`;
    }
    case "found":
      return `${looked}; whether a smaller set is enough is unknown.`;
    case "none":
      return found.proof.sentence;
    case "limit":
      return `${looked} before time ran out, and none of them joins the two. A set that joins them needs at least ${counted(found.size)} more for \`${target}\`. Such a set may not exist.`;
  }
}

function counted(n: number): string {
  return n < 2 ? "one operator" : `${n} operators`;
}

function wayOf(run: Run, { path, never }: NoSetProof): readonly WayStep[] {
  const { why, text } = whyOf(run);
  const { base, last } = why.ground;
  const whys = new Map(never.map(({ node, why: own }) => [node, own]));
  const nodes = path.length > 0 ? path : never.map(({ node }) => node);
  return nodes.map((node) => {
    // For a composite, the call that gives its value.
    const shown = why.ground.callsOf(node).at(-1) ?? node;
    return { label: nameOf(node), id: followNode(run, base, last, shown)?.id, line: text.linesOf(shown)[0], why: whys.get(node) ?? "" };
  });
}
