import { CircleX, LoaderCircle } from "lucide-react";

interface VeilProps {
  readonly text: string;
  readonly isAtOnce: boolean;
  /** Whether nothing is being done any more: the text says why. */
  readonly isStill?: boolean;
}

/**
 * Over a picture that is not any more what is asked for: what is being done. It comes after a moment, so that a quick answer does not flicker; at once
 * where what lies under it is another stage, or another document, than the line above says.
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
