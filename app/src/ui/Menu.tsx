import { Check } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { type ReactNode, useCallback, useState } from "react";
import type { MenuName } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { MenuButtonContent, menuButton } from "./menuButton.tsx";
import { Prose } from "./Prose.tsx";

interface MenuProps {
  readonly name: MenuName;
  readonly value?: string;
  readonly width: number;
  readonly children: ReactNode;
}

/** A menu under a button of the header. */
export function Menu({ name, value, width, children }: MenuProps) {
  const { actions } = usePage();
  const isOpen = usePageState((s) => s.openMenu === name);
  const [landmark, take] = useLandmark();
  return (
    // Not modal: otherwise the rest of the page would be hidden from screen readers while it can still get the focus.
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={(isWanted) => actions.showMenu(name, isWanted)}>
      <DropdownMenu.Trigger asChild>
        <button ref={take} type="button" className={menuButton}>
          <MenuButtonContent name={name} {...(value === undefined ? {} : { value })} />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={landmark}>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          style={{ width }}
          onCloseAutoFocus={keepMoved}
          className="scroll-edges z-40 max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto rounded-lg border border-line-strong bg-raised p-1 shadow-float"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Keeps the focus where an entry of the menu has moved it; otherwise it goes back to the menu's button. */
function keepMoved(event: Event): void {
  const holder = document.activeElement;
  if (holder && holder !== document.body && !holder.closest("[role=menu], [role=dialog]")) event.preventDefault();
}

/** The landmark around an element, and a ref for the element. */
function useLandmark(): readonly [HTMLElement | null, (element: HTMLElement | null) => void] {
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  const take = useCallback((element: HTMLElement | null) => {
    if (element) setLandmark(element.closest<HTMLElement>("header, main"));
  }, []);
  return [landmark, take];
}

interface MenuEntryProps {
  readonly title: string;
  readonly note?: string;
  readonly isChecked?: boolean;
  readonly isDisabled?: boolean;
  readonly onSelect: () => void;
}

/** An entry of a menu: a title and a quiet note under it. */
export function MenuEntry({ title, note, isChecked, isDisabled = false, onSelect }: MenuEntryProps) {
  return (
    <DropdownMenu.Item
      disabled={isDisabled}
      onSelect={onSelect}
      className="flex cursor-pointer gap-2 rounded-md px-2 py-1.5 outline-none data-disabled:cursor-default data-disabled:opacity-45 data-highlighted:bg-hover"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        {note && (
          <span className="block text-small leading-4 text-ink-3">
            <Prose text={note} />
          </span>
        )}
      </span>
      {isChecked && <Check size={14} aria-label="chosen" className="mt-0.5 shrink-0 text-accent" />}
    </DropdownMenu.Item>
  );
}

/** A heading inside a menu. */
export function MenuHeading({ children }: { readonly children: ReactNode }) {
  return (
    <DropdownMenu.Label className="px-2 pt-1.5 pb-1 text-note font-semibold tracking-wide text-ink-3 uppercase">
      {children}
    </DropdownMenu.Label>
  );
}

/** Entries under a heading. */
export function MenuGroup({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <DropdownMenu.Group>
      <MenuHeading>{name}</MenuHeading>
      {children}
    </DropdownMenu.Group>
  );
}

/** A line between entries. */
export function MenuLine() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
