import { lazy, Suspense } from "react";
import { usePageState } from "../state/page.ts";

const dialogs = {
  search: lazy(() => import("./SearchDialog.tsx").then((m) => ({ default: m.SearchDialog }))),
  share: lazy(() => import("./ShareDialog.tsx").then((m) => ({ default: m.ShareDialog }))),
  compare: lazy(() => import("./CompareDialog.tsx").then((m) => ({ default: m.CompareDialog }))),
  model: lazy(() => import("../model/ModelDialog.tsx").then((m) => ({ default: m.ModelDialog }))),
  help: lazy(() => import("./HelpDialog.tsx").then((m) => ({ default: m.HelpDialog }))),
};

/** The dialog that is open, if one is; its code is loaded when it first opens. */
export function DialogHost() {
  const name = usePageState((s) => s.dialog);
  if (!name) return null;
  const Dialog = dialogs[name];
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  );
}
