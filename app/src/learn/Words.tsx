import { type Block, type Inline, readInline } from "@relayscope/lessons";
import { GuideLink } from "../guide/GuideLink.tsx";

/** A lesson's words. They are plain text: markup beyond the few marks of lessons is shown as written. */
export function Words({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <div className="lesson-words">
      {blocks.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are their places
        <BlockView key={i} block={block} />
      ))}
    </div>
  );
}

/** A line of a lesson with its marks: `code`, **strong**, *emphasized*, links. */
export function Line({ text }: { readonly text: string }) {
  return <InlineView inner={readInline(text)} />;
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case "paragraph":
      return (
        <p>
          <InlineView inner={block.inner} />
        </p>
      );
    case "note":
      return (
        <p className="border-l-2 border-accent-line pl-3 text-ink-2">
          <InlineView inner={block.inner} />
        </p>
      );
    case "heading":
      return (
        <h3 className="font-semibold">
          <InlineView inner={block.inner} />
        </h3>
      );
    case "list": {
      const items = block.items.map((inner, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items are their places
        <li key={i}>
          <InlineView inner={inner} />
        </li>
      ));
      return block.isOrdered ? <ol className="list-decimal pl-5">{items}</ol> : <ul className="list-disc pl-5">{items}</ul>;
    }
    case "fence":
      return (
        <pre className="overflow-x-auto rounded-md border border-line bg-page px-2.5 py-1.5 font-mono text-note leading-[17px]">
          {block.lines.join("\n")}
        </pre>
      );
  }
}

function InlineView({ inner }: { readonly inner: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts are their places
  return inner.map((part, i) => <PartView key={i} part={part} />);
}

function PartView({ part }: { readonly part: Inline }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return <code className="rounded-[3px] bg-ink/6 px-[3px] font-mono break-words">{part.text}</code>;
    case "link":
      return part.isGuide ? (
        <GuideLink address={part.to} about={part.text} text={part.text} />
      ) : (
        <a href={part.to} target="_blank" rel="noreferrer" className="font-medium text-accent hover:underline">
          {part.text}
        </a>
      );
    case "strong":
      return (
        <strong className="font-semibold text-ink">
          <InlineView inner={part.inner} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <InlineView inner={part.inner} />
        </em>
      );
  }
}
