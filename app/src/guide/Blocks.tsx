import type { Block, Guide } from "@relayscope/guide";
import { useState } from "react";
import { CodeLines } from "./CodeLines.tsx";
import { MarkedText } from "./MarkedText.tsx";

/** Rows of a long table that are shown before you ask for all. */
const firstRows = 12;

/** The parts of a page, one below the other. */
export function Blocks({ blocks, guide }: { readonly blocks: readonly Block[]; readonly guide: Guide }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks are their places
  return blocks.map((block, i) => <BlockView key={i} block={block} guide={guide} />);
}

function BlockView({ block, guide }: { readonly block: Block; readonly guide: Guide }) {
  switch (block.kind) {
    case "heading":
      return <h2 className="mt-7 mb-1.5 text-large font-semibold tracking-[-0.01em]">{block.text}</h2>;
    case "text":
      return (
        <p className="mb-2.5 max-w-[76ch]">
          <MarkedText text={block.text} guide={guide} />
        </p>
      );
    case "code":
      return <CodeLines block={block} />;
    case "facts":
      return (
        <dl className="mb-3 grid max-w-[84ch] grid-cols-[8rem_1fr] gap-x-4 gap-y-1">
          {block.rows.map(([name, text]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="min-w-0 break-words">
                <MarkedText text={text} guide={guide} />
              </dd>
            </div>
          ))}
        </dl>
      );
    case "table":
      return <Table block={block} guide={guide} />;
  }
}

function Table({ block: { head, rows }, guide }: { readonly block: Extract<Block, { kind: "table" }>; readonly guide: Guide }) {
  const [isWhole, setWhole] = useState(rows.length <= firstRows + 3);
  const shown = isWhole ? rows : rows.slice(0, firstRows);
  return (
    <div className="mb-3">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys */}
      <div tabIndex={0} className="overflow-x-auto rounded-md border border-line bg-panel">
        <table className="w-full border-collapse text-left text-body leading-5">
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col" className="border-b border-line px-3 py-1.5 font-semibold whitespace-nowrap text-ink-2">
                  {name === "" ? <span className="sr-only">Place</span> : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are their places
              <tr key={i} className="align-top not-last:border-b not-last:border-line">
                {row.map((cell, k) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells are their places
                  <td key={k} className="min-w-10 px-3 py-1.5">
                    <MarkedText text={cell} guide={guide} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isWhole && (
        <button type="button" onClick={() => setWhole(true)} className="mt-1.5 rounded font-medium text-accent hover:underline">
          Show all {rows.length}
        </button>
      )}
    </div>
  );
}
