import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { makeEngine } from "./engine/makeEngine.ts";
import { createPage, PageContext, startPage } from "./state/page.ts";
import { createStorage } from "./state/storage.ts";
import "./style.css";

function browserStorage(): Storage | undefined {
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
