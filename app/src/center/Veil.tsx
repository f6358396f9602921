import { CircleX, LoaderCircle } from "lucide-react";

interface VeilProps {
  readonly text: string;
  readonly isAtOnce: boolean;
  /** Whether no work is under way: the text then says why. */
  readonly isStill?: boolean;
}

/**
 * Covers an outdated picture and says what is being done. It appears after a moment, so that a quick answer does not
 * flicker. It appears at once if the picture below is of another stage or document than the line above names.
 */
export function Veil({ text, isAtOnce, isStill = false }: VeilProps) {
  return (
    <div role="status" data-at-once={isAtOnce} className="veil absolute inset-0 z-20 flex items-center justify-center">
      <span className="flex items-center gap-2 rounded-lg border border-line-strong bg-raised px-3 py-1.5 shadow-float">
        {isStill ? (
          <CircleX size={15} aria-hidden className="text-danger" />
        ) : (
          <LoaderCircle size={15} aria-hidden className="animate-spin text-accent" />
        )}
        {text}
      </span>
    </div>
  );
}
