/**
 * What the page's start asks of a browser, without one: an address, a history of one entry, and the files of `public`.
 */
import { readFile } from "node:fs/promises";
import { vi } from "vitest";
import type { Page } from "../src/state/page.ts";
import { startPage } from "../src/state/startPage.ts";
import { makePage, memory } from "./makePage.ts";

const served = new URL("../../public/", import.meta.url);

const timers = new Set<ReturnType<typeof setTimeout>>();
const pages = new Set<Page>();

/** Answers as a server of `public` does. */
export async function fetchFile(path: string): Promise<Response> {
  const content = await readFile(new URL(path, served)).catch(() => undefined);
  return content ? new Response(new Uint8Array(content)) : new Response("", { status: 404 });
}

/** A page that was started at an address with this fragment, over what the browser stores. `leave` comes after it. */
export async function visit(hash: string, backend: Storage = memory()): Promise<Page> {
  const { setTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (...given: Parameters<typeof setTimeout>) => {
    const timer = setTimeout(...given);
    timers.add(timer);
    return timer;
  });
  vi.stubGlobal("location", { hash, search: "", pathname: "/", origin: "http://127.0.0.1" });
  vi.stubGlobal("history", { state: null, pushState: () => undefined, replaceState: () => undefined });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("fetch", fetchFile);
  const page = makePage(backend);
  pages.add(page);
  await startPage(page);
  return page;
}

/** Takes the address away, once no code is loading, and cancels what the pages that were started would still do. */
export async function leave(): Promise<void> {
  await vi.dynamicImportSettled();
  // While the guide is open, the address is the guide's: what is being written to it for the document is dropped.
  for (const { store } of pages) store.setState({ guide: "" });
  pages.clear();
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  vi.unstubAllGlobals();
}
