import type { Fact } from "@relayscope/engine";
import type { ReactNode } from "react";

/** A part of the inspector under a heading. */
export function Section({ title, note, children }: { readonly title: string; readonly note?: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="border-b border-line px-3 py-2.5 last:border-b-0">
      <h3 className="mb-1 flex items-baseline gap-2 font-semibold">
        {title}
        {note && <span className="text-note font-normal whitespace-nowrap text-ink-3">{note}</span>}
      </h3>
      {children}
    </section>
  );
}

/** Labels and values. A value that is based on an assumption says so. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-3 gap-y-0.5">
      {facts.map((fact) => (
        <div key={fact.label} className="contents">
          <dt className="truncate text-ink-3">{fact.label}</dt>
          <dd className={`font-mono text-small break-words ${fact.isDefault ? "text-ink-3" : "text-ink"}`}>
            {fact.value}
            {fact.isDefault && <span className="ml-1.5 font-sans text-note">default</span>}
            {fact.assumed !== undefined && (
              <span className="ml-1.5 rounded bg-warn-soft px-1 font-sans text-note text-warn">assumed: {fact.assumed}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
