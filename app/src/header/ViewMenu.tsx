import { needsOther, paneModes } from "../center/paneModes.ts";
import { sideBySide, useIsLeftShown, useIsWide } from "../hooks/useWidth.ts";
import { withKey } from "../state/commands/shortcuts.ts";
import { shownStage, stageBeside, type Theme } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Menu, MenuEntry, MenuHeading, MenuLine } from "../ui/Menu.tsx";

const themes: readonly { readonly theme: Theme; readonly label: string }[] = [
  { theme: "system", label: "Same as the system" },
  { theme: "light", label: "Light" },
  { theme: "dark", label: "Dark" },
];

/** Settings of the view: panes, other parts of the page, and the theme. */
export function ViewMenu() {
  const { actions } = usePage();
  const shown = usePageState((s) => s.view.panes);
  const stage = usePageState(shownStage);
  const hasOther = usePageState((s) => stageBeside(s) >= 0);
  const pinned = usePageState((s) => s.view.pinned);
  const { theme, isMinimapShown } = usePageState((s) => s.preferences);
  const isLeftShown = useIsLeftShown();
  const isSideBySide = useIsWide(sideBySide);
  return (
    <Menu name="View" width={270}>
      <MenuHeading>Panes</MenuHeading>
      {paneModes.map(({ mode, label }) => (
        <MenuEntry
          key={mode}
          title={label}
          isChecked={mode === shown}
          isDisabled={!hasOther && needsOther.has(mode)}
          onSelect={() => actions.setPanes(mode)}
        />
      ))}
      <MenuEntry
        title={withKey("Pin this stage next to the others", "pin")}
        isChecked={pinned !== undefined}
        onSelect={() => actions.pin(pinned === undefined ? stage : undefined)}
      />
      <MenuLine />
      {isSideBySide && <MenuEntry title="Editor" isChecked={isLeftShown} onSelect={() => actions.showEditor(!isLeftShown)} />}
      <MenuEntry title="Outline" note="The picture as a list" onSelect={() => actions.showLeft("outline")} />
      <MenuEntry
        title={withKey("Minimap of what is out of sight", "minimap")}
        isChecked={isMinimapShown}
        onSelect={() => actions.setPreferences({ isMinimapShown: !isMinimapShown })}
      />
      <MenuEntry title="Compare targets" onSelect={() => actions.showDialog("compare")} />
      <MenuEntry title={withKey("Blackboard", "board")} onSelect={() => actions.showBoard(true)} />
      <MenuLine />
      <MenuHeading>Theme</MenuHeading>
      {themes.map((choice) => (
        <MenuEntry
          key={choice.theme}
          title={choice.label}
          isChecked={choice.theme === theme}
          onSelect={() => actions.setPreferences({ theme: choice.theme })}
        />
      ))}
    </Menu>
  );
}
