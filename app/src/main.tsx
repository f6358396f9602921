import { Suspense, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { makeEngine } from "./engine/makeEngine.ts";
import { followTheme } from "./hooks/useTheme.ts";
import { sceneOf } from "./picture/scene.ts";
import { listenToKeys } from "./state/keys.ts";
import type { Notice } from "./state/model.ts";
import { createPage, PageContext } from "./state/page.ts";
import { isEmbedded, isOffline } from "./state/site.ts";
import { startPage, whenStarted } from "./state/startPage.ts";
import { createStorage } from "./state/storage.ts";
import { createWeightStore } from "./state/weights/browserWeights.ts";
import { watchInputKind } from "./ui/inputKind.ts";
import { part } from "./ui/part.ts";
import "./style.css";

const Embed = part(() => import("./Embed.tsx").then((m) => m.Embed));

/**
 * Undefined if the browser provides none, in an offline file, as all such files would share one storage, and within
 * another page, which determines what is shown.
 */
function browserStorage(name: "localStorage" | "sessionStorage"): Storage | undefined {
  if (isOffline || isEmbedded()) return undefined;
  try {
    return window[name];
  } catch {
    return undefined;
  }
}

/** The notice about code that fails to load later. */
const missing: Notice = {
  id: "missing",
  tone: "error",
  text: "Part of the page did not load: the network is gone, or the site has a newer version. Copy what you changed last.",
  action: { label: "Reload the page", run: () => location.reload() },
};

function start(root: HTMLElement): void {
  const local = browserStorage("localStorage");
  const weights = createWeightStore(local && globalThis.indexedDB);
  const page = createPage(makeEngine, createStorage(local, browserStorage("sessionStorage"), weights));
  // Prepared when the answer arrives, as showing a large picture is a long task by itself.
  page.graphs.onAnswer(sceneOf);
  watchInputKind();
  followTheme(page);
  listenToKeys(page);
  addEventListener("vite:preloadError", () => page.actions.notify(missing));
  const reactRoot = createRoot(root, {
    onUncaughtError: (error) => void import("./ui/Crashed.tsx").then((m) => m.showCrash(root, page, error)),
  });
  // As a transition, the page is rendered in slices.
  startTransition(() =>
    reactRoot.render(
      <PageContext value={page}>
        <Suspense>{isEmbedded() ? <Embed /> : <App />}</Suspense>
      </PageContext>,
    ),
  );
  if (!isEmbedded()) whenStarted(page, () => void import("./print/makePrintable.ts").then((m) => m.makePrintable(page)));
  void startPage(page);
}

const root = document.getElementById("root");
// In a separate task, as parsing the script is a long one already. Also, a browser that reports where a request was
// made would otherwise read the script again.
if (root) setTimeout(start, 0, root);
