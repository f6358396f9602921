import type { ReactNode } from "react";
import { useExpanded } from "../hooks/useExpanded.ts";

interface DetailsProps {
  /** Its name among the expanded parts. */
  readonly part: string;
  readonly summary: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of the inspector that is folded at first. */
export function Details({ part, summary, className, children }: DetailsProps) {
  const [isExpanded, expand] = useExpanded(part);
  return (
    <details open={isExpanded} onToggle={(event) => expand(event.currentTarget.open)} className={className}>
      {summary}
      {children}
    </details>
  );
}
