/** Unpacks files packed by gzip, in a browser and in Node, before their kind is examined. */
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

/** The unpacked file, the file itself if it is not packed, or a sentence on why it is not opened. */
export type Unpacked = { readonly kind: "ok"; readonly file: Blob } | { readonly kind: "refused"; readonly message: string };

const startOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.slice(0, 2).arrayBuffer());

/**
 * Unpacks a file that is packed by gzip; `what` is its name in sentences. The output is held to `limits.fileBytes` and
 * to what the size of the file allows, while it is produced.
 */
export async function unpack(file: Blob, what: string): Promise<Unpacked> {
  if (!isPacked(await startOf(file))) return { kind: "ok", file };
  const unpacked = await inflated(file, "gzip", {
    tooLarge: fileProblems.unpackedTooLarge(what),
    damaged: fileProblems.cannotUnpack(what),
  });
  if (unpacked.kind === "ok" && isPacked(await startOf(unpacked.file))) return { kind: "refused", message: fileProblems.packedTwice(what) };
  return unpacked;
}

/** What a packed content holds, within the limits; else one of two sentences. */
export async function inflated(
  packed: Blob,
  format: CompressionFormat,
  { tooLarge, damaged }: { readonly tooLarge: string; readonly damaged: string },
): Promise<Unpacked> {
  const most = Math.min(limits.fileBytes, mostInflated(packed.size));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    const reader = packed.stream().pipeThrough(new DecompressionStream(format)).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length;
      if (length > most) {
        await reader.cancel();
        return { kind: "refused", message: tooLarge };
      }
      parts.push(part.value);
    }
  } catch {
    return { kind: "refused", message: damaged };
  }
  return { kind: "ok", file: new Blob(parts) };
}
