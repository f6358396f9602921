import { checksumText, limits } from "@relayscope/files";
import { shareError } from "./diagnostics.ts";
import { fileVersion } from "./encodeFile.ts";
import type { Opened } from "./fragment.ts";
import { type Checked, checkSnapshot, restoreSnapshot } from "./schema.ts";

/** The start of a snapshot's file, by either of its first keys, so that a damaged file is still recognized. */
const start = /"relayscope"\s*:\s*\d|"checksum"\s*:/;
const startCharacters = 60;

/**
 * The snapshot in a file's content; `none` if it is not a JSON object of ours, so that it may be Relay text; or what is
 * wrong with it. The checksum covers the values, so that a file may be reformatted; to edit one, remove the checksum.
 * Never throws.
 */
export function decodeFile(content: string): Opened {
  return reading(content, checkSnapshot);
}

/** Like `decodeFile`, for what this browser stored itself: parts that can't be read are left out, and named. */
export function decodeStored(content: string): { readonly opened: Opened; readonly lost: readonly string[] } {
  let lost: readonly string[] = [];
  const opened = reading(content, (header, text) => {
    const restored = restoreSnapshot(header, text);
    ({ lost } = restored);
    return restored.checked;
  });
  return { opened, lost };
}

function reading(content: string, check: (header: object, text: unknown) => Checked): Opened {
  if (!start.test(content.slice(0, startCharacters))) return { kind: "none" };
  if (content.length > limits.textBytes) return shareError("share/file-too-large");
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== "object" || value === null || !("relayscope" in value)) return shareError("share/not-a-file");
    const { relayscope: version, ...rest } = value;
    if (typeof version !== "number" || version > fileVersion) return shareError("share/file-version");
    if ("checksum" in rest) {
      const { checksum, ...snapshot } = rest;
      if (checksum !== checksumText(JSON.stringify(snapshot))) return shareError("share/file-checksum");
    }
    const checked = check(rest, "text" in rest ? rest.text : undefined);
    return checked.kind === "ok" ? checked : shareError("share/not-a-file", checked.where);
  } catch {
    return shareError("share/not-a-file");
  }
}
