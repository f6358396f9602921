/** A snapshot in a file that is the whole page: the built `offline.html`, with the snapshot in its head. */
import { limits } from "@relayscope/files";
import { bytesText } from "@relayscope/ir";
import { shareError } from "./diagnostics.ts";
import { decodeFragment, encodeFragment, type Opened } from "./fragment.ts";
import { quoted } from "./quoted.ts";
import type { Snapshot } from "./snapshot.ts";
import { snapshotMark } from "./snapshotMark.ts";

const snapshotName = "relayscope-snapshot";
const pageName = "relayscope-page";

/** The snapshot inside a page, which must be a valid link. Never throws. */
export function decodeEmbedded(content: string): Opened {
  const opened = decodeFragment(content);
  const isNoLink = opened.kind === "none" || (opened.kind === "error" && opened.code === "share/not-a-link");
  return isNoLink ? shareError("share/not-embedded") : opened;
}

export type HtmlFile = { readonly kind: "html"; readonly text: string } | { readonly kind: "refused"; readonly reason: string };

/**
 * The page `template` with `snapshot` inside, for use without a server. `page` is its http or https address on a
 * server, for links. Refused if the template is not one, or if the snapshot is too large to be read again.
 */
export function htmlFile(template: string, snapshot: Snapshot, page: string | undefined): HtmlFile {
  const at = template.indexOf(snapshotMark);
  if (at < 0) return { kind: "refused", reason: "The page for HTML files is missing: `npm run build` makes it." };
  const fragment = encodeFragment(snapshot);
  const opened: Opened = decodeFragment(fragment);
  if (opened.kind !== "ok") return { kind: "refused", reason: `A module of more than ${bytesText(limits.linkBytes)} can't be in a file.` };
  const head = [
    `<title>${quoted(snapshot.title ? `${snapshot.title} · Relayscope` : "Relayscope")}</title>`,
    `<meta name="${snapshotName}" content="${fragment}">`,
    ...(page !== undefined && /^https?:\/\//.test(page) ? [`<meta name="${pageName}" content="${quoted(page)}">`] : []),
  ];
  return { kind: "html", text: template.slice(0, at) + head.join("\n") + template.slice(at + snapshotMark.length) };
}
