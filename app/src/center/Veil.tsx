import { LoaderCircle } from "lucide-react";

/**
 * Over a picture that is not any more what is asked for: what is being done. It comes after a moment, so that a quick answer does not flicker; at once
 * where what lies under it is another stage, or another document, than the line above says.
 */
export function Veil({ text, isAtOnce }: { readonly text: string; readonly isAtOnce: boolean }) {
  return (
    <div role="status" data-at-once={isAtOnce} className="veil absolute inset-0 z-20 flex items-center justify-center">
      <span className="flex items-center gap-2 rounded-lg border border-line-strong bg-raised px-3 py-1.5 shadow-float">
        <LoaderCircle size={15} aria-hidden className="animate-spin text-accent" />
        {text}
      </span>
    </div>
  );
}
