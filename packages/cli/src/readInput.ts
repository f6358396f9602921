/** What a command reads: Relay text, or an ONNX model that is imported first. */
import { readFileSync } from "node:fs";
import { failureSentence, importFile, readModel } from "@relayscope/engine/models/importFile";

export interface InputOptions {
  /** `NAME=1,3,224,224`, several separated by blanks; `?` keeps a size dynamic. */
  readonly shape?: string | undefined;
  readonly keepsParameters?: boolean;
}

/** The Relay text of FILE (`-` for standard input), or a sentence on why there is none. Problems of an import go to standard error. */
export function readInput(file: string, options: InputOptions = {}): { readonly text: string } | { readonly error: string } {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file === "-" ? 0 : file);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
  return isModel(file, bytes) ? importBytes(bytes, options) : { text: new TextDecoder().decode(bytes) };
}

/** Whether a file is to be read as a model: by its name, else by bytes that no text has. */
function isModel(file: string, bytes: Uint8Array): boolean {
  return file.toLowerCase().endsWith(".onnx") || bytes.subarray(0, 64).some((b) => b < 9);
}

/** The text of a model; what could not be converted or lies elsewhere is said on standard error. */
function importBytes(bytes: Uint8Array, { shape, keepsParameters }: InputOptions): { readonly text: string } | { readonly error: string } {
  const shapes = shapesIn(shape ?? "");
  if (typeof shapes === "string") return { error: shapes };
  try {
    const { text, problems, leftOut } = importFile(readModel(bytes), { shapes, keepsParameters: keepsParameters ?? false });
    for (const { message } of problems) console.error(`warning: ${message}`);
    if (leftOut.weights > 0)
      console.error(
        `warning: ${leftOut.weights} weights lie in other files (${leftOut.files.join(", ")}) and are left out: they have types, no values.`,
      );
    return { text };
  } catch (error) {
    return { error: failureSentence(error) };
  }
}

function shapesIn(text: string): ReadonlyMap<string, readonly (number | "?")[]> | string {
  const shapes = new Map<string, readonly (number | "?")[]>();
  for (const part of text.split(/\s+/).filter((p) => p !== "")) {
    const at = part.lastIndexOf("=");
    const sizes = part
      .slice(at + 1)
      .split(",")
      .filter((s) => s !== "");
    if (at < 1 || sizes.some((s) => s !== "?" && !/^\d+$/.test(s)))
      return `\`${part}\` is no shape: it is written NAME=1,3,224,224, with ? for a dynamic size.`;
    shapes.set(
      part.slice(0, at),
      sizes.map((s) => (s === "?" ? "?" : Number(s))),
    );
  }
  return shapes;
}
