import type { Block } from "@relayscope/guide";
import { useMemo } from "react";
import { relayTokens } from "../center/relayTokens.ts";
import { pythonLines } from "./pythonLines.ts";

/** Highlighted code. A whole file has line numbers. */
export function CodeLines({ block: { text, language, isFile } }: { readonly block: Extract<Block, { kind: "code" }> }) {
  const lines = useMemo(() => (language === "python" ? pythonLines(text.trimEnd()) : text.split("\n").map(relayTokens)), [text, language]);
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys
      tabIndex={0}
      className="mb-3 overflow-x-auto rounded-md border border-line bg-panel px-3 py-2 font-mono text-small leading-5"
    >
      {lines.map((tokens, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are their places
        <span key={at} className={isFile ? "code-line" : undefined} data-line={isFile ? at + 1 : undefined}>
          {tokens.map((token, i) =>
            token.look === "" ? (
              token.text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: tokens are their places
              <span key={i} className={token.look}>
                {token.text}
              </span>
            ),
          )}
          {"\n"}
        </span>
      ))}
    </pre>
  );
}
