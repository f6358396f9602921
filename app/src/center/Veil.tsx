import { LoaderCircle } from "lucide-react";

/** Over a picture that is not any more what is asked for: what is being done. It comes after a moment, so that a quick answer does not flicker. */
export function Veil({ text }: { readonly text: string }) {
  return (
    <div role="status" className="veil absolute inset-0 z-20 flex items-center justify-center">
      <span className="flex items-center gap-2 rounded-lg border border-line-strong bg-raised px-3 py-1.5 shadow-float">
        <LoaderCircle size={15} aria-hidden className="animate-spin text-accent" />
        {text}
      </span>
    </div>
  );
}
