/** Making a differing case small: simpler modules are tried as long as the two sides go on differing. */
import { inferTypes } from "@relayscope/infer";
import { childrenOf, type Expr, func, type Module, mapFunctions, postOrderList, rewrite, typesEqual } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule, printModule } from "@relayscope/text";
import type { Answer } from "../src/judge.ts";
import { askReference, differenceOf, expectationOf, type PassCase } from "./reference.ts";

/** The smallest case found on which the two sides still differ. Asks the reference some hundred times. */
export function shrunk(wrong: PassCase): PassCase {
  let best = wrong;
  for (let round = 0; round < 40; round++) {
    const smaller = candidates(best);
    const answers = askReference(smaller);
    const next = smaller.find((c) => isDiffering(c, answers.get(c.id)));
    if (!next) return best;
    best = { ...next, id: wrong.id };
  }
  return best;
}

function isDiffering(asked: PassCase, theirs: Answer | undefined): boolean {
  const expectation = expectationOf(theirs);
  return expectation !== undefined && differenceOf(asked, expectation) !== undefined;
}

/**
 * Cases with one node less each: a node is replaced by a child of its type, or a body by a part of it. The most drastic
 * come first.
 */
function candidates(from: PassCase): readonly PassCase[] {
  const { module } = parseModule(from.input, { operators });
  const typed = inferTypes(module, operators, { trust: "nothing" }).module;
  const named = new Set(
    [...typed.functions.values()].flatMap((f) => postOrderList(f.body)).map((e) => (e.kind === "GlobalVar" ? e.name : "")),
  );
  const found: Module[] = [];
  for (const [name, f] of typed.functions) {
    if (!named.has(name) && name !== "main") {
      const functions = new Map(typed.functions);
      functions.delete(name);
      found.push({ ...typed, functions });
    }
    const nodes = postOrderList(f.body);
    for (const node of nodes) {
      if (node.kind !== "Op" && node.kind !== "GlobalVar" && node !== f.body) {
        found.push(mapFunctions(typed, (g) => (g === f ? func({ ...g, body: node, returnType: undefined }) : g)));
      }
    }
    for (const node of nodes.reverse()) {
      for (const child of childrenOf(node)) {
        if (!isReplacement(node, child)) continue;
        found.push(
          mapFunctions(typed, (g) => (g === f ? (rewrite(g, { post: (e, over) => (e === node ? child : over) }) as typeof f) : g)),
        );
      }
    }
  }
  const texts = new Set(found.map((m) => printModule(m)).filter((text) => text.length < from.input.length));
  return [...texts]
    .sort((a, b) => a.length - b.length)
    .slice(0, 120)
    .map((input, i) => ({ ...from, id: `${from.id}.${i}`, input }));
}

function isReplacement(node: Expr, child: Expr): boolean {
  return (
    node.kind !== "Var" &&
    node.checkedType !== undefined &&
    child.checkedType !== undefined &&
    typesEqual(node.checkedType, child.checkedType)
  );
}
