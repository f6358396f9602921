import type { Guide } from "@relayscope/guide";
import { type Inline, readInline } from "@relayscope/prose";
import type { ReactNode } from "react";
import { guideFragment } from "../state/guideAddress.ts";
import { GuideLink } from "./GuideLink.tsx";

/**
 * A text with its marks: `code`, **strong**, *emphasized*, links. In the guide names in backquotes lead to their pages.
 */
export function MarkedText({ text, guide }: { readonly text: string; readonly guide?: Guide }) {
  return <InlineView inner={readInline(text)} guide={guide} />;
}

interface InlineViewProps {
  readonly inner: readonly Inline[];
  /** The guide that the words are in. */
  readonly guide?: Guide | undefined;
}

export function InlineView({ inner, guide }: InlineViewProps) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts are their places
  return inner.map((part, i) => <PartView key={i} part={part} guide={guide} />);
}

function PartView({ part, guide }: { readonly part: Inline; readonly guide: Guide | undefined }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code": {
      const name = <code className="rounded-[3px] bg-ink/6 px-[3px] font-mono break-words">{part.text}</code>;
      const address = guide?.addressOf(part.text);
      return address === undefined ? name : <WithinGuide address={address}>{name}</WithinGuide>;
    }
    case "link":
      if (!part.isGuide) {
        return (
          <a href={part.to} target="_blank" rel="noreferrer" className="font-medium text-accent hover:underline">
            {part.text}
          </a>
        );
      }
      return guide ? (
        <WithinGuide address={part.to}>{part.text}</WithinGuide>
      ) : (
        <GuideLink address={part.to} about={part.text} text={part.text} />
      );
    case "strong":
      return (
        <strong className="font-semibold text-ink">
          <InlineView inner={part.inner} guide={guide} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <InlineView inner={part.inner} guide={guide} />
        </em>
      );
  }
}

/** A link from one page of the guide to another one. */
function WithinGuide({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  return (
    <a href={guideFragment(address)} className="text-accent underline decoration-accent-line underline-offset-2 hover:decoration-accent">
      {children}
    </a>
  );
}
