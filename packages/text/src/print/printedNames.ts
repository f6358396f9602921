/**
 * The names in a printed text: of types, dimensions, variables and metadata. Each gets its number at its first mention.
 */
import {
  type Constant,
  type Dim,
  dimText,
  type FloatAttr,
  type IntAttr,
  keptIn,
  type MetaAttr,
  type Type,
  typeWriter,
} from "@relayscope/ir";

/** What a text refers to as `meta[type][index]`: a constant, a number in a box, what the text that was read lacks. */
export type Referred = Constant | FloatAttr | IntAttr | MetaAttr;

/** Types and the objects of each, in order of first mention. */
export type PrintedMetadata = ReadonlyMap<string, readonly Referred[]>;

export interface PrintedNames {
  typeTextOf(type: Type): string;
  /** One number per object; constants are numbered as they come, in arguments and in attributes alike. */
  metaText(value: Referred): string;
  /** The name itself at first; then the name with a number. */
  uniqueName(prefix: string): string;
  metadata(): PrintedMetadata;
}

/** The names of one text, none given yet. */
export function printedNames(): PrintedNames {
  const usedNames = new Map<string, number>();
  const holeTexts = new Map<Type, string>();
  const dimensionTexts = new Map<Dim | string, string>();
  const dimensionCounts = new Map<string, number>();
  const metadata = new Map<string, Referred[]>();
  const metaTexts = new Map<Referred | string, string>();
  let holeCount = 0;

  /** A dimension. One that depends on an unknown size is numbered among the metadata, each with a new number. */
  const dimension = (dim: Dim): string => {
    const kind = typeof dim === "object" && dim.kind === "SymbolicDim" ? /^meta\[(tir\.\w+)\]\[(.*)\]$/u.exec(dim.name) : null;
    if (!kind || typeof dim !== "object") return dimText(dim);
    const type = kind[1] ?? "";
    const key = /^\d+$/u.test(kind[2] ?? "") ? dimText(dim) : dim;
    let text = dimensionTexts.get(key);
    if (text === undefined) {
      const count = dimensionCounts.get(type) ?? 0;
      dimensionCounts.set(type, count + 1);
      text = `meta[${type}][${count}]`;
      dimensionTexts.set(key, text);
    }
    return text;
  };

  /** A hole that inference left: the reference numbers it among the metadata. */
  const holeText = (hole: Type): string => keptIn(holeTexts, hole, () => `meta[IncompleteType][${holeCount++}]`);

  const typeTextOf = typeWriter({ dimText: dimension, holeText });

  const metaText = (given: Referred): string => {
    const value = given.kind === "Meta" ? (given.constant ?? given) : given;
    const type = typeKey(value);
    return keptIn(metaTexts, value.kind === "Meta" ? `${type}:${value.index}` : value, () => {
      const list = keptIn(metadata, type, () => []);
      return `meta[${type}][${list.push(value) - 1}]`;
    });
  };

  const uniqueName = (prefix: string): string => {
    const count = usedNames.get(prefix);
    let name = prefix;
    if (count !== undefined) {
      let n = count;
      do {
        n++;
        name = prefix + n;
      } while (usedNames.has(name));
      usedNames.set(prefix, n);
    }
    usedNames.set(name, 0);
    return name;
  };

  return { typeTextOf, metaText, uniqueName, metadata: () => metadata };
}

function typeKey(value: Referred): string {
  switch (value.kind) {
    case "Constant":
      return "relay.Constant";
    case "Float":
      return "runtime.BoxFloat";
    case "Int":
      return "runtime.BoxInt";
    case "Meta":
      return value.type;
  }
}
