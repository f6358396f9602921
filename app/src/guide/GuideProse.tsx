import { type Guide, type ProsePart, proseParts } from "@relayscope/guide";
import { guideFragment } from "../state/guideAddress.ts";

/** A text of the guide. Names are shown as code and link to their pages. */
export function GuideProse({ text, guide }: { readonly text: string; readonly guide: Guide }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts are their places
  return proseParts(text, guide).map((part, i) => <Part key={i} part={part} />);
}

function Part({ part: { text, isCode, address } }: { readonly part: ProsePart }) {
  const shown = isCode ? <code className="rounded-[3px] bg-ink/6 px-[3px] font-mono break-words">{text}</code> : text;
  if (address === undefined) return shown;
  return (
    <a href={guideFragment(address)} className="text-accent underline decoration-accent-line underline-offset-2 hover:decoration-accent">
      {shown}
    </a>
  );
}
