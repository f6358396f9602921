import { Suspense } from "react";
import { useLoaded } from "../hooks/useLoaded.ts";
import { usePage, usePageState } from "../state/page.ts";
import { part } from "../ui/part.ts";

const dialogs = {
  share: part(() => import("./ShareDialog.tsx").then((m) => m.ShareDialog)),
  compare: part(() => import("./CompareDialog.tsx").then((m) => m.CompareDialog)),
  model: part(() => import("../model/ModelDialog.tsx").then((m) => m.ModelDialog)),
  help: part(() => import("./HelpDialog.tsx").then((m) => m.HelpDialog)),
};

/** The open dialog, if any; its code is loaded when it first opens. */
export function DialogHost() {
  const { actions } = usePage();
  const name = usePageState((s) => s.dialog);
  const isStarted = usePageState((s) => s.isStarted);
  const isSearch = name === "search";
  // Text typed right after the search key belongs to the search, so the search must not wait for its code.
  const found = useLoaded(isSearch ? "asked" : isStarted && "ahead", () =>
    import("./SearchDialog.tsx").then(
      (m) => m.SearchDialog,
      () => {
        if (isSearch) actions.showDialog(undefined);
        return undefined;
      },
    ),
  );
  const Search = found?.value;
  if (!name) return null;
  if (isSearch) return Search ? <Search /> : null;
  const Dialog = dialogs[name];
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  );
}
