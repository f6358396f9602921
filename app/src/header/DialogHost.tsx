import { usePageState } from "../state/page.ts";
import { HelpDialog } from "./HelpDialog.tsx";
import { SearchDialog } from "./SearchDialog.tsx";
import { ShareDialog } from "./ShareDialog.tsx";

/** The dialog that is open, if one is. */
export function DialogHost() {
  const dialog = usePageState((s) => s.dialog);
  switch (dialog) {
    case "search":
      return <SearchDialog />;
    case "share":
      return <ShareDialog />;
    case "help":
      return <HelpDialog />;
    default:
      return null;
  }
}
