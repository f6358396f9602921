import { ChevronDown } from "lucide-react";

/** The look of a button that opens a menu. */
export const menuButton =
  "inline-flex h-7 min-w-0 items-center gap-1.5 rounded-md px-2 font-medium whitespace-nowrap text-ink-2 hover:bg-hover hover:text-ink data-[state=open]:bg-hover";

/** The button's content: a name, and the chosen value, if any. */
export function MenuButtonContent({ name, value }: { readonly name: string; readonly value?: string }) {
  return (
    <>
      <span className={value === undefined ? "" : "text-ink-3"}>{name}</span>{" "}
      {value !== undefined && <span className="max-w-40 truncate text-ink">{value}</span>}
      <ChevronDown size={13} aria-hidden className="shrink-0 text-ink-3" />
    </>
  );
}
