/** A key of the keyboard. */
export function Key({ children }: { readonly children: string }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded border border-line-strong bg-page px-1 font-sans text-note text-ink-2">
      {children}
    </kbd>
  );
}
