import type { ReactNode } from "react";

/** Says that there is nothing to show, and what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-1 px-6 py-8 text-center">
      <div className="font-medium text-ink-2">{title}</div>
      {children && <div className="max-w-72 text-ink-3">{children}</div>}
    </div>
  );
}
