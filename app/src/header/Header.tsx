import { CircleHelp, Link2, PanelLeft, PanelRight, Search } from "lucide-react";
import { usePage, usePageState } from "../state/page.ts";
import { useIsWide } from "../state/useWidth.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { Key } from "../ui/Key.tsx";
import { EngineStatus } from "./EngineStatus.tsx";
import { HeaderMenus } from "./HeaderMenus.tsx";
import { Logo } from "./Logo.tsx";
import { ThemeMenu } from "./ThemeMenu.tsx";

/** The top line: what is open, for which target, and what can be done with it. */
export function Header() {
  const { actions } = usePage();
  const bindParameters = usePageState((s) => s.document.bindParameters);
  const isLeftOpen = usePageState((s) => s.preferences.isLeftOpen);
  const isInspectorOpen = usePageState((s) => s.preferences.isInspectorOpen);
  const isDrawerOpen = usePageState((s) => s.isDrawerOpen);
  const isWide = useIsWide(1440);
  const isRightShown = isWide ? isInspectorOpen : isDrawerOpen;
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line bg-panel px-3">
      <IconButton
        icon={PanelLeft}
        label={isLeftOpen ? "Fold the editor away" : "Show the editor"}
        isPressed={isLeftOpen}
        onClick={() => actions.setPreferences({ isLeftOpen: !isLeftOpen })}
      />
      <div className="mr-3 ml-1.5 flex items-center gap-2">
        <Logo />
        <h1 className="text-[15px] font-semibold tracking-[-0.01em]">Relayscope</h1>
      </div>
      <HeaderMenus />
      <button
        type="button"
        role="switch"
        data-hint="All parameters of @main but the inputs become constants, as partition_for_* functions do when they are given params."
        aria-checked={bindParameters}
        onClick={() => actions.editSettings({ bindParameters: !bindParameters })}
        className="ml-1 inline-flex h-7 items-center gap-2 rounded-md px-2 font-medium whitespace-nowrap text-ink-2 hover:bg-hover"
      >
        <span className={`relative h-3.5 w-6 rounded-full transition-colors ${bindParameters ? "bg-accent" : "bg-line-strong"}`}>
          <span
            className={`absolute top-0.5 size-2.5 rounded-full transition-[left] ${bindParameters ? "left-3 bg-accent-ink" : "left-0.5 bg-panel"}`}
          />
        </span>
        Bind parameters
      </button>
      <div className="flex-1" />
      <EngineStatus />
      <button
        type="button"
        aria-label="Search"
        aria-keyshortcuts="/"
        onClick={() => actions.showDialog("search")}
        className="mx-1 inline-flex h-7 w-44 items-center gap-2 rounded-md border border-line bg-page px-2 text-ink-3 hover:border-line-strong"
      >
        <Search size={13} aria-hidden />
        <span className="flex-1 text-left">Search</span>
        <Key>/</Key>
      </button>
      <Button look="solid" icon={Link2} onClick={() => actions.showDialog("share")}>
        Share
      </Button>
      <ThemeMenu />
      <IconButton icon={CircleHelp} label="Help (?)" onClick={() => actions.showDialog("help")} />
      <IconButton
        icon={PanelRight}
        label={isRightShown ? "Fold the inspector away" : "Show the inspector"}
        isPressed={isRightShown}
        onClick={() => (isWide ? actions.setPreferences({ isInspectorOpen: !isInspectorOpen }) : actions.setDrawer(!isDrawerOpen))}
      />
    </header>
  );
}
