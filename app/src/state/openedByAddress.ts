/** What the address opens, or else the page itself: an offline file has a snapshot inside. */
import type { Opened } from "@relayscope/share";
import { embeddedFragment } from "./site.ts";
import type { PageStorage } from "./storage.ts";

/** `none` if neither holds anything. The code that reads links is loaded only if there is a link. */
export async function openedByAddress(storage: PageStorage, hash: string): Promise<Opened> {
  const embedded = embeddedFragment();
  if (hash === "" && embedded === "") return { kind: "none" };
  const { decodeEmbedded, decodeFragment } = await storage.warm();
  const opened = decodeFragment(hash);
  return opened.kind === "none" && embedded !== "" ? decodeEmbedded(embedded) : opened;
}
