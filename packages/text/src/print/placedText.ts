/** The text of a module with the places of its nodes, as the page shows it. */
import type { Module } from "@relayscope/ir";
import { type Doc, flatten, lineBreak, type Place } from "./doc.ts";
import { type Printer, printer } from "./printer.ts";

/** A text, and where each printed node is in it, by start; a node that encloses others comes before them. */
export interface PlacedText {
  readonly text: string;
  readonly places: readonly Place[];
}

/** The text of a module with the places of its nodes. */
export function printModuleWithPlaces(module: Module): PlacedText {
  const places: Place[] = [];
  const text = flatten(moduleDoc(module, printer({ hasPlaces: true })), places);
  places.sort((a, b) => a.start - b.start || b.end - a.end);
  return { text, places };
}

/** The layout of a module: types, then functions, each in order of their names. */
export function moduleDoc(module: Module, p: Printer): Doc {
  const docs: Doc[] = [];
  const add = (doc: Doc) => {
    if (docs.length > 0) docs.push(lineBreak);
    docs.push(doc, lineBreak);
  };
  for (const [, data] of byName(module.types)) add(p.typeDefinition(data));
  for (const [name, f] of byName(module.functions)) add(p.definition(name, f));
  return docs;
}

function byName<T>(entries: ReadonlyMap<string, T>): (readonly [string, T])[] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
