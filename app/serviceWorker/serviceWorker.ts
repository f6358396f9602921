/**
 * Keeps the built page, so that it opens without a network. Installing a version fetches all of its files; the worker
 * answers from them afterwards. A new version waits until the page asks for it, and the previous version stays for pages
 * that are still open.
 */
export {};

declare const self: ServiceWorkerGlobalScope;
/** The files of this version, and a name that changes with any of them: put in by the build. */
declare const builtFiles: readonly string[];
declare const builtVersion: string;

/** Caches belong to all pages of a server: this page's are known by where it is. */
const prefix = `relayscope ${self.registration.scope} `;
const own = prefix + builtVersion;
/** How many versions are kept: this one, and the one that open pages may still ask for. */
const versionsKept = 2;

/** Files whose names change with what is in them. */
const isNamedByContent = (file: string) => file.startsWith("assets/");

async function namesOfCaches(): Promise<readonly string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix));
}

/** What was kept of an address by any version, this one first. */
async function kept(url: string): Promise<Response | undefined> {
  for (const name of [own, ...(await namesOfCaches())]) {
    const response = await (await caches.open(name)).match(url, { ignoreSearch: true });
    if (response) return response;
  }
  return undefined;
}

async function fill(): Promise<void> {
  const cache = await caches.open(own);
  await Promise.all(
    builtFiles.map(async (file) => {
      const url = new URL(file, self.registration.scope).href;
      const before = isNamedByContent(file) ? await kept(url) : undefined;
      const response = before ?? (await fetch(url, { cache: isNamedByContent(file) ? "default" : "no-cache" }));
      if (!response.ok) throw new Error(`${file}: ${response.status}`);
      await cache.put(url, response);
    }),
  );
}

async function forget(): Promise<void> {
  const others = (await namesOfCaches()).filter((name) => name !== own);
  await Promise.all(others.slice(0, Math.max(0, others.length - versionsKept + 1)).map((name) => caches.delete(name)));
}

/** From this version where it has the file; an address of the page itself is the page whatever is after its `?`. */
async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url);
  url.hash = "";
  url.search = "";
  if (url.href === self.registration.scope) url.href = new URL("index.html", url).href;
  return (await kept(url.href)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(forget()));
self.addEventListener("message", ({ data }) => {
  if (data === "take over") void self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
