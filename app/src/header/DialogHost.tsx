import { lazy, Suspense, useEffect } from "react";
import { usePageState } from "../state/page.ts";

const loadSearch = () => import("./SearchDialog.tsx");

const dialogs = {
  search: lazy(() => loadSearch().then((m) => ({ default: m.SearchDialog }))),
  share: lazy(() => import("./ShareDialog.tsx").then((m) => ({ default: m.ShareDialog }))),
  compare: lazy(() => import("./CompareDialog.tsx").then((m) => ({ default: m.CompareDialog }))),
  model: lazy(() => import("../model/ModelDialog.tsx").then((m) => ({ default: m.ModelDialog }))),
  help: lazy(() => import("./HelpDialog.tsx").then((m) => ({ default: m.HelpDialog }))),
};

/** The dialog that is open, if one is; its code is loaded when it first opens. */
export function DialogHost() {
  const name = usePageState((s) => s.dialog);
  const isStarted = usePageState((s) => s.isStarted);
  useEffect(() => {
    // What is typed right after its key belongs to the search: its code is there before.
    if (isStarted) void loadSearch();
  }, [isStarted]);
  if (!name) return null;
  const Dialog = dialogs[name];
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  );
}
