import { Dotted } from "./Dotted.tsx";

/** A sentence whose parts in backquotes are code. */
export function Prose({ text }: { readonly text: string }) {
  return text.split("`").map((part, i) =>
    i % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are their places
      <code key={i} className="rounded-[3px] bg-ink/6 px-[3px] font-mono break-words">
        <Dotted text={part} />
      </code>
    ) : (
      part
    ),
  );
}
