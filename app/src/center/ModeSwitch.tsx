import type { ViewMode } from "@relayscope/share";
import { withKey } from "../state/commands/shortcuts.ts";
import { shownMode } from "../state/graphRequests.ts";
import { usePage, usePageState } from "../state/page.ts";

const modes: readonly { readonly mode: ViewMode; readonly label: string; readonly short: string; readonly hint: string }[] = [
  { mode: "map", label: "Map", short: "Map", hint: withKey("A card a region, a card a stretch of the host", "mode") },
  { mode: "operators", label: "Operators", short: "Ops", hint: withKey("A box an operator", "mode") },
];

/** Switches between map and operators; with short labels if there is little room. */
export function ModeSwitch({ isTight }: { readonly isTight: boolean }) {
  const { actions } = usePage();
  const shown = usePageState(shownMode);
  return (
    <div role="toolbar" aria-label="What is drawn" className="flex h-6 shrink-0 items-center rounded-md bg-page p-0.5">
      {modes.map(({ mode, label, short, hint }) => (
        <button
          key={mode}
          type="button"
          aria-label={label}
          aria-pressed={shown === mode}
          data-hint={hint}
          onClick={() => actions.setMode(mode)}
          className={`h-5 rounded px-1.5 text-note font-medium ${shown === mode ? "bg-raised text-ink shadow-[0_0_0_1px_var(--line-strong)]" : "text-ink-2 hover:text-ink"}`}
        >
          {isTight ? short : label}
        </button>
      ))}
    </div>
  );
}
