import type { PaneMode } from "@relayscope/share";
import { ChevronDown } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { MenuContent, MenuEntry, useLandmark } from "../ui/Menu.tsx";
import type { PaneChoice } from "./paneModes.ts";

interface PaneMenuProps {
  readonly choices: readonly PaneChoice[];
  readonly shown: PaneMode;
  readonly onChoose: (mode: PaneMode) => void;
}

/** How the center is divided, as a menu under the division in force: where a row of buttons has no room. */
export function PaneMenu({ choices, shown, onChoose }: PaneMenuProps) {
  const [landmark, take] = useLandmark();
  const chosen = choices.find(({ mode }) => mode === shown);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button
          ref={take}
          type="button"
          aria-label={`Panes: ${chosen?.label}`}
          data-hint={`Panes: ${chosen?.label}`}
          className="inline-flex h-6 shrink-0 items-center gap-0.5 rounded-md px-1 text-ink-2 hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
        >
          {chosen && <chosen.icon size={14} strokeWidth={1.9} aria-hidden />}
          <ChevronDown size={12} aria-hidden />
        </button>
      </DropdownMenu.Trigger>
      <MenuContent width={260} align="end" landmark={landmark}>
        {choices.map(({ mode, label, isOffered }) => (
          <MenuEntry key={mode} title={label} isChecked={mode === shown} isDisabled={!isOffered} onSelect={() => onChoose(mode)} />
        ))}
      </MenuContent>
    </DropdownMenu.Root>
  );
}
