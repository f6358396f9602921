import { usePage, usePageState } from "../state/page.ts";
import { Menu, MenuEntry, MenuHeading, MenuLine } from "../ui/Menu.tsx";

/** Chooses the target, and with it the flow. */
export function TargetMenu() {
  const { actions } = usePage();
  const target = usePageState((s) => s.document.target);
  const custom = usePageState((s) => s.document.customTargets);
  const targets = usePageState((s) => s.catalog?.targets);
  const own = custom.filter((c) => !targets?.some((t) => t.name === c.name));
  return (
    <Menu name="Target" value={target} width={360}>
      {own.length > 0 && <MenuHeading>In this document</MenuHeading>}
      {own.map((t) => (
        <MenuEntry key={t.name} title={t.name} isChecked={t.name === target} onSelect={() => actions.chooseTarget(t.name)} />
      ))}
      {own.length > 0 && <MenuLine />}
      <MenuHeading>Built in</MenuHeading>
      {(targets ?? []).map((t) => (
        <MenuEntry
          key={t.name}
          title={custom.some((c) => c.name === t.name) ? `${t.name} (edited)` : t.name}
          note={t.needs === "" ? t.title : t.needs}
          isChecked={t.name === target}
          onSelect={() => actions.chooseTarget(t.name)}
        />
      ))}
    </Menu>
  );
}
