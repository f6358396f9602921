import { BookOpen } from "lucide-react";
import { guideLink } from "../state/guideAddress.ts";

interface GuideLinkProps {
  /** A page of the guide: `pass/MergeComposite`. */
  readonly address: string;
  /** The link's subject. Without `text` the link is an icon. */
  readonly about: string;
  readonly text?: string;
}

/** A link to a page of the guide: an icon, or a text. */
export function GuideLink({ address, about, text }: GuideLinkProps) {
  const { href, ...elsewhere } = guideLink(address);
  if (text !== undefined) {
    return (
      <a href={href} {...elsewhere} className="rounded font-medium text-accent hover:underline">
        {text}
      </a>
    );
  }
  return (
    <a
      href={href}
      {...elsewhere}
      aria-label={`About ${about}, in the guide`}
      data-hint={`About ${about}`}
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-md text-ink-3 hover:bg-hover hover:text-ink"
    >
      <BookOpen size={13} strokeWidth={1.9} aria-hidden />
    </a>
  );
}
