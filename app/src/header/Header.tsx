import { Link2, PanelRight, Search } from "lucide-react";
import { sideBySide, useHasInspectorColumn, useIsRightShown, useIsWide } from "../hooks/useWidth.ts";
import { usePage } from "../state/page.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { Key } from "../ui/Key.tsx";
import { EngineStatus } from "./EngineStatus.tsx";
import { HeaderMenus } from "./HeaderMenus.tsx";
import { Logo } from "./Logo.tsx";

/** The top line: what is open, for which target, and the actions on it. */
export function Header() {
  const { actions } = usePage();
  const isRightShown = useIsRightShown();
  const isWide = useHasInspectorColumn();
  const isSideBySide = useIsWide(sideBySide);
  return (
    <header className="flex min-h-12 shrink-0 items-center gap-1 border-b border-line bg-panel px-3 max-[820px]:px-1.5 max-[700px]:flex-wrap max-[700px]:py-1.5 [&>*]:shrink-0">
      <div className="mr-3 ml-1.5 flex items-center gap-2 max-[820px]:mr-1">
        <Logo />
        <h1 className="text-head font-semibold tracking-[-0.01em] max-[860px]:sr-only">Relayscope</h1>
      </div>
      <HeaderMenus place="start" />
      <div className="flex-1" />
      <EngineStatus />
      <button
        type="button"
        aria-label="Search"
        aria-keyshortcuts="/"
        onClick={() => actions.showDialog("search")}
        className="mx-1 inline-flex h-7 w-44 max-[700px]:mx-0 shrink-0 items-center max-[1100px]:w-8 gap-2 rounded-md border border-line bg-page px-2 text-ink-3 hover:border-line-strong"
      >
        <Search size={13} aria-hidden />
        <span className="flex-1 text-left max-[1100px]:hidden">Search</span>
        <span className="max-[1100px]:hidden">
          <Key>/</Key>
        </span>
      </button>
      <Button look="solid" icon={Link2} onClick={() => actions.showDialog("share")}>
        <span className="max-[960px]:sr-only">Share</span>
      </Button>
      <HeaderMenus place="end" />
      {isSideBySide && (
        <IconButton
          icon={PanelRight}
          label={isRightShown ? "Fold the inspector away" : "Show the inspector"}
          isPressed={isRightShown}
          onClick={() => actions.foldInspector(isRightShown, isWide)}
        />
      )}
    </header>
  );
}
