/** The text of an imported module. */
import { type Expr, lineageRecorder, moduleOf, rewrite, type TensorData, variable } from "@relayscope/ir";
import { boxedSections, metadataNotice, metadataSection, printModuleWithNames } from "@relayscope/text";
import type { Imported } from "./contract.ts";

/**
 * The text with the source of each node after its type; numbers of sections are as numbers, as in texts up to 0.17.
 * Where types are left out, those of constants and unknown operators stay: nothing else in the text says them. Names
 * that no text can have are made readable.
 */
export function importedText(imported: Imported): string {
  return importedTextWithValues(imported).text;
}

/**
 * The same, with the values that are next to it: of constants by their numbers, of parameters by their names. They are
 * views of the file, read when asked for.
 */
export function importedTextWithValues(imported: Imported): {
  readonly text: string;
  readonly constants: ReadonlyMap<number, TensorData>;
  readonly parameters: ReadonlyMap<string, TensorData>;
} {
  const { module, sources, isTyped, params } = withReadableNames(imported);
  const { text, constants, variables } = printModuleWithNames(module, {
    showVersion: true,
    sourceOf: (expr) => sources.of(expr),
    types: isTyped ? "all" : "needed",
  });
  return {
    text,
    constants: new Map(constants.flatMap(({ data }, i) => (data ? [[i, data] as const] : []))),
    parameters: new Map(
      [...variables].flatMap(([name, v]) => {
        const data = params.get(v.name);
        return data ? [[name, data] as const] : [];
      }),
    ),
  };
}

/** What a name in a text may have; the reference itself prints any name, which nothing reads back. */
const readable = /^[\p{L}\p{N}_.:/;$+-]+$/u;

function withReadableNames(imported: Imported): Imported {
  const { module, sources } = imported;
  const main = module.functions.get("main");
  const odd = new Set<Expr>(main?.params.filter(({ name }) => !readable.test(name)));
  if (!main || odd.size === 0) return imported;
  const lineage = lineageRecorder();
  const renamed = rewrite(main, {
    lineage,
    post: (original, e) =>
      e.kind === "Var" && odd.has(original)
        ? variable(e.name.replace(/[^\p{L}\p{N}_.:/;$+-]/gu, "_") || "_", e.annotation, { checkedType: e.checkedType })
        : e,
  });
  if (renamed.kind !== "Function") return imported;
  const clean = moduleOf([...module.functions].map(([name, f]) => [name, f === main ? renamed : f]));
  sources.follow(clean, lineage);
  return { ...imported, module: clean };
}

/** A module's text, and its metadata section. */
export interface ReferenceText {
  readonly text: string;
  /** The metadata section by itself, where there is one. Printed when it is read: it holds all weights. */
  readonly metadata?: string | undefined;
}

/** The text as the reference prints it without metadata, where numbers of sections are hidden. */
export function referenceText({ module, sources, isTyped }: Imported): ReferenceText {
  const { text, metadata } = printModuleWithNames(module, {
    ...boxedSections,
    showVersion: true,
    sourceOf: (expr) => sources.of(expr),
    types: isTyped ? "all" : "none",
  });
  return {
    text: text.includes("meta[") ? `${text}${metadataNotice}\n` : text,
    get metadata() {
      const section = metadataSection(metadata);
      return section === "" ? undefined : section;
    },
  };
}
