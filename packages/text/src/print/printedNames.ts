/**
 * The names in a printed text: of types, dimensions, variables and metadata. Each gets its number at its first mention.
 */
import { type Constant, type Dim, dimText, keptIn, type MetaAttr, type Type, typeWriter } from "@relayscope/ir";

/** The objects that the text refers to as `meta[type][index]`, in order of first mention. */
export interface PrintedMetadata {
  readonly constants: readonly Constant[];
  /** Per type, the references of attributes as they was in the text that was read. */
  readonly attributes: ReadonlyMap<string, readonly MetaAttr[]>;
}

export interface PrintedNames {
  typeTextOf(type: Type): string;
  constantText(value: Constant): string;
  metaText(value: MetaAttr): string;
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
  const constants: Constant[] = [];
  const constantNumbers = new Map<Constant, number>();
  const metaAttributes = new Map<string, MetaAttr[]>();
  const metaIndices = new Map<string, number>();
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

  /** Constants are numbered as they come, in arguments and in attributes alike. */
  const constantText = (value: Constant): string => {
    let index = constantNumbers.get(value);
    if (index === undefined) {
      index = constants.length;
      constants.push(value);
      constantNumbers.set(value, index);
    }
    return `meta[relay.Constant][${index}]`;
  };

  const metaText = (value: MetaAttr): string => {
    if (value.constant) return constantText(value.constant);
    const key = `${value.type}:${value.index}`;
    let index = metaIndices.get(key);
    if (index === undefined) {
      const list = metaAttributes.get(value.type) ?? [];
      index = list.length;
      list.push(value);
      metaAttributes.set(value.type, list);
      metaIndices.set(key, index);
    }
    return `meta[${value.type}][${index}]`;
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

  return { typeTextOf, constantText, metaText, uniqueName, metadata: () => ({ constants, attributes: metaAttributes }) };
}
