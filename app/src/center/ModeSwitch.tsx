import type { ViewMode } from "@relayscope/share";
import { withKey } from "../state/commands/shortcuts.ts";
import { shownMode } from "../state/graphRequests.ts";
import { usePage, usePageState } from "../state/page.ts";

const modes: readonly { readonly mode: ViewMode; readonly label: string; readonly short: string }[] = [
  { mode: "map", label: "Map", short: "Map" },
  { mode: "operators", label: "Operators", short: "Ops" },
];

/** Switches between map and operators, in one control; with short labels if there is little room. */
export function ModeSwitch({ isTight }: { readonly isTight: boolean }) {
  const { actions } = usePage();
  const shown = usePageState(shownMode);
  const names = modes.map(({ label, short }) => (isTight ? short : label));
  return (
    <button
      type="button"
      data-hint={withKey("A card for each region, or a box for each operator", "mode")}
      onClick={({ target }) => {
        // A press on one of the two words means that one; a key means the other one.
        const pressed = modes.find(({ mode }) => target instanceof HTMLElement && target.dataset.mode === mode);
        actions.setMode(pressed?.mode ?? (shown === "map" ? "operators" : "map"));
      }}
      className="flex h-6 shrink-0 items-center rounded-md bg-page p-0.5 text-note font-medium"
    >
      {modes.map(({ mode }, i) => (
        <span
          key={mode}
          data-mode={mode}
          className={`flex h-5 items-center rounded px-1.5 ${shown === mode ? "bg-raised text-ink shadow-[0_0_0_1px_var(--line-strong)]" : "text-ink-2"}`}
        >
          {names[i]}{" "}
        </span>
      ))}
      <span className="sr-only">{shown} shown</span>
    </button>
  );
}
