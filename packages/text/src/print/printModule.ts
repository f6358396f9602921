/**
 * Prints modules and expressions: the reference's `astext(show_meta_data=False)` without the version line. Follows
 * src/relay/printer/text_printer.cc.
 */
import type { Constant, Expr, Module, Var } from "@relayscope/ir";
import { metadataSection } from "../saved/writeMetadata.ts";
import { flatten } from "./doc.ts";
import { moduleDoc } from "./placedText.ts";
import type { PrintedMetadata } from "./printedNames.ts";
import { type Printer, printer } from "./printer.ts";
import type { PrinterOptions } from "./printerOptions.ts";

export interface PrintOptions extends Pick<PrinterOptions, "sourceOf" | "types" | "attrsOf"> {
  /** Whether the metadata section is written after the text, with the data of all constants that have any. */
  readonly showMetadata?: boolean;
  /** Whether the text starts with `#[version = "0.0.5"]`. */
  readonly showVersion?: boolean;
}

/** The text of a module: types, then functions, each in order of their names. */
export function printModule(module: Module, options: PrintOptions = {}): string {
  const p = printer(options);
  return finished(flatten(moduleDoc(module, p)), p, options);
}

/** What a text has by number or by name, and where its values can be next to it. */
export interface NamedText {
  readonly text: string;
  /** What the text refers to. */
  readonly metadata: PrintedMetadata;
  /** By the `n` of `meta[relay.Constant][n]`. */
  readonly constants: readonly Constant[];
  /** Variables that are bound, by their names in the text. */
  readonly variables: ReadonlyMap<string, Var>;
}

/** The text of a module, and what its numbers and names represent. */
export function printModuleWithNames(module: Module, options: PrintOptions = {}): NamedText {
  const variables = new Map<string, Var>();
  const p = printer({ ...options, onBinding: (v, name) => variables.set(name, v) });
  const text = finished(flatten(moduleDoc(module, p)), p, options);
  const metadata = p.metadata();
  const constants = metadata.get("relay.Constant")?.flatMap((value) => (value.kind === "Constant" ? [value] : [])) ?? [];
  return { text, metadata, constants, variables };
}

/** The text of an expression, the lines of its temporaries before it. */
export function printExpression(expr: Expr, options: PrintOptions = {}): string {
  const p = printer(options);
  return finished(flatten(p.expression(expr)), p, options);
}

function finished(text: string, p: Printer, options: PrintOptions): string {
  const head = options.showVersion ? '#[version = "0.0.5"]\n' : "";
  const section = options.showMetadata ? metadataSection(p.metadata()) : "";
  return section === "" ? head + text : `${head}${text}\n#[metadata]\n${section}`;
}
