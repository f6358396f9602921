import { Command } from "cmdk";
import { usePageState } from "../state/page.ts";

interface PassPickerProps {
  readonly onPick: (pass: string) => void;
  readonly onClose: () => void;
}

/** Finds a pass by name and adds it. */
export function PassPicker({ onPick, onClose }: PassPickerProps) {
  const passes = usePageState((s) => s.catalog?.passes);
  return (
    <Command
      label="Add a pass"
      className="overflow-hidden rounded-lg border border-line-strong bg-raised"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <Command.Input
        autoFocus
        placeholder="Find a pass"
        className="h-8 w-full border-b border-line bg-transparent px-2.5 outline-none placeholder:text-ink-3"
      />
      <Command.List className="max-h-64 overflow-y-auto p-1">
        <Command.Empty className="px-2 py-3 text-ink-3">No such pass.</Command.Empty>
        {(passes ?? []).map((pass) => (
          <Command.Item
            key={pass.name}
            value={pass.name}
            keywords={[pass.summary]}
            onSelect={() => onPick(pass.name)}
            className="cursor-pointer rounded-md px-2 py-1 aria-selected:bg-accent-soft"
          >
            <span className="font-medium">{pass.name}</span>
            <span className="block text-small leading-4 text-ink-3">{pass.summary}</span>
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
