/** Decides what in a scope is shown individually, and what folds. */
import { at } from "@relayscope/ir";
import { placesOf } from "./breaks.ts";
import { foldRepeats, groupStretches, type Item, unfold } from "./fold.ts";
import { cardsWithin, type Entry, type MapPlan } from "./plan.ts";

/** How a scope folds. */
export interface ScopeFolding {
  /** Whether variables and the outputs of functions are left out. */
  readonly hideVariables: boolean;
  /** Cards of a scope above which repeats fold, and how many it may show at most. */
  readonly foldAbove: number;
  readonly most: number;
}

export type ScopeItem = Item | { readonly kind: "frame"; readonly frame: number };

/**
 * A scope's entries as items: individual if there are few, else with repeats folded. Variables and results stay
 * individual.
 */
export function itemsOf(plan: MapPlan, entries: readonly Entry[], { foldAbove, most, hideVariables }: ScopeFolding): readonly ScopeItem[] {
  const { cards } = plan.quotient;
  const kindOf = (entry: Entry) => (entry.kind === "frame" ? "" : at(plan.full.nodes, at(at(cards, entry.card).nodes, 0)).kind);
  const isEnd = (entry: Entry) =>
    entry.kind === "card" && at(cards, entry.card).kind === "node" && ["variable", "output"].includes(kindOf(entry));
  const inner = entries.filter((entry) => !isEnd(entry));
  const variables = entries.filter((entry): entry is CardEntry => isEnd(entry) && kindOf(entry) === "variable");
  const hasMany = variables.length > mostVariables && !hideVariables;
  if (inner.length <= foldAbove && !hasMany) return entries;
  const results = entries.filter((entry): entry is CardEntry => isEnd(entry) && kindOf(entry) !== "variable");
  const inputs: readonly Item[] = hasMany ? [{ kind: "stack", runs: [variables] }] : variables;
  if (inner.length <= foldAbove) return [...inputs, ...inner, ...results];
  const limit = Math.max(1, most - inputs.length - results.length);
  const folded: ScopeItem[] = [];
  for (const part of foldedOf(plan, inner)) {
    if (!("exact" in part)) folded.push(part);
    else folded.push(...fewest(plan, part, Math.max(1, Math.floor((limit * part.cards) / inner.length))));
  }
  return [...inputs, ...folded, ...results];
}

type CardEntry = Entry & { readonly kind: "card" };

/** Variables of a scope up to which each has a card. */
const mostVariables = 8;

/** A folded stretch between control frames. */
interface Stretch {
  readonly cards: number;
  readonly exact: readonly Item[];
  readonly loose: readonly Item[];
}

/** By map, by the first card or frame of a scope: the folded items of the scope. */
const known = new WeakMap<MapPlan, Map<Entry, readonly (Stretch | ScopeItem)[]>>();

function foldedOf(plan: MapPlan, entries: readonly Entry[]): readonly (Stretch | ScopeItem)[] {
  const scopes = known.get(plan) ?? new Map<Entry, readonly (Stretch | ScopeItem)[]>();
  known.set(plan, scopes);
  const first = at(entries, 0);
  const found = scopes.get(first);
  if (found) return found;
  const parts: (Stretch | ScopeItem)[] = [];
  let run: number[] = [];
  const endRun = () => {
    const places = placesOf(plan, run);
    const [exact, loose] = [foldRepeats(run, plan.likeness, places), foldRepeats(run, plan.looseLikeness, places)];
    if (run.length > 0) parts.push({ cards: run.length, exact, loose });
    run = [];
  };
  for (const entry of entries) {
    if (entry.kind === "card") run.push(entry.card);
    else {
      endRun();
      parts.push(entry);
    }
  }
  endRun();
  scopes.set(first, parts);
  return parts;
}

/**
 * At most `limit` items, and as many as that allows: repeats fold; those with unlike hosts only if needed; groups last.
 */
function fewest({ quotient }: MapPlan, { exact, loose }: Stretch, limit: number): readonly Item[] {
  const items = exact.length > limit && loose.length < exact.length ? loose : exact;
  const isHead = (item: Item) => item.kind === "card" && at(quotient.cards, item.card).kind !== "host";
  return groupStretches(unfold(items, limit), limit, isHead);
}

/** By scope: its entries without control frames. */
const flat = new WeakMap<readonly Entry[], readonly Entry[]>();

/** A scope's entries with what control frames hold in their place. */
export function flatEntries(plan: MapPlan, entries: readonly Entry[]): readonly Entry[] {
  const found =
    flat.get(entries) ??
    entries.flatMap((entry) =>
      (entry.kind === "frame" ? cardsWithin(plan.scopes, entry.frame) : [entry.card]).map((card) => ({ kind: "card", card }) as const),
    );
  flat.set(entries, found);
  return found;
}
