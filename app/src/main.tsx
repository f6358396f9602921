import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { makeEngine } from "./engine/makeEngine.ts";
import { createPage, PageContext, startPage } from "./state/page.ts";
import { isOffline } from "./state/site.ts";
import { createStorage } from "./state/storage.ts";
import "./style.css";

/** None in a file of its own: all such files would share one. */
function browserStorage(): Storage | undefined {
  if (isOffline) return undefined;
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

const root = document.getElementById("root");
if (root) {
  const page = createPage(makeEngine(), createStorage(browserStorage()));
  createRoot(root).render(
    <PageContext value={page}>
      <App />
    </PageContext>,
  );
  void startPage(page);
}
