import { shareError } from "./diagnostics.ts";
import type { Opened } from "./fragment.ts";
import { limits } from "./limits.ts";
import { checkSnapshot } from "./schema.ts";

/** The snapshot in a file's content; `none` where it is no JSON object of ours, so that it may be Relay text; or what is wrong with it. Never throws. */
export function decodeFile(content: string): Opened {
  if (content.length > limits.contentBytes) return shareError("share/file-too-large");
  if (!/^\s*\{\s*"relayscope"/.test(content)) return { kind: "none" };
  try {
    const value: unknown = JSON.parse(content);
    const text = typeof value === "object" && value !== null && "text" in value ? value.text : undefined;
    const checked = checkSnapshot(value, text);
    return checked.kind === "ok" ? checked : shareError("share/not-a-file", checked.where);
  } catch {
    return shareError("share/not-a-file");
  }
}
