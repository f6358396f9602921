/**
 * Where the page is: on a server, within another page, or an offline file with a snapshot inside
 * (`scripts/build/offlineFile.ts`).
 */

/** Whether the page is an offline file, without a server. */
export const isOffline = import.meta.env.MODE === "offline";

function inHead(name: string): string | undefined {
  const element = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  return element?.content || undefined;
}

/** The fragment of the snapshot inside the page itself. */
export function embeddedFragment(): string {
  return (isOffline && inHead("relayscope-snapshot")) || "";
}

/** The address that links begin with; undefined in a file that knows none. */
export function pageAddress(): string | undefined {
  if (!isOffline) return location.origin + location.pathname;
  const address = inHead("relayscope-page");
  return address && /^https?:\/\//.test(address) ? address : undefined;
}

/** Whether the page is a picture within another page. */
export function isEmbedded(): boolean {
  return new URLSearchParams(location.search).has("embed");
}

/**
 * Whether the browser may keep the page offline: built, served, not within another page, and from a trusted origin
 * (https or this machine).
 */
export function isKeepable(): boolean {
  return import.meta.env.MODE === "production" && !isEmbedded() && isSecureContext && "serviceWorker" in navigator;
}

/** Whether the user asked the browser to save data. */
export function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection");
  return typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true;
}
