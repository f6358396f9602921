/** Keeps the page in the browser for offline use, and reports newer versions. */
import type { Page } from "./page.ts";

/**
 * Registers the service worker of the built page. A new version is announced and used when the user agrees; the page
 * never reloads by itself.
 */
export async function keepOffline({ actions }: Pick<Page, "actions">): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register("./sw.js", { updateViaCache: "none" }).catch(() => undefined);
  // Forbidden by the browser, or not served: the page works without it.
  if (!registration) return;

  function takeOver(): void {
    const waiting = registration?.waiting;
    if (!waiting) {
      location.reload();
      return;
    }
    serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage("take over");
  }

  function offer(): void {
    actions.notify({
      id: "version",
      tone: "info",
      text: "A new version of Relayscope is ready. Your work stays as it is until you reload the page.",
      action: { label: "Load it now", run: takeOver },
    });
  }

  function watch(worker: ServiceWorker | null): void {
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && serviceWorker.controller) offer();
    });
  }

  if (registration.waiting && serviceWorker.controller) offer();
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
}
