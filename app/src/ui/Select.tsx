import { Check, ChevronDown } from "lucide-react";
import { Select as Base } from "radix-ui";

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  readonly id?: string;
  /** What is shown where nothing is chosen. */
  readonly placeholder?: string;
}

/** A choice of one of a few. */
export function Select({ label, value, options, onChange, id, placeholder }: SelectProps) {
  return (
    <Base.Root value={value} onValueChange={onChange}>
      <Base.Trigger
        aria-label={label}
        {...(id === undefined ? {} : { id })}
        className="inline-flex h-7 items-center gap-1 rounded-md border border-line-strong bg-panel px-2 font-medium hover:bg-hover"
      >
        <Base.Value placeholder={placeholder} />
        <ChevronDown size={12} aria-hidden className="text-ink-3" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            // A field that the choice made appear has the focus already.
            if (document.activeElement instanceof HTMLInputElement) event.preventDefault();
          }}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg border border-line-strong bg-raised p-1 shadow-float"
        >
          <Base.Viewport>
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                className="flex cursor-pointer items-center gap-4 rounded-md px-2 py-1 outline-none data-highlighted:bg-hover"
              >
                <Base.ItemText>{option.label}</Base.ItemText>
                <Base.ItemIndicator className="ml-auto">
                  <Check size={13} aria-hidden className="text-accent" />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Viewport>
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
