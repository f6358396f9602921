import type { Block } from "@relayscope/prose";
import { InlineView } from "../guide/MarkedText.tsx";

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
