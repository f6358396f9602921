import type { PaneMode } from "@relayscope/share";
import { lazy, Suspense } from "react";
import { stageBeside } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";
import { needsOther, paneModes } from "./paneModes.ts";

const PaneMenu = lazy(() => import("./PaneMenu.tsx").then((m) => ({ default: m.PaneMenu })));

/** Windows below this width have no room for the row beside a text's own buttons, in CSS pixels. */
export const rowBesideText = 700;

interface PaneSwitchProps {
  /** The division in force, which a wide picture turns by itself. */
  readonly shown: PaneMode;
  /** Whether there is no room for a row of buttons. */
  readonly isTight: boolean;
}

/** Chooses how the center is divided. */
export function PaneSwitch({ shown, isTight }: PaneSwitchProps) {
  const { actions } = usePage();
  const isStarted = usePageState((s) => s.isStarted);
  const hasOther = usePageState((s) => stageBeside(s) >= 0);
  const choices = paneModes.map((choice) => ({ ...choice, isOffered: hasOther || !needsOther.has(choice.mode) }));
  if (isTight) {
    const place = <span className="w-8 shrink-0" />;
    return (
      <Suspense fallback={place}>{isStarted ? <PaneMenu choices={choices} shown={shown} onChoose={actions.setPanes} /> : place}</Suspense>
    );
  }
  return (
    <div role="toolbar" aria-label="Panes" className="flex shrink-0 items-center">
      {choices.map(({ mode, icon, label, isOffered }) => (
        <IconButton
          key={mode}
          icon={icon}
          size={14}
          className="size-6"
          label={label}
          isPressed={shown === mode}
          disabled={!isOffered}
          onClick={() => actions.setPanes(mode)}
        />
      ))}
    </div>
  );
}
