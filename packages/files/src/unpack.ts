/** Files that come packed by gzip, in a browser and in Node: unpacked before anything asks what they are. */
import { fileProblems } from "./diagnostics.ts";
import { limits, mostInflated } from "./limits.ts";

const ending = /\.gz$/i;

/** Whether the first bytes of a file are gzip's. */
export function isPacked([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

/** The name that a file has once it is unpacked: `model.onnx` for `model.onnx.gz`. */
export function unpackedName(name: string): string {
  return name.replace(ending, "");
}

/** A file unpacked, or the file where it is not packed; or a sentence on why it is not opened. */
export type Unpacked = { readonly kind: "ok"; readonly file: Blob } | { readonly kind: "refused"; readonly message: string };

const startOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.slice(0, 2).arrayBuffer());

/**
 * Unpacks a file that is packed by gzip; `what` is how sentences call it. What comes out is held to `limits.fileBytes` and to what the size of the
 * file allows, while it comes.
 */
export async function unpack(file: Blob, what: string): Promise<Unpacked> {
  if (!isPacked(await startOf(file))) return { kind: "ok", file };
  const refused = (message: string): Unpacked => ({ kind: "refused", message });
  const most = Math.min(limits.fileBytes, mostInflated(file.size));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length;
      if (length > most) {
        await reader.cancel();
        return refused(fileProblems.unpackedTooLarge(what));
      }
      parts.push(part.value);
    }
  } catch {
    return refused(fileProblems.cannotUnpack(what));
  }
  const unpacked = new Blob(parts);
  return isPacked(await startOf(unpacked)) ? refused(fileProblems.packedTwice(what)) : { kind: "ok", file: unpacked };
}
